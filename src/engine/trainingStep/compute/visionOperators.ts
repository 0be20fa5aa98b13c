import { microBatchTokens, mlpColumns } from "../../formulas/compute/shapes.ts";
import { patchNumbers } from "../../formulas/model/stacks.ts";
import { joinedNumbers, microBatchImages } from "../../formulas/model/vision.ts";
import type { FrozenPart } from "../../scenario/frozenPart.ts";
import type { Context } from "../inputs/context.ts";
import { type Gemm, gemmTimes } from "../kernels/kernels.ts";
import type { Operator } from "../kernels/operator.ts";
import { patchInputs, patchSequence } from "../model/endParams.ts";
import { imageTokens, type VisionInputs, visionInputs } from "../model/visionInputs.ts";

/** Kernels around a vision encoder's layers: embedding of patches before them, projector after them. */
export function visionOperators<N>(ctx: Context<N>): readonly Operator<N>[] {
  const inputs = visionInputs(ctx.alg, ctx.scenario.model);
  if (inputs === null) return [];
  const { frozen } = ctx.scenario.plan;
  const trains = (of: FrozenPart): boolean => !frozen.includes(of);
  const [first, second] = projectorShapes(ctx, inputs);
  const found = patchKernels(ctx, inputs, trains("vision"));
  if (first)
    found.push(matmul(ctx, "projector of image tokens", first, trains("projector"), trains("vision")));
  if (second) {
    const passes = trains("vision") || trains("projector");
    found.push(matmul(ctx, "projector's second matrix", second, trains("projector"), passes));
  }
  return found;
}

/** Matmul for the embedding of patches. Images need no gradient. */
function patchKernels<N>(ctx: Context<N>, inputs: VisionInputs<N>, trained: boolean): Operator<N>[] {
  const { alg, x } = ctx;
  const { alg: own, model, images } = inputs;
  if (!model.patches) return [];
  const { n_ch, n_j } = patchInputs(own, model.patches);
  const s = patchSequence(own, model.patches);
  const b = alg.apply(microBatchImages, { n_im: images, b: x.microBatch });
  const M = alg.apply(microBatchTokens, { s, b });
  const K = alg.apply(patchNumbers, { n_ch, n_j });
  return [
    matmul(ctx, "embedding of image patches", { M, N: inputs.x.dModel, K, n_b: x.one }, trained, false),
  ];
}

/** Matmuls of the projector on one tensor-parallel rank: its one matrix, or its two. */
function projectorShapes<N>(ctx: Context<N>, inputs: VisionInputs<N>): readonly Gemm<N>[] {
  const { alg, x } = ctx;
  const { hidden, merge } = inputs;
  const M = alg.apply(microBatchTokens, { s: imageTokens(inputs), b: x.microBatch });
  const K = alg.apply(joinedNumbers, { n_m: merge, h_v: inputs.x.dModel });
  if (hidden === null) return [{ M, N: x.dModel, K, n_b: x.one }];
  const N = alg.apply(mlpColumns, { n_u: x.one, f: hidden, t: x.tp });
  return [
    { M, N, K, n_b: x.one },
    { M, N: x.dModel, K: N, n_b: x.one },
  ];
}

/** Matmul whose weights are `trained` or not, and which `passes` a gradient to what precedes it or not. */
function matmul<N>(
  ctx: Context<N>,
  label: string,
  shape: Gemm<N>,
  trained: boolean,
  passes: boolean,
): Operator<N> {
  const { forward, input, weights } = gemmTimes(ctx, shape, ctx.x.linearRate, ctx.x.accumulateBytes);
  const none = ctx.alg.constant("gradient", 0, "s", "frozen, or nothing before is trained");
  const backward = ctx.alg.sum(`${label}, backward`, "s", [
    { label: "gradient of the input", value: passes ? input : none },
    { label: "gradient of the weights", value: trained ? weights : none },
  ]);
  const one: Operator<N> = { kind: "vocabulary", label, forward, backward, recomputed: false };
  return trained ? { ...one, weights } : one;
}
