import type { Algebra, Part } from "../../core/algebra.ts";
import * as book from "../../formulas/compute/work.ts";
import { loraFlops } from "../../formulas/model/lora.ts";
import * as stacks from "../../formulas/model/stacks.ts";
import { layersOfImages } from "../../formulas/model/vision.ts";
import { optionsOf } from "../../scenario/attentionKinds.ts";
import type { Recompute } from "../../scenario/plan.ts";
import { drops, keepsByOperator } from "../kernels/recomputed.ts";
import { patchInputs } from "../model/endParams.ts";
import { expertFlops } from "../model/experts.ts";
import { latentFlops, latentUpFlops } from "../model/latent.ts";
import type { LayerContext, ModelContext } from "../model/layerContext.ts";
import { layersOfKind } from "../model/layersOfKind.ts";
import { recurrentFlops } from "../model/recurrent.ts";
import type { StageParams } from "../model/stageParams.ts";
import { documentTokens } from "../packing/documents.ts";
import { crossFlops } from "./crossAttention.ts";
import { diffusionEnds } from "./diffusionFlops.ts";
import { type StepFlops, withOwnFlops } from "./ownFlops.ts";
import { repeatedFlops } from "./repeatedFlops.ts";
import { visionStepFlops } from "./visionFlops.ts";

/**
 * FLOPs of all layers of one kind. `matmuls` (with weights) and `core` (attention) are forward FLOPs of one
 * sequence; `mlp` and `again` are recomputed FLOPs of a step.
 */
interface KindFlops<N> {
  readonly label: string;
  readonly matmuls: N;
  readonly core: N;
  /** FLOPs of a step to recompute the input matmuls of dense MLPs; counted only where the plan recomputes `mlp`. */
  readonly mlp: N;
  /**
   * FLOPs of a step that selective recomputation spends on latent attention's up-projections, on experts, and
   * on matmuls whose results checkpointing by operator does not save; one part for each.
   */
  readonly again: readonly Part<N>[];
}

/**
 * FLOPs of a step over the whole cluster. `model` counts forward and backward passes; `hardware` also counts
 * recomputation.
 */
export const stepFlops = <N>(ctx: ModelContext<N>, params: StageParams<N>): StepFlops<N> =>
  withOwnFlops(ctx, layersFlops(ctx, params));

/** FLOPs of a step without those of the model's own operators. */
function layersFlops<N>(ctx: ModelContext<N>, { lora }: StageParams<N>): StepFlops<N> {
  const { alg, x, scenario } = ctx;
  const { recompute, flashAttention } = scenario.plan;
  const B = x.trainedBatch;
  const kinds = ctx.kinds.map((kind) => kindFlops(kind, layerPasses(ctx, kind)));
  const { C_l, C_a } = forwardFlops(alg, kinds);
  const C_v = headFlops(ctx);
  const model =
    ctx.scenario.model.vision !== null
      ? visionStepFlops(ctx, C_v, (gradients) =>
          forwardFlops(
            alg,
            kinds.filter((_, i) => ctx.kinds[i]?.gradients === gradients),
          ),
        )
      : lora === null
        ? alg.apply(book.modelFlops, { B, C_l, C_a, C_v })
        : alg.apply(loraFlops, { B, C_l, C_a, C_v, C_b: lora.flops });
  if (recompute.kind === "full") {
    const again = kinds.filter((_, i) => ctx.kinds[i]?.recompute.kind === "full");
    return {
      model,
      hardware: alg.apply(book.fullRecomputeFlops, { C: model, B, ...forwardFlops(alg, again) }),
    };
  }
  let hardware = model;
  // Groups of layers may each be recomputed in a way of their own.
  const grouped = recompute.kind === "by_layers";
  const those = (has: (one: Recompute) => boolean): typeof kinds =>
    grouped ? kinds.filter((_, i) => has(ctx.kinds[i]?.recompute ?? recompute)) : has(recompute) ? kinds : [];
  const whole = those(({ kind }) => kind === "full");
  if (whole.length > 0)
    hardware = alg.apply(book.fullRecomputeFlops, { C: hardware, B, ...forwardFlops(alg, whole) });
  const attention = flashAttention ? [] : those((one) => drops(one, "attention"));
  if (attention.length > 0)
    hardware = alg.apply(book.attentionRecomputeFlops, {
      ...{ C: hardware, B },
      C_a: grouped ? forwardFlops(alg, attention).C_a : C_a,
    });
  const mlps = those((one) => drops(one, "mlp"));
  if (mlps.length > 0) {
    const what = "FLOPs of recomputing the MLPs' input matmuls in a step";
    const again = overKinds(alg, what, mlps, ({ mlp }) => mlp);
    hardware = alg.sum("hardware FLOPs of a step", "FLOP", [
      { label: "hardware FLOPs without the MLPs' recomputation", value: hardware },
      { label: "FLOPs of the MLPs' recomputation", value: again },
    ]);
  }
  const again: Part<N>[] = [];
  for (const one of kinds) again.push(...one.again);
  if (again.length > 0)
    hardware = alg.sum("hardware FLOPs of a step", "FLOP", [
      { label: "hardware FLOPs without recomputed attention and experts", value: hardware },
      ...again,
    ]);
  return { model, hardware };
}

