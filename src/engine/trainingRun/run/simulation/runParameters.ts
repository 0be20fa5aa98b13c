import type { Estimate } from "../../../estimate/estimate.ts";
import type { Scenario } from "../../../scenario/scenario.ts";
import { goesOnWithout, standIns } from "../elastic.ts";
import { ratesLeft } from "../replicasLeft.ts";

/** Parameters of one simulated run, in seconds. */
export interface RunParameters {
  /** Duration of the steps without failures. */
  readonly training: number;
  readonly mtbf: number;
  readonly interval: number;
  readonly blocking: number;
  /** Time from the end of a checkpoint's stop until it is durable. */
  readonly unsafe: number;
  readonly recoveries: readonly Recovering[];
  /**
   * Probability that a failure loses the in-memory checkpoints. `persistedEvery` is the number of these for
   * each stored one.
   */
  readonly lost: number;
  readonly persistedEvery: number;
  /** Probability that a failure takes out a node. `repair` is the mean time until one is back. */
  readonly takesNode: number;
  /**
   * * Nodes that may be missing; infinity where a replacement is always available, or the run continues
   * without missing nodes.
   */
  readonly spares: number;
  readonly repair: number;
  /** Training rate of an elastic run, indexed by the number of missing nodes; null for a run that waits. */
  readonly rates: readonly number[] | null;
  /** Preemptions with notice, 1/s, without whose nodes an elastic run continues. */
  readonly reclaims: number;
  /** Planned stops that lose no work: how many there are per second of running time, and how long each lasts. */
  readonly stops: { readonly rate: number; readonly seconds: number } | null;
}

/**
 * A kind of failure in a simulated run. `upTo` is the cumulative probability of this kind and those listed
 * before. `unseen` and `seconds` are times to detection and from then to training, s.
 */
export interface Recovering {
  readonly upTo: number;
  readonly unseen: number;
  readonly seconds: number;
}

/** Parameters of simulated runs; null for a scenario without a token budget, failures or checkpoints. */
export function runParametersOf({ cluster, plan }: Scenario, estimate: Estimate): RunParameters | null {
  const { reliability, checkpoint, goodput, run } = estimate;
  if (!reliability || !checkpoint || !goodput || !run) return null;
  const spares = cluster.spares ?? Number.POSITIVE_INFINITY;
  const elastic = goesOnWithout({ cluster, plan }) ? plan.elastic : null;
  const { taken } = goodput;
  /**
   * * Rate at which failures take nodes from an elastic run, 1/s. `reclaimed` is the rate of preemptions,
   * `away` the average number of missing nodes.
   */
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
