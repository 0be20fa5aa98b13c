import type { Context } from "../context.ts";
import type { CollectiveEstimate } from "../estimate.ts";
import * as book from "../formulas/collectives.ts";
import { residualTensor } from "../formulas/memory.ts";
import { collectiveTime } from "./collectives.ts";
import type { CollectiveOp, CollectiveTime } from "./collectiveTime.ts";
import type { Group } from "./groups.ts";

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

/** Collectives beside the same computation: those over the same links have of it what their time is of all their time. */
export function sharing<N>(
  ctx: Context<N>,
  sent: readonly Recurring<N>[],
  { behind, share }: Hiding<N>,
): readonly Recurring<N>[] {
  const { alg } = ctx;
  return sent.map((one) => {
    const rivals = sent.filter(({ group }) => group.tier === one.group.tier);
    if (rivals.length === 1) return { ...one, exposed: exposedOf(ctx, one.total, { behind, share }) };
    const all = rivals.map(({ what, total }) => ({ label: what, value: total }));
    const own = alg.apply(book.hidingShare, {
      tau_h: behind,
      tau_x: one.total,
      tau_1: alg.sum("collectives beside the same computation", "s", all),
    });
    return { ...one, exposed: exposedOf(ctx, one.total, { behind: own, share }) };
  });
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

/** All-gathers and reduce-scatters share the computation they hide behind. */
export function halve<N>({ alg }: Context<N>, seconds: N): N {
  const n = alg.constant("half", 0.5, "1", "all-gathers and reduce-scatters share the computation");
  return alg.apply(book.totalCallTime, { n_c: n, tau: seconds });
}
