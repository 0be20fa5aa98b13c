import type { Context } from "./context.ts";
import type { StageLayout } from "./estimate.ts";
import * as book from "./formulas/params.ts";
import { layersPerStage } from "./formulas/pipeline.ts";

export interface StageParams<N> {
  /** Parameters of one layer on one tensor-parallel rank. */
  readonly layer: N;
  /** Parameters on a device, by stage. */
  readonly stages: readonly N[];
}

/** How many parameters a device of each stage holds before ZeRO shards them. */
export function stageParams<N>(ctx: Context<N>): StageParams<N> {
  const { alg, x, scenario } = ctx;
  const { model, plan } = scenario;
  const h = x.dModel;
  const norm = alg.apply(book.hiddenVectors, { n_n: x.normVectors, h });
  const layer = layerShard(ctx, norm);
  const vocabulary = alg.apply(book.embeddingShard, { V: x.vocab, h, t: x.tp });
  const stages = ctx.layouts.map((stage) => {
    const parts = [
      { label: "layers", value: alg.apply(book.repeatedParams, { n: layersOf(ctx, stage), P_x: layer }) },
    ];
    if (stage.embedding) {
      parts.push({ label: "embedding", value: vocabulary });
      if (model.positions === "learned")
        parts.push({ label: "positions", value: alg.apply(book.positionParams, { s_max: x.maxSeqLen, h }) });
    }
    if (stage.head) {
      parts.push({ label: "norm after the last layer", value: norm });
      // Tied embeddings are one matrix on one stage, and a copy kept equal on two.
      if (!model.tiedEmbeddings || plan.pp > 1) parts.push({ label: "head", value: vocabulary });
    }
    return alg.sum("parameters on a device", "param", parts);
  });
  return { layer, stages };
}

function layerShard<N>({ alg, x, scenario, attention, matrices, upMatrices }: Context<N>, norm: N): N {
  const h = x.dModel;
  const t = x.tp;
  const heads = { d_h: x.dHead, a: x.heads, a_kv: x.kvHeads, t };
  const two = alg.constant("norms of a layer", 2, "1", "arXiv:1706.03762, section 3.1");
  const parts = [
    { label: "attention", value: alg.apply(book.attentionWeightsShard, { h, ...heads }) },
    { label: "MLP", value: alg.apply(book.mlpWeightsShard, { n_w: matrices, h, f: x.dFf, t }) },
    { label: "norms", value: alg.apply(book.repeatedParams, { n: two, P_x: norm }) },
  ];
  if (attention.qkvBias)
    parts.push({ label: "query, key, value biases", value: alg.apply(book.attentionBiasesShard, heads) });
  if (scenario.model.bias) {
    parts.push({ label: "output bias", value: h });
    parts.push({
      label: "MLP biases",
      value: alg.apply(book.mlpBiasesShard, { n_u: upMatrices, h, f: x.dFf, t }),
    });
  }
  return alg.sum("parameters of a layer on a device", "param", parts);
}

/** The number of layers of a stage: a formula where it is one, else read off the layout. */
export function layersOf<N>({ alg, x, scenario }: Context<N>, stage: StageLayout): N {
  const { plan } = scenario;
  if (plan.split === "even") return alg.apply(layersPerStage, { L: x.layers, p: x.pp });
  return alg.constant(`layers of stage ${stage.stage}`, stage.layers, "1", `split = ${plan.split}`);
}
