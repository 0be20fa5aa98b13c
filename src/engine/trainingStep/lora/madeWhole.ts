import { wholeMatrix } from "../../formulas/model/lora.ts";
import type { Plan } from "../../scenario/plan.ts";
import { largest } from "../inputs/largest.ts";
import { isLow } from "../inputs/precision.ts";
import type { LayerContext } from "../model/layerContext.ts";
import { weightMatrices } from "../model/weightMatrices.ts";

/** Whether frozen matrices are made whole for every product: they are quantised, and none multiplies them as they are. */
export const makesWhole = ({ lora, precision }: Plan): boolean =>
  lora !== null && lora.weightBytes !== null && !(lora.asOperands && isLow(precision));

/**
 * The largest of a layer's matrices made whole, B: one at a time, and of experts all that one grouped product multiplies; null for
 * a layer that has no matrix.
 */
export function madeWhole<N>(ctx: LayerContext<N>): N | null {
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