/** Layers of a kind that a sequence passes: those of a vision encoder once for each of its images. */
function layerPasses<N>(ctx: ModelContext<N>, kind: LayerContext<N>): N {
  const { alg, scenario } = ctx;
  const L = layersOfKind(ctx, kind);
  const { vision } = scenario.model;
  if (!vision || kind.of.part.role !== "vision") return L;
  return alg.apply(layersOfImages, { n_im: alg.input("model.vision.images", vision.images, "1"), L });
}

/**
 * Forward FLOPs of one sequence through all layers of the given kinds: `C_l` in matmuls with weights, `C_a` in
 * attention cores.
 */
function forwardFlops<N>(
  alg: Algebra<N>,
  kinds: readonly KindFlops<N>[],
): { readonly C_l: N; readonly C_a: N } {
  const matmuls = "FLOPs of the layers' weight matmuls forward, one sequence";
  const cores = "FLOPs of the attention cores forward, one sequence";
  return {
    C_l: overKinds(alg, matmuls, kinds, (one) => one.matmuls),
    C_a: overKinds(alg, cores, kinds, ({ core }) => core),
  };
}

function overKinds<N>(
  alg: Algebra<N>,
  result: string,
  kinds: readonly KindFlops<N>[],
  of: (one: KindFlops<N>) => N,
): N {
  const parts = kinds.map((one) => ({ label: one.label, value: of(one) }));
  return total(alg, result, parts);
}

/**
 * Forward FLOPs of the head for one sequence, for all tokens that it predicts. For an image model, forward
 * FLOPs of patch embedding and classification head for one image.
 */
function headFlops<N>({ alg, x, scenario }: ModelContext<N>): N {
  const { patches, mtp } = scenario.model;
  const h = x.dModel;
  if (scenario.model.conditioning) return diffusionEnds({ alg, x, scenario });
  if (patches) {
    const { n_ch, n_j } = patchInputs(alg, patches);
    return alg.sum("FLOPs of the model's ends forward, one image", "FLOP", [
      {
        label: "FLOPs of the patch embedding",
        value: alg.apply(stacks.patchFlops, { s: x.seqLen, n_ch, n_j, h }),
      },
      { label: "FLOPs of the classification head", value: alg.apply(stacks.classFlops, { h, V: x.vocab }) },
    ]);
  }
  const once = alg.apply(book.headForwardFlops, { s: x.seqLen, h, V: x.vocab });
  if (mtp === 0) return once;
  return alg.apply(stacks.repeatedHead, { n: alg.input("model.mtp", mtp, "1"), C_v: once });
}

function kindFlops<N>(ctx: LayerContext<N>, L: N): KindFlops<N> {
  const { alg, x, attention, form, feedForward, experts, matrices, upMatrices } = ctx;
  const s = x.seqLen;
  const h = x.dModel;
  const label = `FLOPs of ${ctx.of.several}`;
  const heads = { L, s, h, d_h: x.dHead, a: x.heads, a_kv: x.kvHeads };
  const plain = attention && form?.name === "heads" && ctx.cross === null && !optionsOf(attention).gate;
  if (plain && ctx.of.part.role !== "prediction" && feedForward === "dense")
    return {
      label,
      matmuls: alg.apply(book.layerForwardFlops, { n_w: matrices, f: ctx.dFf, ...heads }),
      core: coreFlops(ctx, L),
      mlp: alg.apply(book.mlpRecomputeFlops, { B: x.trainedBatch, L, s, h, n_u: upMatrices, f: ctx.dFf }),
      again: recomputed(ctx, L, null),
    };
  const none = alg.constant("none", 0, "1", "definition");
  const mixer = mixerFlops(ctx, L, heads, none);
  const after =
    feedForward === "none"
      ? none
      : experts
        ? expertFlops(ctx, experts, L)
        : alg.apply(book.layerForwardFlops, {
            ...{ L, s, h, d_h: x.dHead, a: none, a_kv: none, n_w: matrices, f: ctx.dFf },
          });
  return {
    label,
    matmuls: alg.sum("FLOPs of the weight matmuls forward, one sequence", "FLOP", [
      {
        label: ctx.recurrent
          ? "FLOPs of the recurrent layers' projections"
          : "FLOPs of attention's projections",
        value: mixer.matmuls,
      },
      { label: experts ? "FLOPs of routers and experts" : "FLOPs of the MLPs", value: after },
      ...(ctx.of.part.role === "prediction"
        ? [
            {
              label: "FLOPs of multi-token prediction's projections",
              value: alg.apply(stacks.predictionFlops, { L, s, h }),
            },
          ]
        : []),
    ]),
    core: mixer.core,
    mlp: alg.apply(book.mlpRecomputeFlops, {
      B: x.trainedBatch,
      L: feedForward === "dense" ? L : none,
      s,
      h,
      n_u: upMatrices,
      f: ctx.dFf,
    }),
    again: recomputed(ctx, L, experts ? after : null),
  };
}

