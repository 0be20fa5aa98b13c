import type { CheckpointEstimate } from "../../estimate/checkpointEstimate.ts";
import type { Preemptions } from "../../estimate/preemptions.ts";
import { preemptionRate, preemptionShare } from "../../formulas/run/reliability.ts";
import type { Context } from "../../trainingStep/inputs/context.ts";

/** Preemptions of spot nodes; null where no capacity is reclaimed. */
export function preemptions<N>(
  { alg, scenario }: Context<N>,
  checkpoint: CheckpointEstimate<N> | null,
): Preemptions<N> | null {
  const { cluster } = scenario;
  const { spot } = cluster;
  if (!spot) return null;
  const rate = alg.apply(preemptionRate, {
    n_N:
      spot.per === "cluster"
        ? alg.constant("the whole cluster", 1, "1", "per = cluster")
        : alg.input("cluster.nodes", cluster.nodes, "1"),
    tau_p: alg.input("cluster.capacity.mtbf", spot.mtbfSeconds, "s"),
  });
  const inTime = ([blocking = 0, unsafe = 0]: readonly number[]) => blocking + unsafe <= spot.noticeSeconds;
  return {
    rate,
    noticed: checkpoint !== null && alg.decide([checkpoint.blocking, checkpoint.unsafe], inTime),
  };
}

/** Share of time that preemptions with notice cost. */
export function preemptedShare<N>(
  { alg, scenario }: Context<N>,
  found: Preemptions<N> | null,
  checkpoint: CheckpointEstimate<N>,
  R_s: N,
): N {
  const { spot } = scenario.cluster;
  if (!found?.noticed || !spot) return alg.constant("reclaimed nodes", 0, "1", "none with notice");
  return alg.apply(preemptionShare, {
    nu_x: found.rate,
    C_k: checkpoint.blocking,
    D_w: checkpoint.unsafe,
    D_q: scenario.plan.elastic
      ? alg.constant("wait for capacity", 0, "s", "elastic: the other replicas train on")
      : alg.input("cluster.capacity.wait", spot.waitSeconds, "s"),
    R_s,
  });
}
