import { drops } from "./activations.ts";
import type { Algebra, Part } from "./algebra.ts";
import type { LayerContext, ModelContext } from "./context.ts";
import { expertFlops } from "./experts.ts";
import { loraFlops } from "./formulas/lora.ts";
import * as book from "./formulas/work.ts";
import { latentFlops, latentUpFlops } from "./latent.ts";
import { layerTraits } from "./layerKinds.ts";
import { recurrentFlops } from "./recurrent.ts";
import { layersOfKind, type StageParams } from "./stageParams.ts";

/** FLOPs of one sequence forward through the layers of a kind. */
interface KindFlops<N> {
  readonly label: string;
  readonly products: N;
  readonly core: N;
  /** Of the MLPs' input products. */
  readonly mlp: N;
  /** Of a step's recomputation of latent attention's up-projections and of experts; nothing else of its modules has products. */
  readonly again: readonly Part<N>[];
}

/** FLOPs of a step over the whole cluster: the model's, and with recomputation. */
export function stepFlops<N>(
  ctx: ModelContext<N>,
  { lora }: StageParams<N>,
): { readonly model: N; readonly hardware: N } {
  const { alg, x, scenario } = ctx;
  const { recompute, flashAttention } = scenario.plan;
  const B = x.trainedBatch;
  const kinds = ctx.kinds.map((kind) => kindFlops(kind, layersOfKind(ctx, kind)));
  const over = (result: string, of: (one: KindFlops<N>) => N): N =>
    total(
      alg,
      result,
      kinds.map((one) => ({ label: one.label, value: of(one) })),
    );
  const C_l = over("FLOPs of the layers' weight products forward, one sequence", (one) => one.products);
  const C_a = over("FLOPs of the attention cores forward, one sequence", (one) => one.core);
  const C_v = alg.apply(book.headForwardFlops, { s: x.seqLen, h: x.dModel, V: x.vocab });
  const model =
    lora === null
      ? alg.apply(book.modelFlops, { B, C_l, C_a, C_v })
      : alg.apply(loraFlops, { B, C_l, C_a, C_v, s: x.seqLen, P_t: lora.trained });
  if (recompute.kind === "full")
    return { model, hardware: alg.apply(book.fullRecomputeFlops, { C: model, B, C_l, C_a }) };
  let hardware = model;
  if (drops(recompute, "attention") && !flashAttention)
    hardware = alg.apply(book.attentionRecomputeFlops, { C: hardware, B, C_a });
  if (drops(recompute, "mlp")) {
    const again = over("FLOPs of recomputing the MLPs' input products in a step", (one) => one.mlp);
    hardware = alg.sum("hardware FLOPs of a step", "FLOP", [
      { label: "without the MLPs' recomputation", value: hardware },
      { label: "the MLPs' recomputation", value: again },
    ]);
  }
  const again: Part<N>[] = [];
  for (const one of kinds) again.push(...one.again);
  if (again.length > 0)
    hardware = alg.sum("hardware FLOPs of a step", "FLOP", [
      { label: "without what is recomputed of latent attention and experts", value: hardware },
      ...again,
    ]);
  return { model, hardware };
}

function kindFlops<N>(ctx: LayerContext<N>, L: N): KindFlops<N> {
  const { alg, x, kind, latent, attention, feedForward, experts, matrices, upMatrices } = ctx;
  const s = x.seqLen;
  const h = x.dModel;
  const label = layerTraits[kind].several;
  const heads = { L, s, h, d_h: x.dHead, a: x.heads, a_kv: x.kvHeads };
  if (attention && !latent && feedForward === "dense")
    return {
      label,
      products: alg.apply(book.layerForwardFlops, { n_w: matrices, f: x.dFf, ...heads }),
      core: coreFlops(ctx, L),
      mlp: alg.apply(book.mlpRecomputeFlops, { B: x.trainedBatch, L, s, h, n_u: upMatrices, f: x.dFf }),
      again: [],
    };
  const none = alg.constant("none", 0, "1", "definition");
  const mixer = mixerFlops(ctx, L, heads, none);
  const after =
    feedForward === "none"
      ? none
      : experts
        ? expertFlops(ctx, experts, L)
        : alg.apply(book.layerForwardFlops, {
            ...{ L, s, h, d_h: x.dHead, a: none, a_kv: none, n_w: matrices, f: x.dFf },
          });
  return {
    label,
    products: alg.sum("FLOPs of the weight products forward, one sequence", "FLOP", [
      { label: ctx.recurrent ? "recurrence" : "attention", value: mixer.products },
      { label: experts ? "routers and experts" : "feed-forward", value: after },
    ]),
    core: mixer.core,
    mlp: alg.apply(book.mlpRecomputeFlops, {
      B: x.trainedBatch,
      L: feedForward === "dense" ? L : none,
      s,
      h,
      n_u: upMatrices,
      f: x.dFf,
    }),
    again: recomputed(ctx, L, experts ? after : null),
  };
}

function mixerFlops<N>(
  ctx: LayerContext<N>,
  L: N,
  heads: { readonly L: N; readonly s: N; readonly h: N; readonly d_h: N; readonly a: N; readonly a_kv: N },
  none: N,
): { readonly products: N; readonly core: N } {
  const { alg, attention, latent, recurrent } = ctx;
  if (recurrent) return recurrentFlops(ctx, recurrent, L);
  if (latent) return latentFlops(ctx, latent, L);
  if (!attention) return { products: none, core: none };
  return {
    products: alg.apply(book.layerForwardFlops, { n_w: none, f: none, ...heads }),
    core: coreFlops(ctx, L),
  };
}

/** FLOPs of `L` layers' attention cores forward, one sequence. */
function coreFlops<N>({ alg, x, window }: LayerContext<N>, L: N): N {
  const shape = { L, s: x.seqLen, a: x.heads, d_h: x.dHead };
  return window === null
    ? alg.apply(book.coreForwardFlops, shape)
    : alg.apply(book.windowCoreForwardFlops, { w: window, ...shape });
}

/** `mixture` is what the experts' FLOPs of one sequence are; null for a dense layer. */
function recomputed<N>(ctx: LayerContext<N>, L: N, mixture: N | null): readonly Part<N>[] {
  const { alg, x, scenario, latent } = ctx;
  const { recompute } = scenario.plan;
  const step = (C_l: N): N => alg.apply(book.stepOf, { B: x.trainedBatch, C_l });
  const found: Part<N>[] = [];
  if (latent && drops(recompute, "mla_up"))
    found.push({
      label: "the up-projections' recomputation",
      value: step(latentUpFlops(ctx, latent, L)),
    });
  if (mixture !== null && drops(recompute, "moe"))
    found.push({ label: "the experts' recomputation", value: step(mixture) });
  return found;
}

/** The sum of several parts; a single one is itself. */
function total<N>(alg: Algebra<N>, result: string, parts: readonly Part<N>[]): N {
  const [first, second] = parts;
  return first && !second ? first.value : alg.sum(result, "FLOP", parts);
}
