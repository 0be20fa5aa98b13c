import { wholeMatrix } from "../../formulas/model/lora.ts";
import type { Plan } from "../../scenario/plan.ts";
import { largest } from "../inputs/largest.ts";
import { isLow } from "../inputs/precision.ts";
import type { LayerContext } from "../model/layerContext.ts";
import { weightMatrices } from "../model/weightMatrices.ts";

/**
 * True where frozen matrices are dequantised for every matmul: they are quantised, and no matmul takes them
 * directly.
 */
export const dequantises = ({ lora, precision }: Plan): boolean =>
  lora !== null && lora.weightBytes !== null && !(lora.asOperands && isLow(precision));

/**
 * Bytes of a layer's largest dequantised matrix; null for a layer without matrices. Matrices are dequantised
 * one at a time, but experts' together for one grouped matmul.
 */
export function dequantisedMatrix<N>(ctx: LayerContext<N>): N | null {
  const { alg, x } = ctx;
  const { dense, experts } = weightMatrices(ctx, false);
  const matrices = [...dense.map((one) => ({ ...one, n: x.one })), ...experts].map(
    ({ label, n, rows, columns }) => ({
      label,
      value: alg.apply(wholeMatrix, { B_a: x.activationBytes, n, n_a: rows, n_b: columns }),
    }),
  );
  return matrices.length === 0 ? null : largest(ctx, "a dequantised frozen matrix", matrices);
}
