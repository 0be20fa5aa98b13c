import type { Part } from "../algebra.ts";
import type { ModelContext } from "../context.ts";
import { repeatedBytes, stateCopies } from "../formulas/memory.ts";
import * as book from "../formulas/offload.ts";
import { movedBytes, stateShards, type Updated } from "../optimizerTime.ts";
import type { StatePlace } from "../scenario.ts";
import { nodeDevices } from "./nodeDevices.ts";
import { statePlace } from "./statePlace.ts";

/** What copies of offloaded state run beside: a step's passes of the slowest stage, s. */
export interface Passes<N> {
  readonly forward: N;
  readonly backward: N;
}

/**
 * Copies of offloaded weights and gradients, as far as a step's passes do not cover them. Each device copies its own share
 * over its own link, and gathers the rest from the others (arXiv:2104.07857, section 6.1).
 */
export function exposedCopies<N>(
  ctx: ModelContext<N>,
  updated: Updated<N>,
  { forward, backward }: Passes<N>,
): readonly Part<N>[] {
  const { alg, x, scenario } = ctx;
  const { plan } = scenario;
  const found: Part<N>[] = [];
  const add = (label: string, tau_x: N, tau_h: N): void => {
    found.push({ label, value: alg.apply(book.uncovered, { tau_x, tau_h }) });
  };
  if (plan.stateOffload.weights !== "none") {
    const Q = shareOf(ctx, updated, x.gatherBytes);
    const tau = (n: N): N => copies(ctx, plan.stateOffload.weights, "read", n, Q);
    const none = alg.constant("passes beside", 0, "s", "prefetch = 0");
    const cover = (passes: N): N => (plan.prefetch > 0 ? passes : none);
    const times = plan.reshardAfter === "step" ? x.one : x.microBatches;
    add("weights, forward", tau(times), cover(forward));
    if (plan.reshardAfter === "forward") add("weights, backward", tau(times), cover(backward));
  }
  if (plan.stateOffload.optimizer !== "none") {
    const often = statePlace(plan, "gradients") !== "none";
    const Q = shareOf(ctx, updated, x.reduceBytes);
    const tau = copies(ctx, plan.stateOffload.optimizer, "written", often ? x.microBatches : x.one, Q);
    const none = alg.constant("passes beside", 0, "s", "gradients go to the host after the last pass");
    add("gradients to the host", tau, often ? backward : none);
  }
  return found;
}

/**
 * The update by the host's processors, the copy of new weights to the device beside it, and reading and writing the drives,
 * block by block: the slowest of the three sets the pace; null where the device itself updates. A delayed update is seen
 * only where it takes longer than the next step's passes.
 */
export function hostUpdateTime<N>(ctx: ModelContext<N>, updated: Updated<N>, passes: Passes<N>): N | null {
  const { alg, x, scenario } = ctx;
  const { optimizer, weights, delayed } = scenario.plan.stateOffload;
  if (optimizer === "none") return null;
  const beside: Part<N>[] = [
    {
      label: "update by the host",
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
    const value = alg.apply(book.stateCopy, { n: x.one, Q, R_h: x.hostRate });
    beside.push({ label: "new weights to the device", value });
  }
  if (optimizer === "nvme") {
    const state = (B_x: N): N =>
      overParams(ctx, updated, "state of the optimizer", (P, n_s) =>
        alg.apply(book.offloadedState, {
          B_x,
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
    beside.push({ label: "drives", value: drives(ctx, read, written) });
  }
  const update = slower(ctx, "update of offloaded state", beside);
  if (!delayed) return update;
  const tau_h = alg.sum("passes of a step", "s", [
    { label: "forward", value: passes.forward },
    { label: "backward", value: passes.backward },
  ]);
  return alg.apply(book.uncovered, { tau_x: update, tau_h });
}

function slower<N>({ alg }: ModelContext<N>, what: string, parts: readonly Part<N>[]): N {
  return alg.max(`time of ${what}`, "s", parts);
}

/** Bytes of a device's share of its parameters at `B_x` each. */
function shareOf<N>(ctx: ModelContext<N>, updated: Updated<N>, B_x: N): N {
  return overParams(ctx, updated, "a device's share", (P, n_s) =>
    ctx.alg.apply(stateCopies, { B_x, P, n_s }),
  );
}

function overParams<N>(
  ctx: ModelContext<N>,
  { dense, experts }: Updated<N>,
  what: string,
  of: (P: N, n_s: N) => N,
): N {
  const shards = stateShards(ctx);
  const most = of(dense, shards.dense);
  if (experts === null) return most;
  return ctx.alg.sum(what, "B", [
    { label: "all but routed experts", value: most },
    { label: "routed experts", value: of(experts, shards.experts ?? ctx.x.one) },
  ]);
}

/** `n` copies of a device's share over its link; to or from drives, no faster than these. */
function copies<N>(ctx: ModelContext<N>, place: StatePlace, way: "read" | "written", n: N, Q: N): N {
  const { alg, x } = ctx;
  const link = alg.apply(book.stateCopy, { n, Q, R_h: x.hostRate });
  if (place !== "nvme") return link;
  const all = alg.apply(repeatedBytes, { n, Q });
  const none = alg.constant("nothing", 0, "B", "copies go one way");
  return slower(ctx, "copies", [
    { label: "link", value: link },
    { label: "drives", value: way === "read" ? drives(ctx, all, none) : drives(ctx, none, all) },
  ]);
}

/** Reading and writing by the drives of a node. */
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
