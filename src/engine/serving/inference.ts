import type { Algebra, Part } from "../core/algebra.ts";
import type { Inference } from "../estimate/inference.ts";
import type { StageLayout } from "../estimate/stageLayout.ts";
import { totalCallTime } from "../formulas/communication/collectives.ts";
import { embeddingShard, repeatedParams } from "../formulas/model/params.ts";
import * as book from "../formulas/run/serving.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { collectiveTime } from "../trainingStep/collectives/collectives.ts";
import { streamBytes } from "../trainingStep/communication/communication.ts";
import { computes, times } from "../trainingStep/compute/layerTime.ts";
import { layerOperators } from "../trainingStep/compute/operators.ts";
import { groupOf } from "../trainingStep/fabric/groups.ts";
import { kernelStart } from "../trainingStep/kernels/kernels.ts";
import { context, type LayerContext, type ModelContext } from "../trainingStep/model/layerContext.ts";
import { layersOfKind, overKinds } from "../trainingStep/model/layersOfKind.ts";
import { stageParams } from "../trainingStep/model/stageParams.ts";
import { expertComm } from "../trainingStep/parallel/expertComm.ts";
import { layerTpComm } from "../trainingStep/parallel/tensorParallel.ts";

/**
 * Inference of a serving scenario (servingScenario.ts). `kvBytes` are the bytes of a cached number. null
 * where layers cannot be divided over stages.
 */
export function inferenceWith<N>(
  alg: Algebra<N>,
  scenario: Scenario,
  layouts: readonly StageLayout[] | null,
  kvBytes: number,
): Inference<N> | null {
  const ctx = context(alg, scenario, layouts);
  if (!ctx) return null;
  const { x } = ctx;
  const B_k = alg.input("plan.serve.kv", kvBytes, "B");
  const held = holds(ctx, B_k);
  const b = x.microBatch;
  const decode = decodeTime(ctx, held.cache);
  const rate = alg.apply(book.servedTokenRate, { b, tau: decode });
  const memory = alg.sum("memory of the fullest device that serves", "B", [
    { label: "weights of the serving device", value: held.weights },
    { label: "cache of keys and values", value: held.kv },
    { label: "device context and runtime", value: x.reserved },
  ]);
  return {
    weights: held.weights,
    kvPerToken: kvPerToken(ctx, B_k),
    kvCache: held.kv,
    memory,
    capacity: x.memory,
    fits: alg.atMost(memory, x.memory),
    largestBatch: alg.apply(book.largestBatch, {
      Q_d: x.memory,
      Q_f: x.reserved,
      Q_w: held.weights,
      Q_k: held.kv,
      b,
    }),
    prefill: prefillTime(ctx),
    decode,
    tokensPerSecond: rate,
    tokensPerSecondPerDevice: alg.apply(book.servedTokenRateEach, { n_r: rate, t: x.tp, p: x.pp }),
  };
}

/** Group of devices that decodes: weights and cache on its fullest device, B, and the time of a decoding step, s. */
export interface Decoding<N> {
  readonly weights: N;
  readonly kvCache: N;
  readonly seconds: N;
}

/** Decoding step of a serving scenario, without the rest of its inference. */
export function decodingWith<N>(
  alg: Algebra<N>,
  scenario: Scenario,
  layouts: readonly StageLayout[] | null,
  kvBytes: number,
): Decoding<N> | null {
  const ctx = context(alg, scenario, layouts);
  if (!ctx) return null;
  const held = holds(ctx, alg.input("plan.serve.kv", kvBytes, "B"));
  return { weights: held.weights, kvCache: held.kv, seconds: decodeTime(ctx, held.cache) };
}

/** Bytes that one token of one layer adds to the cache of one of `t` tensor-parallel ranks. */
function tokenBytes<N>({ alg, x, form }: LayerContext<N>, B_k: N, t: N): N {
  switch (form?.name) {
    case "latent":
      return alg.apply(book.latentKeyValueBytes, { r_kv: form.r_kv, d_r: form.d_r, B_k });
    case undefined:
    case "heads":
      return alg.apply(book.keyValueBytes, { a_kv: x.kvHeads, t, d_h: x.dHead, B_k });
  }
}

/** FLOPs of the cores of `n` layers' attention in a step of decoding, on a device. */
function decodeCores<N>(kind: LayerContext<N>, n: N): N {
  const { alg, x, form } = kind;
  const shape = { n, b: x.microBatch, s_k: cachedIn(kind), a: x.heads, t: x.tp };
  switch (form?.name) {
    case "latent":
      return alg.apply(book.decodeLatentFlops, { r_kv: form.r_kv, d_r: form.d_r, ...shape });
    case undefined:
    case "heads":
      return alg.apply(book.decodeCoreFlops, { d_h: x.dHead, ...shape });
  }
}

