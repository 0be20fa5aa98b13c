import type { Estimate } from "../../../estimate/estimate.ts";
import type { Scenario } from "../../../scenario/scenario.ts";
import { goesOnWithout, standIns } from "../elastic.ts";
import { ratesLeft } from "../replicasLeft.ts";

/** What one run goes through, in seconds. */
export interface Course {
  /** Steps without failures. */
  readonly training: number;
  readonly mtbf: number;
  readonly interval: number;
  readonly blocking: number;
  /** From the end of a checkpoint's stop until it is safe. */
  readonly unsafe: number;
  readonly recoveries: readonly Recovering[];
  /** Chance that a failure loses the checkpoints in memory, and how many of them there are for each on storage. */
  readonly lost: number;
  readonly persistedEvery: number;
  /** Chance that a failure takes a node out, the nodes that may be missing, and the mean time until one is back. */
  readonly takesNode: number;
  /** Infinity where a node is always at hand, or the run goes on without. */
  readonly spares: number;
  readonly repair: number;
  /** Rate of a run that goes on, by the nodes that are missing; null for one that waits for them. */
  readonly rates: readonly number[] | null;
  /** Nodes a second that are taken back with notice, and that an elastic run trains on without. */
  readonly reclaims: number;
  /** Planned stops that lose no work: how many a second of the time that is not stopped, and how long each. */
  readonly stops: { readonly rate: number; readonly seconds: number } | null;
}

/** A kind of failure: the chance that a failure is of it or of one listed before, and its recovery, s: unseen, and from then. */
export interface Recovering {
  readonly upTo: number;
  readonly unseen: number;
  readonly seconds: number;
}

/** null for a scenario without a token budget, failures and checkpoints. */
export function courseOf({ cluster, plan }: Scenario, estimate: Estimate): Course | null {
  const { reliability, checkpoint, goodput, run } = estimate;
  if (!reliability || !checkpoint || !goodput || !run) return null;
  const spares = cluster.spares ?? Number.POSITIVE_INFINITY;
  const elastic = goesOnWithout({ cluster, plan }) ? plan.elastic : null;
  const { taken } = goodput;
  /** Nodes that leave an elastic run a second, and those that are away on average: in repair, and taken back. */
  const failed = elastic === null || Number.isFinite(spares) ? reliability.nodeRate : 0;
  const reclaimed = elastic && taken && cluster.spot ? taken.rate : 0;
  const away = (failed > 0 ? goodput.inRepair : 0) + reclaimed * (cluster.spot?.waitSeconds ?? 0);
  return {
    training: run.training,
    mtbf: reliability.mtbf,
    interval: goodput.interval,
    blocking: checkpoint.blocking,
    unsafe: checkpoint.unsafe,
    recoveries: recoveriesOf(reliability, goodput.recovery),
    lost: goodput.memory === null ? 0 : reliability.lost,
    persistedEvery: goodput.memory?.every ?? 1,
    takesNode: (failed + (taken?.noticed ? 0 : reclaimed)) / reliability.rate,
    spares: elastic ? Number.POSITIVE_INFINITY : spares,
    repair: failed + reclaimed > 0 ? away / (failed + reclaimed) : 0,
    rates: elastic && ratesLeft(plan, elastic.batch, standIns(cluster)),
    reclaims: taken?.noticed ? reclaimed : 0,
    stops:
      goodput.taken?.noticed && cluster.spot
        ? {
            rate: goodput.taken.rate,
            seconds:
              checkpoint.blocking +
              checkpoint.unsafe +
              (elastic ? 0 : cluster.spot.waitSeconds) +
              goodput.recovery.announced,
          }
        : null,
  };
}

function recoveriesOf(
  reliability: NonNullable<Estimate["reliability"]>,
  { total, kinds }: NonNullable<Estimate["goodput"]>["recovery"],
): readonly Recovering[] {
  if (kinds === null) return [{ upTo: 1, unseen: 0, seconds: total }];
  let upTo = 0;
  return reliability.kinds.map((kind, i) => {
    upTo += kind.rate / reliability.rate;
    const of = kinds[i];
    return {
      upTo: i === kinds.length - 1 ? 1 : upTo,
      unseen: of?.unseen ?? 0,
      seconds: of?.rest ?? total,
    };
  });
}
