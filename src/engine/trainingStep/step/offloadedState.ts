import type { Part } from "../../core/algebra.ts";
import { product } from "../../formulas/communication/collectives.ts";
import { shardBytes } from "../../formulas/communication/payloads.ts";
import { repeatedBytes, stateCopies } from "../../formulas/memory/memory.ts";
import * as book from "../../formulas/memory/offload.ts";
import type { ModelContext } from "../model/layerContext.ts";
import { hostShare } from "../offload/hostShare.ts";
import { nodeDevices } from "../offload/nodeDevices.ts";
import { statePlace } from "../offload/statePlace.ts";
import { movedBytes, stateShards, type Updated } from "./optimizerTime.ts";

/** Time of the slowest stage's passes in a step, which copies of offloaded weights and gradients can overlap, s. */
export interface OverlappedPasses<N> {
  readonly forward: N;
  readonly backward: N;
  /** Times for which the stage waits for other stages and for its replicas, s; copies continue meanwhile. */
  readonly idle: readonly Part<N>[];
}

/**
 * Exposed time of the copies of offloaded weights and gradients in a step, s, in parts. Each device copies its own
 * shard over its own link to the host, and gathers the rest from other devices (arXiv:2104.07857, section 6.1). Links
 * carry both directions at once; drives do not. Empty where the plan offloads neither weights nor optimizer state.
 */
export function exposedCopies<N>(
  ctx: ModelContext<N>,
  updated: Updated<N>,
  passes: OverlappedPasses<N>,
): readonly Part<N>[] {
  const { alg, x, scenario } = ctx;
  const { plan } = scenario;
  const { optimizer, weights } = plan.stateOffload;
  if (optimizer === "none" && weights === "none") return [];
  const none = alg.constant("nothing", 0, "B", "copied meanwhile");
  const R_h = hostShare(ctx);
  const link = (Q: N): N => alg.apply(book.stateCopy, { n: x.one, Q, R_h });
  const back = [{ label: "backward passes of the step", value: passes.backward }, ...passes.idle];
  const all = alg.sum("passes of a step", "s", [
    { label: "forward passes of the step", value: passes.forward },
    ...back,
  ]);
  const scattered = statePlace(plan, "gradients") !== "none";
  const Q_r = weights === "none" ? none : copiedIn(ctx, updated);
  const Q_w = scattered
    ? alg.apply(repeatedBytes, { n: x.microBatches, Q: shareOf(ctx, updated, x.reduceBytes) })
    : none;
  const hidden: Part<N>[] = [];
  const after: Part<N>[] = [];
  const add = (label: string, tau_x: N, tau_h: N): void => {
    hidden.push({ label, value: alg.apply(book.uncovered, { tau_x, tau_h }) });
  };
  const ahead = plan.prefetch > 0;
  if (weights !== "none") {
    if (ahead) add("copies of offloaded weights to the device", link(Q_r), all);
    else after.push({ label: "copies of offloaded weights to the device, not prefetched", value: link(Q_r) });
  }
  if (scattered)
    add("copies of gradients to the host", link(Q_w), alg.sum("backward passes and waiting", "s", back));
  if (weights === "nvme" || (scattered && optimizer === "nvme")) {
    const read = weights === "nvme" ? Q_r : none;
    add("reading and writing drives", drives(ctx, read, optimizer === "nvme" ? Q_w : none), all);
  }
  if (optimizer !== "none" && !scattered)
    after.push({
      label: "copies of gradients to the host after the last pass",
      value: link(shareOf(ctx, updated, x.reduceBytes)),
    });
  if (weights !== "none" && optimizer === "none")
    after.push({
      label: "copies of updated weights from the device",
      value: link(shareOf(ctx, updated, x.weightBytes)),
    });
  if (hidden.length === 0) return after;
  return [
    {
      label: "exposed part of copies that overlap the passes",
      value: alg.max("copies that do not overlap passes", "s", hidden),
    },
    ...after,
  ];
}

/**
 * Bytes of weights that a step copies from the host to a device: the device's shard of all weights (frozen weights
 * included), times the number of copies in a step.
 */
function copiedIn<N>(ctx: ModelContext<N>, { gathered: { dense, experts } }: Updated<N>): N {
  const { alg, x } = ctx;
  const shards = stateShards(ctx);
  const times = weightCopies(ctx);
  const share = (Q: N, n: N): N => alg.apply(repeatedBytes, { n: times, Q: alg.apply(shardBytes, { Q, n }) });
  const most = share(dense, shards.dense);
  if (experts === null) return most;
  return alg.sum("weights copied to a device", "B", [
    { label: "parameters except routed experts", value: most },
    { label: "routed experts", value: share(experts, shards.experts ?? x.one) },
  ]);
}