function kvPerToken<N>(ctx: ModelContext<N>, B_k: N): N {
  const { alg, x } = ctx;
  const parts = ctx.kinds.map((kind) => ({
    label: kind.kind,
    value: alg.apply(book.layersCache, {
      n: layersOfKind(ctx, kind),
      b: x.one,
      s_k: x.one,
      Q_t: tokenBytes(kind, B_k, x.one),
    }),
  }));
  return alg.sum("bytes that a token leaves in the cache", "B", parts);
}

const cachedIn = <N>({ alg, x, window }: LayerContext<N>): N =>
  window === null ? x.seqLen : alg.apply(book.cachedTokens, { s: x.seqLen, w: window });

interface Held<N> {
  readonly weights: N;
  readonly kv: N;
  /** Cache of all stages together, which a token passes in turn, B. */
  readonly cache: N;
}

/** Bytes of weights, with routed experts in their own format. */
function weightsOf<N>({ alg, x, scenario }: ModelContext<N>, label: string, dense: N, experts: N | null): N {
  const expertBytes = scenario.plan.serve?.expertBytes ?? null;
  const parts = [{ label: "parameters except routed experts", value: dense }];
  if (experts !== null) parts.push({ label: "parameters of routed experts", value: experts });
  const B_w = x.weightBytes;
  if (experts === null || expertBytes === null)
    return alg.apply(book.servedWeights, { B_w, P: alg.sum("parameters", "param", parts) });
  const narrow = alg.input("plan.serve.experts", expertBytes, "B");
  return alg.sum(label, "B", [
    { label: "weights except routed experts", value: alg.apply(book.servedWeights, { B_w, P: dense }) },
    { label: "weights of routed experts", value: alg.apply(book.servedWeights, { B_w: narrow, P: experts }) },
  ]);
}

/** Weights and cache of the fullest stage's device. Ranks of a stage hold equal shares. */
function holds<N>(ctx: ModelContext<N>, B_k: N): Held<N> {
  const { alg, x } = ctx;
  const params = stageParams(ctx);
  const caches = ctx.kinds.map((kind) =>
    alg.apply(book.layersCache, {
      n: x.one,
      b: x.microBatch,
      s_k: cachedIn(kind),
      Q_t: tokenBytes(kind, B_k, x.tp),
    }),
  );
  const stages = ctx.layouts.map((stage, i) => {
    const weights = weightsOf(ctx, "weights on a device", params.stages[i] as N, params.experts[i] ?? null);
    const kv = alg.sum(
      "cache of keys and values",
      "B",
      overKinds(ctx, stage, caches).map(({ label, n, value }) => ({
        label,
        value: alg.apply(book.layersCache, { n, b: x.one, s_k: x.one, Q_t: value }),
      })),
    );
    return { weights, kv };
  });
  const full = ({ weights, kv }: { weights: N; kv: N }): number => alg.value(weights) + alg.value(kv);
  const fullest = stages.reduce((most, stage) => (full(stage) > full(most) ? stage : most));
  const cache = alg.sum(
    "cache of keys and values of all stages",
    "B",
    stages.map(({ kv }, i) => ({ label: `cache of keys and values on stage ${i}`, value: kv })),
  );
  return { weights: fullest.weights, kv: fullest.kv, cache };
}

/**
 * Time to first token, s: training's forward kernels and collectives, through all stages in turn. The head's
 * single row for each sequence is ignored.
 */
function prefillTime<N>(ctx: ModelContext<N>): N {
  const { alg, x } = ctx;
  const work = computes(ctx);
  const parts: Part<N>[] = [{ label: "embedding of the prompt", value: work.embedding.forward }];
  ctx.kinds.forEach((kind, i) => {
    const layer = work.layers[i];
    if (!layer) return;
    const comm = [
      ...layerTpComm(kind, layer).forward,
      ...(kind.experts ? expertComm(kind, kind.experts, layer).forward : []),
    ];
    const one = alg.sum("a layer forward", "s", [
      { label: "forward kernels of a layer", value: layer.forward },
      ...comm.map(({ what, total }) => ({ label: what, value: total })),
    ]);
    parts.push({ label: kind.kind, value: times(ctx, layersOfKind(ctx, kind), one) });
  });
  parts.push(...sends(ctx, streamBytes(ctx, x.tp)));
  return alg.sum("time until the first token", "s", parts);
}

