import type { Compute } from "../compute/layerTime.ts";
import { isLow } from "../compute/precision.ts";
import { skippedEnds } from "../compute/recomputed.ts";
import type { Context } from "../context.ts";
import type { CollectiveEstimate } from "../estimate.ts";
import * as book from "../formulas/collectives.ts";
import { residualTensor } from "../formulas/memory.ts";
import type { LayerContext } from "../layerContext.ts";
import { collectiveTime } from "./collectives.ts";
import type { CollectiveOp, CollectiveTime } from "./collectiveTime.ts";
import { type Group, groupOf } from "./groups.ts";

/** A collective that recurs: how often in each layer, micro-batch or step, and what of it computation hides. */
export interface Recurring<N> {
  readonly dimension: CollectiveEstimate["dimension"];
  readonly op: CollectiveOp;
  readonly what: string;
  readonly group: Group;
  readonly algorithm: string;
  readonly bytes: N;
  readonly calls: N;
  readonly call: N;
  /** All its calls of one layer, micro-batch or step. */
  readonly total: N;
  readonly exposed: N;
}

/** Computation that a collective runs beside. */
export interface Hiding<N> {
  readonly behind: N;
  /** What of the collective nothing can hide. */
  readonly share: N;
  /** A layer's modules by their share of its weights, in order, where each hides the transfer of the next alone. */
  readonly modules?: readonly number[] | null;
}

export function recurring<N>(
  ctx: Context<N>,
  spec: Pick<Recurring<N>, "dimension" | "op" | "what" | "group" | "bytes" | "calls">,
  hide?: Hiding<N>,
): Recurring<N> {
  const { alg } = ctx;
  const { seconds, algorithm } = callTime(ctx, spec);
  const total = alg.apply(book.totalCallTime, { n_c: spec.calls, tau: seconds });
  const exposed = hide ? exposedOf(ctx, total, hide) : total;
  const { dimension, op, what, group, bytes, calls } = spec;
  return { dimension, op, what, group, algorithm, bytes, calls, call: seconds, total, exposed };
}

function exposedOf<N>({ alg, x }: Context<N>, tau_x: N, { behind, share, modules }: Hiding<N>): N {
  if (!modules)
    return alg.apply(book.exposedBehind, { tau_x, tau_h: behind, c_x: share, kappa: x.contention });
  const hidden = modules.map((own, i) => {
    const next = modules[(i + 1) % modules.length] ?? own;
    const c_i = alg.constant("a module's share of its layer", own, "1", "the layer's matrices");
    const c_j = alg.constant("the next module's share", next, "1", "the layer's matrices");
    return {
      label: "behind a module",
      value: alg.apply(book.hiddenBehindModule, { c_j, tau_x, c_i, tau_h: behind }),
    };
  });
  return alg.apply(book.exposedBeside, { tau_x, tau_1: alg.sum("hidden behind modules", "s", hidden) });
}

/** A call, and what the framework makes it wait for besides (see the fields `collective_wait` and `node_latency`). */
function callTime<N>(
  ctx: Context<N>,
  { dimension, op, group, bytes }: Pick<Recurring<N>, "dimension" | "op" | "group" | "bytes">,
): CollectiveTime<N> {
  const { alg, x, scenario } = ctx;
  const { plan } = scenario;
  const { collectiveWaitSeconds, nodeLatencySeconds } = plan.framework;
  const call = collectiveTime(ctx, op, group, bytes);
  const waiting = (label: string, value: N): CollectiveTime<N> => ({
    algorithm: call.algorithm,
    seconds: alg.sum("time of a collective and its wait", "s", [
      { label: op, value: call.seconds },
      { label, value },
    ]),
  });
  if (dimension === "dp" && plan.framework.collectiveEfficiency < 1) {
    const seconds = alg.apply(book.slowedCall, { tau: call.seconds, eta_d: x.collectiveEfficiency });
    return { seconds, algorithm: call.algorithm };
  }
  if (dimension === "tp" && (collectiveWaitSeconds > 0 || (group.outer > 1 && nodeLatencySeconds > 0))) {
    const n_c = alg.constant("further nodes", group.outer - 1, "1", "the plan's degrees on the machine");
    const further = alg.apply(book.totalCallTime, { n_c, tau: x.nodeLatency });
    return waiting(
      "ranks and nodes",
      alg.sum("wait of a tensor-parallel collective", "s", [
        { label: "for each other", value: x.collectiveWait },
        { label: "further nodes", value: further },
      ]),
    );
  }
  return call;
}

/** The whole residual stream of a micro-batch, what tensor-parallel collectives carry. */
export function streamBytes<N>({ alg, x }: Context<N>, t_s: N, B_a: N = x.activationBytes): N {
  return alg.apply(residualTensor, {
    B_a,
    s: x.localSeqLen,
    b: x.microBatch,
    h: x.dModel,
    t_s,
  });
}

export interface LayerComm<N> {
  readonly forward: readonly Recurring<N>[];
  readonly backward: readonly Recurring<N>[];
}

/**
 * Tensor-parallel collectives of one layer and micro-batch: two all-reduces forward and two backward
 * (arXiv:1909.08053, section 3), or as many all-gathers and reduce-scatters under sequence parallelism
 * (arXiv:2205.05198, section 4.2.2); forward ones again under full recomputation.
 */
