import { isPositive } from "../../core/isPositive.ts";
import type { CheckpointEstimate } from "../../estimate/checkpointEstimate.ts";
import type { GoodputEstimate } from "../../estimate/goodputEstimate.ts";
import type { Preemptions } from "../../estimate/preemptions.ts";
import type { ReliabilityEstimate } from "../../estimate/reliabilityEstimate.ts";
import { persistedEvery } from "../../formulas/run/checkpoint.ts";
import * as book from "../../formulas/run/goodput.ts";
import { maintenanceShare } from "../../formulas/run/reliability.ts";
import type { Context } from "../../trainingStep/inputs/context.ts";
import { elasticRate } from "./elastic.ts";
import { interval } from "./interval.ts";
import { recovery } from "./recovery.ts";
import { repairLoad, waitingShare } from "./spares.ts";
import { preemptedShare } from "./spot.ts";

/** Goodput of a run; null where the rule for the checkpoint interval lacks its inputs. */
export function goodput<N>(
  ctx: Context<N>,
  failing: ReliabilityEstimate<N>,
  saving: CheckpointEstimate<N>,
  taken: Preemptions<N> | null,
  step: N,
): GoodputEstimate<N> | null {
  const { alg } = ctx;
  const M_c = failing.mtbf;
  const tau = interval(ctx, saving, M_c, step);
  if (tau === null) return null;
  const again = recovery(ctx, saving.load, failing);
  const of = { tau_i: tau, M_c, R_s: again.total, D_w: saving.unsafe, C_k: saving.blocking };
  const memory = memoryLevels(ctx, failing, of);
  const renewal = memory
    ? alg.apply(book.twoLevelGoodput, { K_p: memory.every, q_l: memory.lost, ...of })
    : alg.apply(book.renewalGoodput, of);
  const rate = elasticRate(ctx, failing, taken);
  const preempted = preemptedShare(ctx, taken, saving, again.announced);
  const waiting = waitingShare(ctx, failing);
  const maintained = maintainedShare(ctx, { ...of, R_s: again.planned });
  const shares = { g: renewal, c_a: rate, c_q: preempted, c_w: waiting, c_m: maintained };
  return {
    total: alg.apply(book.overallGoodput, shares),
    renewal,
    interval: tau,
    recovery: again,
    memory,
    rate,
    inRepair: repairLoad(ctx, failing),
    taken,
    preempted,
    waiting,
    maintained,
  };
}

interface Cycle<N> {
  readonly tau_i: N;
  readonly M_c: N;
  readonly R_s: N;
  readonly C_k: N;
}

/** Two-level checkpoints, in memory and in storage; null where no failure needs the second level. */
function memoryLevels<N>(
  { alg, scenario }: Context<N>,
  { lost }: ReliabilityEstimate<N>,
  { tau_i, M_c, R_s, C_k }: Cycle<N>,
): GoodputEstimate<N>["memory"] {
  const { checkpoint } = scenario.plan;
  if (checkpoint?.to !== "memory" || !isPositive(alg, lost)) return null;
  const tau_0 = alg.input("plan.checkpoint.persist", checkpoint.persistSeconds, "s");
  return {
    every: alg.apply(persistedEvery, { tau_0, tau_i, C_k }),
    lost: alg.apply(book.memoryLoss, { p_l: lost, R_s, M_c }),
  };
}

function maintainedShare<N>({ alg, scenario }: Context<N>, { R_s, C_k }: Cycle<N>): N {
  const { maintenance } = scenario.cluster;
  if (!maintenance) return alg.constant("maintenance", 0, "1", "maintenance = none");
  return alg.apply(maintenanceShare, {
    D_m: alg.input("cluster.maintenance.lasts", maintenance.lastsSeconds, "s"),
    R_s,
    C_k,
    D_p: alg.input("cluster.maintenance.every", maintenance.everySeconds, "s"),
  });
}
