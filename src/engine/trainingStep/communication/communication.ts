import type { CollectiveEstimate } from "../../estimate/estimate.ts";
import * as book from "../../formulas/communication/collectives.ts";
import { residualTensor } from "../../formulas/memory/activations.ts";
import { collectiveTime } from "../collectives/collectives.ts";
import type { CollectiveOp, CollectiveTime } from "../collectives/collectiveTime.ts";
import type { Group } from "../fabric/groups.ts";
import type { Context } from "../inputs/context.ts";

/**
 * A collective that recurs in each layer, micro-batch or step: its number of calls in that period, their time, and the
 * part of the time that computation does not hide. All times are in seconds.
 */
export interface Recurring<N> {
  readonly dimension: CollectiveEstimate["dimension"];
  readonly op: CollectiveOp;
  readonly what: string;
  readonly group: Group;
  readonly algorithm: string;
  readonly bytes: N;
  readonly calls: N;
  readonly call: N;
  /** Time of all calls in one layer, micro-batch or step, s. */
  readonly total: N;
  /** True where the collective overlaps computation, so that later collectives find its links busy. */
  readonly hides: boolean;
  readonly exposed: N;
}

const OPS: Readonly<Record<CollectiveOp, string>> = {
  all_reduce: "all-reduce",
  all_gather: "all-gather",
  reduce_scatter: "reduce-scatter",
  all_to_all: "all-to-all",
  send_recv: "send/receive",
  broadcast: "broadcast",
};

type Named = Pick<Recurring<unknown>, "op" | "what" | "dimension">;

/** Name of a collective in a derivation, such as "all-reduce of gradients (8 dp ranks)". */
export const collectiveLabel = ({ op, what, dimension }: Named, ranks: number): string =>
  `${OPS[op]} of ${what} (${ranks} ${dimension} ranks)`;

/** Name of a collective's exposed time in a derivation: "exposed", then the collective's name. */
export const exposedLabel = (of: Named, ranks: number): string => `exposed ${collectiveLabel(of, ranks)}`;

/** Makes a recurring collective from its operation, group, bytes and calls. All its time is exposed (no overlap). */
export function recurring<N>(
  ctx: Context<N>,
  spec: Pick<Recurring<N>, "dimension" | "op" | "what" | "group" | "bytes" | "calls">,
): Recurring<N> {
  const { alg } = ctx;
  const { seconds, algorithm } = callTime(ctx, spec);
  const total = alg.apply(book.totalCallTime, { n_c: spec.calls, tau: seconds });
  const { dimension, op, what, group, bytes, calls } = spec;
  return {
    ...{ dimension, op, what, group, algorithm, bytes, calls },
    ...{ call: seconds, total, hides: false, exposed: total },
  };
}

/**
 * Time of one call of a collective, s, including what the framework adds: for `tp` the fields `collective_wait` and
 * `node_latency`, for `dp` the field `collective_efficiency`.
 */
function callTime<N>(
  ctx: Context<N>,
  { dimension, op, group, bytes }: Pick<Recurring<N>, "dimension" | "op" | "group" | "bytes">,
): CollectiveTime<N> {
  const { alg, x, scenario } = ctx;
  const { plan } = scenario;
  const { collectiveWaitSeconds, nodeLatencySeconds, cudaGraphs } = plan.framework;
  const call = collectiveTime(ctx, op, group, bytes);
  const waiting = (label: string, value: N): CollectiveTime<N> => ({
    algorithm: call.algorithm,
    seconds: alg.sum("time of a collective call and of waiting for its ranks", "s", [
      { label: `time of the ${OPS[op]} without waiting`, value: call.seconds },
      { label, value },
    ]),
  });
  if (dimension === "dp" && plan.framework.collectiveEfficiency < 1) {
    const seconds = alg.apply(book.slowedCall, { tau: call.seconds, eta_d: x.collectiveEfficiency });
    return { seconds, algorithm: call.algorithm };
  }
  // The framework's extra wait is due to hosts that launch at different times. CUDA graphs launch collectives
  // on all ranks without the hosts, and collectives that overlap matmuls start with the matmuls.
  const waits = collectiveWaitSeconds > 0 && !cudaGraphs && !(plan.overlap.tp && plan.sequenceParallel);
  if (dimension === "tp" && (waits || (group.outer > 1 && nodeLatencySeconds > 0))) {
    const n_c = alg.constant("further nodes", group.outer - 1, "1", "the plan's degrees on the machine");
    const further = alg.apply(book.totalCallTime, { n_c, tau: x.nodeLatency });
    return waiting(
      "waiting for other ranks and further nodes",
      alg.sum("wait of a tensor-parallel collective for its ranks", "s", [
        {
          label: "collective waits for other ranks to arrive",
          value: waits
            ? x.collectiveWait
            : alg.constant("no wait for hosts", 0, "s", "launched as graphs, or overlapped with matmuls"),
        },
        { label: "extra latency of the collective for further nodes", value: further },
      ]),
    );
  }
  return call;
}

/**
 * Bytes of a micro-batch's residual stream, or of one of `t_s` shards of it: the payload of tensor-parallel
 * collectives (`t_s` = 1) and of sends between pipeline stages. `B_a` is the bytes of an element.
 */
export function streamBytes<N>({ alg, x }: Context<N>, t_s: N, B_a: N = x.activationBytes): N {
  return alg.apply(residualTensor, {
    B_a,
    s: x.localSeqLen,
    b: x.microBatch,
    h: x.dModel,
    t_s,
  });
}

/** Collectives that one layer runs for one micro-batch, by pass. */
export interface LayerComm<N> {
  readonly forward: readonly Recurring<N>[];
  /** Collectives of the forward pass that run again when activations are recomputed. */
  readonly recompute: readonly Recurring<N>[];
  readonly backward: readonly Recurring<N>[];
}

export const NO_COMM: LayerComm<never> = { forward: [], recompute: [], backward: [] };

export const bothComm = <N>(a: LayerComm<N>, b: LayerComm<N>): LayerComm<N> => ({
  forward: [...a.forward, ...b.forward],
  recompute: [...a.recompute, ...b.recompute],
  backward: [...a.backward, ...b.backward],
});