/** Time of the sends from stage to stage, s. */
function sends<N>(ctx: ModelContext<N>, bytes: N): readonly Part<N>[] {
  const { alg, scenario } = ctx;
  const { plan, cluster } = scenario;
  if (plan.pp === 1) return [];
  const { seconds } = collectiveTime(ctx, "send_recv", groupOf(plan, cluster, "pp"), bytes);
  const n_c = alg.constant("sends between stages", plan.pp - 1, "1", "pp - 1");
  return [{ label: "sends between stages", value: alg.apply(totalCallTime, { n_c, tau: seconds }) }];
}

/** Communication of a step of decoding: sends from stage to stage, and all-reduces of the layers. */
function decodeComm<N>(ctx: ModelContext<N>, stream: N): readonly Part<N>[] {
  const { alg, scenario } = ctx;
  const { plan, cluster, model } = scenario;
  const comm: Part<N>[] = [...sends(ctx, stream)];
  if (plan.tp > 1) {
    const { seconds } = collectiveTime(ctx, "all_reduce", groupOf(plan, cluster, "tp"), stream);
    const blocks = model.block === "parallel" ? 1 : 2;
    const n_c = alg.constant(
      "all-reduces of all layers",
      blocks * model.layers,
      "1",
      "arXiv:1909.08053, section 3",
    );
    comm.push({
      label: "tensor-parallel all-reduces",
      value: alg.apply(totalCallTime, { n_c, tau: seconds }),
    });
  }
  return comm;
}

function decodeTime<N>(ctx: ModelContext<N>, cache: N): N {
  const { alg, x } = ctx;
  const b = x.microBatch;
  const params = stageParams(ctx);
  const read: Part<N>[] = [];
  const experts: Part<N>[] = [];
  const passed: Part<N>[] = [];
  const cores: Part<N>[] = [];
  let kernels = 0;
  ctx.kinds.forEach((kind, i) => {
    const n = layersOfKind(ctx, kind);
    const layers = (value: N): N => alg.apply(repeatedParams, { n, P_x: value });
    const dense = layers(params.layers[i] as N);
    read.push({ label: kind.kind, value: dense });
    passed.push({ label: kind.kind, value: dense });
    const held = params.layerExperts[i];
    if (held && kind.experts) {
      const { n_e, k } = kind.experts;
      const label = `routed experts, ${kind.kind}`;
      const share = (n_x: N): N => alg.apply(book.expertsRead, { P_x: layers(held), n_x, n_e });
      experts.push({ label, value: share(alg.apply(book.touchedExperts, { n_e, k, b })) });
      passed.push({ label, value: share(k) });
    }
    cores.push({ label: `attention, ${kind.kind}`, value: decodeCores(kind, n) });
    kernels += layerOperators(kind).length * alg.value(n);
  });
  // The embedding is a lookup. The head is the only other matrix as wide as the vocabulary.
  const head = {
    label: "parameters of the head",
    value: alg.apply(embeddingShard, { V: x.vocab, h: x.dModel, t: x.tp }),
  };
  read.push(head);
  passed.push(head);
  const Q = alg.sum("bytes that a step of decoding reads", "B", [
    {
      label: "bytes of the weights that are read",
      value: weightsOf(
        ctx,
        "weights that are read",
        alg.sum("parameters that are read", "param", read),
        experts.length === 0 ? null : alg.sum("parameters of experts that are read", "param", experts),
      ),
    },
    { label: "cache of keys and values", value: cache },
  ]);
  const C = alg.sum("FLOPs of a step of decoding", "FLOP", [
    {
      label: "matmuls with weights",
      value: alg.apply(book.decodeFlops, {
        b,
        P: alg.sum("parameters that a token passes through", "param", passed),
      }),
    },
    ...cores,
  ]);
  const stream = alg.apply(book.decodeStream, { b, h: x.dModel, B_a: x.activationBytes });
  return alg.apply(book.decodeTime, {
    C,
    R: x.attentionRate,
    eta_c: x.gemmEfficiency,
    c_s: x.sustained,
    Q,
    W: x.memoryRate,
    eta_m: x.memoryEfficiency,
    n: alg.constant("kernels of all layers", kernels, "1", "the operators of a layer"),
    tau_0: kernelStart(alg),
    tau_x: alg.sum("communication of a step of decoding", "s", decodeComm(ctx, stream)),
  });
}