interface Heads<N> {
  readonly L: N;
  readonly s: N;
  readonly h: N;
  readonly d_h: N;
  readonly a: N;
  readonly a_kv: N;
}

function mixerFlops<N>(
  ctx: LayerContext<N>,
  L: N,
  heads: Heads<N>,
  none: N,
): { readonly matmuls: N; readonly core: N } {
  const { attention, form, recurrent } = ctx;
  if (recurrent) return recurrentFlops(ctx, recurrent, L);
  if (!form || !attention) return { matmuls: none, core: none };
  switch (form.name) {
    case "latent":
      return latentFlops(ctx, form, L);
    case "heads":
      return attentionFlops(ctx, optionsOf(attention).gate, L, heads, none);
  }
}

function attentionFlops<N>(
  ctx: LayerContext<N>,
  gate: boolean,
  L: N,
  heads: Heads<N>,
  none: N,
): { readonly matmuls: N; readonly core: N } {
  const { alg } = ctx;
  const own = {
    matmuls: alg.apply(book.layerForwardFlops, { n_w: none, f: none, ...heads }),
    core: coreFlops(ctx, L),
  };
  const further: { readonly label: string; readonly matmuls: N; readonly core: N }[] = [];
  if (ctx.cross !== null)
    further.push({ label: "attention to the encoder", ...crossFlops(ctx, ctx.cross, L) });
  if (gate) {
    const { s, h, a, d_h } = heads;
    further.push({ label: "gates", matmuls: alg.apply(stacks.gatedFlops, { L, s, h, a, d_h }), core: none });
  }
  if (further.length === 0) return own;
  const parts = [{ label: "attention", ...own }, ...further];
  const sum = (label: string, of: "matmuls" | "core"): N =>
    alg.sum(
      label,
      "FLOP",
      parts.map((part) => ({ label: part.label, value: part[of] })),
    );
  return {
    matmuls: sum("FLOPs of attention's weight matmuls forward, one sequence", "matmuls"),
    core: sum("FLOPs of the attention cores forward, one sequence", "core"),
  };
}

/** Forward FLOPs of `L` layers' attention cores for one sequence. */
function coreFlops<N>(ctx: LayerContext<N>, L: N): N {
  const { alg, x, window } = ctx;
  const shape = { L, s: x.seqLen, a: x.heads, d_h: x.dHead };
  const l_d = documentTokens(ctx);
  // A document of fewer tokens than the window limits attention like a window of its length.
  if (l_d !== null && (window === null || alg.less(l_d, window)))
    return alg.apply(book.windowCoreForwardFlops, { w: l_d, ...shape });
  return window === null
    ? alg.apply(book.coreForwardFlops, shape)
    : alg.apply(book.windowCoreForwardFlops, { w: window, ...shape });
}

/**
 * FLOPs of a step that selective recomputation adds in `L` layers, other than in MLPs and in unfused attention.
 * `mixture` is the experts' forward FLOPs for one sequence; null for layers without experts.
 */
function recomputed<N>(ctx: LayerContext<N>, L: N, mixture: N | null): readonly Part<N>[] {
  const { alg, x, form, recompute } = ctx;
  const step = (C_l: N): N => alg.apply(book.stepOf, { B: x.trainedBatch, C_l });
  const found: Part<N>[] = [];
  if (keepsByOperator(recompute))
    for (const { label, value } of repeatedFlops(ctx, L))
      found.push({ label: `FLOPs of recomputing ${label}`, value: step(value) });
  if (form?.name === "latent" && drops(recompute, "mla_up"))
    found.push({
      label: "FLOPs of recomputing the up-projections",
      value: step(latentUpFlops(ctx, form, L)),
    });
  if (mixture !== null && drops(recompute, "moe"))
    found.push({ label: "FLOPs of recomputing the experts", value: step(mixture) });
  return found;
}

/**
 * Sum of `parts`, named `result` in the derivation. A single part is returned as such, without a sum in the
 * derivation.
 */
function total<N>(alg: Algebra<N>, result: string, parts: readonly Part<N>[]): N {
  const [first, second] = parts;
  return first && !second ? first.value : alg.sum(result, "FLOP", parts);
}