/** Number of times that a device's shard of the weights is copied from the host in a step. */
function weightCopies<N>({ alg, x, scenario }: ModelContext<N>): N {
  const { reshardAfter } = scenario.plan;
  if (reshardAfter === "step") return x.one;
  if (reshardAfter === "backward") return x.microBatches;
  const n = alg.constant("copies of a micro-batch", 2, "1", "forward and backward");
  return alg.apply(product, { n, n_c: x.microBatches });
}

/**
 * Exposed time of optimizer updates by the host's processors in a step, s; null where the device updates. The update,
 * the copy of new weights to the device, and drive transfers run block by block at the same time, and the slowest sets
 * the time. `ofStep` converts the time of one update to that of a step. A delayed update overlaps the next step's
 * `passes` and is exposed only where it takes longer.
 */
export function hostUpdateTime<N>(
  ctx: ModelContext<N>,
  updated: Updated<N>,
  { ofStep, passes }: { ofStep(update: N): N; readonly passes: readonly Part<N>[] },
): N | null {
  const { alg, x, scenario } = ctx;
  const { optimizer, weights, delayed } = scenario.plan.stateOffload;
  if (optimizer === "none") return null;
  const concurrent: Part<N>[] = [
    {
      label: "optimizer update by the host's processors",
      value: alg.apply(book.hostUpdate, {
        n_d: nodeDevices(ctx),
        Q: movedBytes(ctx, updated),
        eta_h: x.hostEfficiency,
        W_h: x.hostMemoryRate,
      }),
    },
  ];
  if (weights === "none") {
    const Q = shareOf(ctx, updated, x.weightBytes);
    const value = alg.apply(book.stateCopy, { n: x.one, Q, R_h: hostShare(ctx) });
    concurrent.push({ label: "copy of updated weights to the device", value });
  }
  if (optimizer === "nvme") {
    const state = (B_x: N): N =>
      overTrained(ctx, updated, "state of the optimizer", (P, n_s) =>
        alg.apply(book.offloadedState, {
          B_cp: B_x,
          B_m: x.masterBytes,
          n_o: x.moments,
          B_o: x.momentBytes,
          P,
          n_s,
        }),
      );
    const none = alg.constant("weights written", 0, "B", "they are not on the drives");
    const read = state(x.gradientBytes);
    const written = state(weights === "nvme" ? x.weightBytes : none);
    concurrent.push({
      label: "reading and writing the optimizer state on drives",
      value: drives(ctx, read, written),
    });
  }
  const updates = ofStep(slower(ctx, "the update of offloaded state", concurrent));
  if (!delayed) return updates;
  const tau_h = alg.sum("the next step until its update", "s", passes);
  return alg.apply(book.uncovered, { tau_x: updates, tau_h });
}

function slower<N>({ alg }: ModelContext<N>, what: string, parts: readonly Part<N>[]): N {
  return alg.max(`time of ${what}`, "s", parts);
}

/** Bytes of a device's shard of the trained parameters, with `B_x` bytes for each parameter. */
function shareOf<N>(ctx: ModelContext<N>, updated: Updated<N>, B_x: N): N {
  return overTrained(ctx, updated, "a device's share", (P, n_s) =>
    ctx.alg.apply(stateCopies, { B_cp: B_x, P, n_s }),
  );
}

function overTrained<N>(
  ctx: ModelContext<N>,
  { dense, experts }: Updated<N>,
  what: string,
  of: (P: N, n_s: N) => N,
): N {
  const shards = stateShards(ctx);
  const most = of(dense, shards.dense);
  if (experts === null) return most;
  return ctx.alg.sum(what, "B", [
    { label: "parameters except routed experts", value: most },
    { label: "routed experts", value: of(experts, shards.experts ?? ctx.x.one) },
  ]);
}

/** Time in which the drives of a node read `Q_r` bytes and write `Q_w` bytes for each of its devices, s. */
function drives<N>(ctx: ModelContext<N>, Q_r: N, Q_w: N): N {
  const { alg } = ctx;
  const { drives } = ctx.scenario.cluster;
  return alg.apply(book.driveTime, {
    n_d: nodeDevices(ctx),
    Q_r,
    W_r: alg.input("cluster.nvme.read", drives?.readBytesPerSecond ?? 1, "B/s"),
    Q_w,
    W_v: alg.input("cluster.nvme.write", drives?.writeBytesPerSecond ?? 1, "B/s"),
    n: alg.input("cluster.nvme.count", drives?.count ?? 1, "1"),
  });
}
