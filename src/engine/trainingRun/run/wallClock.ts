import { isPositive } from "../../core/isPositive.ts";
import { prefixed } from "../../core/prefixed.ts";
import type { Breakdown } from "../../estimate/breakdown.ts";
import type { CheckpointEstimate } from "../../estimate/checkpointEstimate.ts";
import type { GoodputEstimate } from "../../estimate/goodputEstimate.ts";
import type { ReliabilityEstimate } from "../../estimate/reliabilityEstimate.ts";
import * as book from "../../formulas/run/goodput.ts";
import type { Context } from "../../trainingStep/inputs/context.ts";

/** Breakdown of a run's wall-clock time, and its expected failures. */
export interface WallClock<N> {
  readonly time: Breakdown<N>;
  /** Expected number of failures; null without a failure model. */
  readonly failures: N | null;
}

/** Wall-clock time of a run without interruptions: all of it is training. */
export function undisturbed<N>(total: N): WallClock<N> {
  const training = leaf("run.training", "training", total);
  return { time: { ...leaf("run", "wall-clock time", total), parts: [training] }, failures: null };
}

/**
 * Breakdown of the wall-clock time by the goodput's chain, from its end. Each share is of the time that the
 * earlier ones leave.
 */
export function wallClock<N>(
  { alg }: Context<N>,
  { training: U, total }: { readonly training: N; readonly total: N },
  { mtbf: M_c }: ReliabilityEstimate<N>,
  { blocking: C_k }: CheckpointEstimate<N>,
  of: GoodputEstimate<N>,
): WallClock<N> {
  const outside: Breakdown<N>[] = [];
  let A = total;
  const take = (name: string, label: string, c_x: N): void => {
    outside.unshift(leaf(`run.${name}`, label, alg.apply(book.gone, { A, c_x })));
    A = alg.apply(book.remaining, { A, c_x });
  };
  take("maintenance", "maintenance", of.maintained);
  take("waiting", "waiting for nodes", of.waiting);
  take("preempted", "reclaimed nodes", of.preempted);
  take("shrunk", "missing replicas", alg.apply(book.slowdown, { c_a: of.rate }));
  const tau = of.interval;
  const R_s = of.recovery.total;
  const recoveries = isPositive(alg, R_s)
    ? of.recovery.parts.map(({ name, label, value }) =>
        leaf(
          `run.${name}`,
          label,
          alg.apply(book.recovering, { A, R_s, M_c, R_x: value, R_m: of.recovery.mean }),
        ),
      )
    : [];
  const recovery: Breakdown<N> = {
    ...leaf(
      "run.recovery",
      "recovery",
      alg.sum("wall-clock time in recovery", "s", prefixed("time in recovery: ", recoveries)),
    ),
    parts: recoveries.length > 1 ? recoveries : [],
  };
  const parts = [
    leaf("run.training", "training", U),
    leaf("run.checkpoints", "checkpoints", alg.apply(book.checkpointsMade, { U, C_k, tau_i: tau })),
    leaf("run.rework", "lost work, repeated", alg.apply(book.reworked, { A, R_s, M_c, U, C_k, tau_i: tau })),
    recovery,
    ...outside,
  ];
  return {
    time: { ...leaf("run", "wall-clock time", total), parts },
    failures: alg.apply(book.failuresSeen, { A, M_c }),
  };
}

const leaf = <N>(name: string, label: string, value: N): Breakdown<N> => ({
  name,
  label,
  unit: "s",
  value,
  parts: [],
});
