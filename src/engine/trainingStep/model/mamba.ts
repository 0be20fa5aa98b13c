import type { Algebra } from "../../core/algebra.ts";
import * as shapes from "../../formulas/compute/shapes.ts";
import * as book from "../../formulas/model/mamba.ts";
import { columnsElements, columnsTensor } from "../../formulas/model/mla.ts";
import { recurrentCoreFlops } from "../../formulas/model/recurrent.ts";
import type { LoraTarget } from "../../scenario/lora.ts";
import { type Operator, streamingPass, weightMatmul } from "../kernels/operator.ts";
import type { Again } from "../kernels/recomputed.ts";
import type { Saved } from "../kernels/saved.ts";
import type { LayerContext } from "./layerContext.ts";
import { type MambaInputs, SOURCE } from "./mambaInputs.ts";

const columns = <N>(alg: Algebra<N>, { N_c }: MambaInputs<N>, t: N): N =>
  alg.apply(book.mambaColumns, { N_c, t });

/** Parameters of a layer's Mamba mixer on one of `t` ranks. */
export function mambaShard<N>(alg: Algebra<N>, inputs: MambaInputs<N>, h: N, t: N): N {
  const { w_c, N_b, r_t, d_n, n_q } = inputs;
  return alg.apply(book.mambaParams, { N_v: columns(alg, inputs, t), h, w_c, N_b, r_t, d_n, n_q });
}

/** FLOPs of a token for each element of the state: step, decay, input, sum, output. */
const STATE_FLOPS = 9;

export function mambaFlops<N>(
  { alg, x }: LayerContext<N>,
  inputs: MambaInputs<N>,
  L: N,
): { readonly matmuls: N; readonly core: N } {
  const { N_b, r_t, d_n } = inputs;
  const N_v = columns(alg, inputs, x.one);
  const n_f = alg.constant(
    ...(["FLOPs of a token for each element of the state", STATE_FLOPS, "FLOP"] as const),
    "state-spaces/mamba, selective scan: 9 * B * L * D * N",
  );
  const s = x.seqLen;
  return {
    matmuls: alg.apply(book.mambaForwardFlops, { L, s, N_v, h: x.dModel, N_b, r_t }),
    core: alg.apply(recurrentCoreFlops, { n_f, L, s, a_r: N_v, d_p: x.one, d_n }),
  };
}

/**
 * Kernels of a Mamba mixer. The scan holds its states in on-chip memory and moves its operands once
 * (arXiv:2312.00752, section 3.3.2).
 */
export function mambaOperators<N>(
  ctx: LayerContext<N>,
  inputs: MambaInputs<N>,
  again: Again,
): readonly Operator<N>[] {
  const { alg, x, scenario } = ctx;
  const { N_b, r_t } = inputs;
  const N_v = columns(alg, inputs, x.tp);
  const two = alg.constant("values and gate", 2, "1", SOURCE);
  const shape = { s: x.localSeqLen, b: x.microBatch };
  const M = alg.apply(shapes.microBatchTokens, shape);
  const A = scenario.plan.precision.activationBytes;
  const elements = alg.apply(columnsElements, { N: N_v, t_s: x.one, ...shape });
  const wide = alg.apply(shapes.mlpColumns, { n_u: two, f: N_v, t: x.one });
  const n_b = x.one;
  return [
    weightMatmul(ctx, "input projection", { M, N: wide, K: x.dModel, n_b }, again(), "input"),
    streamingPass(ctx, "convolution", elements, [2 * A, 1], [3 * A, 1], again()),
    weightMatmul(ctx, "step sizes, keys and queries", { M, N: N_b, K: N_v, n_b }, again()),
    weightMatmul(ctx, "step sizes, widened", { M, N: N_v, K: r_t, n_b }, again()),
    // Forward reads values, step sizes and gate, and writes the result. Backward also writes the gradients of
    // the three.
    streamingPass(ctx, "selective scan", elements, [4 * A, 1], [9 * A, 1], again()),
    weightMatmul(ctx, "output projection", { M, N: x.dModel, K: N_v, n_b }, again(), "output"),
  ];
}

interface MambaMatrix<N> {
  readonly label: string;
  readonly targets: readonly LoraTarget[];
  readonly rows: N;
  readonly columns: N;
}

/** Weight matrices of one layer's Mamba mixer. */
export function mambaMatrices<N>(
  alg: Algebra<N>,
  inputs: MambaInputs<N>,
  h: N,
  t: N,
): readonly MambaMatrix<N>[] {
  const N_v = columns(alg, inputs, t);
  const { N_b, r_t } = inputs;
  const two = alg.constant("values and gate", 2, "1", SOURCE);
  const wide = alg.apply(shapes.mlpColumns, { n_u: two, f: inputs.N_c, t });
  return [
    { label: "values and gate", targets: ["recurrent_in"], rows: h, columns: wide },
    { label: "step sizes, keys and queries", targets: [], rows: N_v, columns: N_b },
    { label: "step sizes, widened", targets: [], rows: r_t, columns: N_v },
    { label: "output", targets: ["recurrent_out"], rows: N_v, columns: h },
  ];
}

/**
 * Saved activations of a Mamba mixer. The convolution, the step sizes and the gated result are recomputed
 * (mamba_simple.py, checkpoint_lvl = 1).
 */
export function mambaTensors<N>(ctx: LayerContext<N>, inputs: MambaInputs<N>): readonly Saved<N>[] {
  const { alg, x } = ctx;
  const N_v = columns(alg, inputs, x.tp);
  const tensor = (N: N): N =>
    alg.apply(columnsTensor, { B_a: x.activationBytes, s: x.localSeqLen, b: x.microBatch, N, t_s: x.one });
  const values = tensor(N_v);
  return [
    { name: "values", label: "values", value: values },
    { name: "gate", label: "gate", value: values },
    { name: "mixed", label: "step sizes, keys and queries", value: tensor(inputs.N_b) },
    { name: "scanned", label: "result of the scan", value: values },
  ];
}
