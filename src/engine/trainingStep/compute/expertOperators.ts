import * as shapes from "../../formulas/compute/shapes.ts";
import * as book from "../../formulas/model/moe.ts";
import type { ExpertInputs } from "../inputs/expertInputs.ts";
import { type Operator, routerMatmul, streamingPass, weightMatmul } from "../kernels/operator.ts";
import type { Again } from "../kernels/recomputed.ts";
import { sharedWidth } from "../model/experts.ts";
import type { LayerContext } from "../model/layerContext.ts";
import { activationOperators, denseKernels } from "./activation.ts";
import { expertBiases } from "./expertBiases.ts";
import { permutedRows } from "./permutedRows.ts";
import { firstMade } from "./savedMatmuls.ts";

/**
 * Kernels of a mixture of experts: router, sorting of tokens by expert and back, experts' matmuls, and shared
 * experts as one MLP (arXiv:2401.06066; Megatron Core). A grouped kernel runs the matmuls of all local experts,
 * so the tiles of all experts together fill the device. With a kernel for each expert, only as many experts as
 * there are CUDA streams fill the device together.
 */
export const expertOperators = <N>(
  ctx: LayerContext<N>,
  experts: ExpertInputs<N>,
  again: Again,
): readonly Operator<N>[] => [
  ...routedOperators(ctx, experts, again),
  ...sharedOperators(ctx, experts, again),
];

/** Kernels of a mixture of experts except those of shared experts. */
export function routedOperators<N>(
  ctx: LayerContext<N>,
  experts: ExpertInputs<N>,
  again: Again,
): readonly Operator<N>[] {
  const { alg, x, upMatrices, scenario } = ctx;
  const { n_e, sent, received, p_e, t_e, local } = experts;
  const { framework, precision } = scenario.plan;
  const A = precision.activationBytes;
  const whole = again("moe");
  const shape = { s: x.localSeqLen, b: x.microBatch, t_s: x.seqSplit };
  const tokens = alg.apply(book.tokensOfDevice, shape);
  const rows = alg.apply(book.tokensOfExpert, { k: received, p_e, t_e, n_e, ...shape });
  const routed = alg.apply(book.routedElements, { k: sent, h: x.dModel, ...shape });
  const arrived = alg.apply(book.routedElements, { k: received, h: x.dModel, ...shape });
  // A token that travels once to a node is copied for its experts on arrival (DeepEP, HybridEP). Otherwise
  // its sender copies it.
  const exchanged = scenario.plan.ep > 1;
  const once = exchanged && scenario.plan.dispatch === "per_node";
  const permuted = once ? arrived : routed;
  const scores = alg.apply(book.routerElements, { n_e, ...shape });
  const wide = alg.apply(book.expertElements, { k: received, f: ctx.dFf, ...shape });
  const up = alg.apply(shapes.mlpColumns, { n_u: upMatrices, f: ctx.dFf, t: t_e });
  const down = alg.apply(shapes.mlpColumns, { n_u: x.one, f: ctx.dFf, t: t_e });
  const h = x.dModel;
  const streams = framework.expertStreams > 0 && framework.expertKernels !== "fused";
  const each = { n_b: local, ...(streams ? { n_q: x.expertStreams } : {}) };
  const found = [
    routerMatmul(ctx, "router matmul", { M: tokens, N: n_e, K: h, n_b: x.one }, whole),
    // Scores in fp32: to probabilities, top-k selection, masking, load-balancing loss.
    streamingPass(ctx, "top-k choice of experts", scores, [32, 12], [24, 8], whole),
    permutedRows(ctx, "sorting tokens by expert", permuted, whole),
    weightMatmul(ctx, "first matmuls of the experts", { M: rows, N: up, K: h, ...each }, whole),
    ...activationOperators(ctx, {
      label: "activation function of the experts",
      elements: wide,
      kernels: framework.expertKernels,
      recomputed: again("moe_act") || whole,
    }),
    weightMatmul(ctx, "expert down-projections", { M: rows, N: h, K: down, ...each }, whole),
    ...expertBiases(ctx, arrived, whole),
    permutedRows(ctx, "combining expert outputs", permuted, whole),
  ];
  // Copies arrive in the senders' order. They are sorted by expert in blocks, one for each sender and expert,
  // and back.
  if (exchanged && !once && alg.less(x.one, local))
    found.push(
      streamingPass(
        ctx,
        "sorting received tokens by expert, and back",
        arrived,
        [4 * A, 2],
        [4 * A, 2],
        whole,
      ),
    );
  return found;
}

/** Kernels of shared experts, which every device runs for its own tokens. */
export function sharedOperators<N>(
  ctx: LayerContext<N>,
  experts: ExpertInputs<N>,
  again: Again,
): readonly Operator<N>[] {
  const { alg, x, upMatrices, scenario } = ctx;
  const f = sharedWidth(ctx, experts);
  if (f === null) return [];
  const t = x.tp;
  const redo = again("shared_experts") || again("moe");
  const M = alg.apply(shapes.microBatchTokens, { s: x.localSeqLen, b: x.microBatch });
  const up = alg.apply(shapes.mlpColumns, { n_u: upMatrices, f, t });
  const down = alg.apply(shapes.mlpColumns, { n_u: x.one, f, t });
  const wide = alg.apply(shapes.mlpElements, { s: x.localSeqLen, b: x.microBatch, f, t });
  const first = [
    weightMatmul(
      ctx,
      "shared experts, first matmul",
      { M, N: up, K: x.dModel, n_b: x.one },
      redo,
      "input",
      firstMade(ctx, down),
    ),
    ...activationOperators(ctx, {
      label: "activation function of the shared experts",
      elements: wide,
      kernels: denseKernels(scenario.plan.framework),
      recomputed: redo,
    }),
  ];
  const last = weightMatmul(
    ctx,
    "shared-expert down-projection",
    { M, N: x.dModel, K: down, n_b: x.one },
    again("moe"),
    "output",
    () => [["mlp_last", x.dModel]],
  );
  // Megatron Core, transformer/moe/shared_experts.py: the first matrices run during dispatch, the last during
  // combine.
  return [
    ...first.map((one): Operator<N> => ({ overlaps: "dispatch", ...one })),
    { overlaps: "combine", ...last },
  ];
}