export function layerTpComm<N>(ctx: LayerContext<N>, layer: Compute<N>): LayerComm<N> {
  const { alg, x, scenario } = ctx;
  const { plan, cluster } = scenario;
  if (plan.tp === 1) return { forward: [], backward: [] };
  const group = groupOf(plan, cluster, "tp");
  const bytes = streamBytes(ctx, x.one);
  // Inputs of linear layers are gathered as they will be multiplied: in 8 or 4 bits where they are cast.
  const operands = isLow(plan.precision) ? streamBytes(ctx, x.one, x.operandBytes) : bytes;
  const share = alg.apply(book.shardBytes, { Q: x.one, n: x.tp });
  const hidden = plan.overlap.tp && plan.sequenceParallel;
  const hides = hidden ? hiding(ctx, layer, share) : null;
  const ops: readonly CollectiveOp[] = plan.sequenceParallel
    ? ["all_gather", "reduce_scatter"]
    : ["all_reduce"];
  const item = (op: CollectiveOp, times: number, what: string, pass: Pass): Recurring<N> => {
    const calls = alg.constant("calls of a layer", times, "1", "arXiv:1909.08053, section 3");
    const sent = op === "all_gather" ? operands : bytes;
    return recurring(ctx, { dimension: "tp", op, what, group, bytes: sent, calls }, hides?.(pass, op));
  };
  const items = (times: number, what: string, pass: Pass): readonly Recurring<N>[] =>
    ops.map((op) => item(op, times, what, pass));
  // Routed experts take each rank's share of the sequence as it is: only attention and shared experts gather it.
  // Attention and feed-forward of a parallel block share one (arXiv:2204.02311, section 2).
  const routed = ctx.experts !== null && ctx.experts.n_h === null;
  const blocks = scenario.model.block === "parallel" ? 1 : ctx.sublayers - (routed ? 1 : 0);
  if (blocks === 0) return { forward: [], backward: [] };
  const backward = [...items(blocks, "activation gradients", "backward")];
  if (plan.recompute.kind === "full")
    for (const op of ops) {
      // A product that is skipped has no result to add up; inputs are gathered nonetheless.
      const skipped = skippedEnds(plan.framework).filter((end) => !routed || end === "attention_end");
      const left = op === "all_gather" ? blocks : blocks - skipped.length;
      if (left > 0) backward.push(item(op, left, "activations, recomputed", "recompute"));
    }
  return { forward: items(blocks, "activations", "forward"), backward };
}

type Pass = "forward" | "backward" | "recompute";

/**
 * What hides the collectives of a layer's passes; `share` is one rank's of the sequence. In pieces all of a pass's computation
 * hides all but one piece. Else a gather is beside the product of the rank's own share, for which the forward products, as long
 * as the gradients of the weights, stand; those themselves hide the scatter of the inputs' gradients, and nothing a scatter forward.
 */
function hiding<N>(
  ctx: Context<N>,
  layer: Compute<N>,
  share: N,
): (pass: Pass, op: CollectiveOp) => Hiding<N> | undefined {
  const { alg, scenario } = ctx;
  if (scenario.plan.framework.tpOverlap === "pieces")
    return (pass) => ({ behind: halve(ctx, layer[pass]), share });
  const nothing = alg.constant("share that nothing can hide", 0, "1", "a product runs beside all of it");
  return (pass, op) => {
    if (op === "all_gather")
      return { behind: alg.apply(book.totalCallTime, { n_c: share, tau: layer.weights }), share: nothing };
    return pass === "backward" ? { behind: layer.weights, share: nothing } : undefined;
  };
}

/** All-gathers and reduce-scatters share the computation they hide behind. */
export function halve<N>({ alg }: Context<N>, seconds: N): N {
  const n = alg.constant("half", 0.5, "1", "all-gathers and reduce-scatters share the computation");
  return alg.apply(book.totalCallTime, { n_c: n, tau: seconds });
}

/** Vocabulary-parallel collectives of one micro-batch at the two ends of the model. */
export function endsTpComm<N>(ctx: Context<N>): {
  readonly embedding: LayerComm<N>;
  readonly head: LayerComm<N>;
} {
  const none: LayerComm<N> = { forward: [], backward: [] };
  const { alg, x, scenario } = ctx;
  const { plan, cluster } = scenario;
  // Every rank embeds an image's patches by itself, and its head reads one token.
  if (plan.tp === 1 || scenario.model.patches) return { embedding: none, head: none };
  const group = groupOf(plan, cluster, "tp");
  const stream = streamBytes(ctx, x.one);
  const item = (op: CollectiveOp, what: string, bytes: N, times: number): Recurring<N> => {
    const calls = alg.constant("calls of a micro-batch", times, "1", "arXiv:1909.08053, section 3");
    return recurring(ctx, { dimension: "tp", op, what, group, bytes, calls });
  };
  const loss = alg.apply(book.lossPayload, { B_f: x.floatBytes, s: x.localSeqLen, b: x.microBatch });
  const losses = item("all_reduce", "softmax of the loss", loss, 3);
  return plan.sequenceParallel
    ? {
        embedding: {
          forward: [item("reduce_scatter", "embeddings", stream, 1)],
          backward: [item("all_gather", "embedding gradients", stream, 1)],
        },
        head: {
          forward: [item("all_gather", "input of the head", stream, 1), losses],
          backward: [item("reduce_scatter", "gradient of the head's input", stream, 1)],
        },
      }
    : {
        embedding: { forward: [item("all_reduce", "embeddings", stream, 1)], backward: [] },
        head: {
          forward: [losses],
          backward: [item("all_reduce", "gradient of the head's input", stream, 1)],
        },
      };
}
