import { prefixed } from "../../core/prefixed.ts";
import type { RecoveryEstimate, RecoveryOfKind } from "../../estimate/recoveryEstimate.ts";
import type { FailureKind, ReliabilityEstimate } from "../../estimate/reliabilityEstimate.ts";
import * as book from "../../formulas/run/reliability.ts";
import type { Context } from "../../trainingStep/inputs/context.ts";
import { shareOf } from "./byKind.ts";
import type { RecoveryStage } from "./recoveryStages.ts";

/**
 * Recovery where kinds of failure take different times: for each kind, on average, and as a single time of
 * equal cost.
 */
export function recoveryByKind<N>(
  { alg }: Context<N>,
  stages: readonly RecoveryStage<N>[],
  failing: ReliabilityEstimate<N>,
): Omit<RecoveryEstimate<N>, "planned" | "announced"> {
  const none = alg.constant("detected at once", 0, "s", "the run stops");
  const all = failing.kinds.map((kind) => ({
    kind,
    c_x: shareOf({ alg }, failing, kind),
    times: ofKind(kind),
  }));
  function ofKind(kind: FailureKind<N>): RecoveryOfKind<N> {
    const sum = (result: string, of: readonly RecoveryStage<N>[]): N =>
      alg.sum(
        result,
        "s",
        of.map(({ label, after }) => ({ label: `recovery time: ${label}`, value: after(kind) })),
      );
    const silent =
      kind.name === "sdc" ? stages.filter(({ name, differs }) => name === "detection" && differs) : [];
    return {
      unseen: silent[0]?.after(kind) ?? none,
      rest: sum(
        `time from detecting a failure of ${kind.label}`,
        stages.filter((stage) => !silent.includes(stage)),
      ),
      total: sum(`time from a failure of ${kind.label}`, stages),
    };
  }
  const over = (result: string, unit: string, of: (one: (typeof all)[number]) => N): N =>
    alg.sum(
      result,
      unit,
      all.map((one) => ({ label: `${result}: ${one.kind.label}`, value: of(one) })),
    );
  const mean = (result: string, of: (one: (typeof all)[number]) => N): N =>
    over(result, "s", (one) => alg.apply(book.weighted, { c_x: one.c_x, R_k: of(one) }));
  const parts = stages.map(({ name, label, after }) => ({
    name,
    label,
    value: mean(`mean ${label}`, ({ kind }) => after(kind)),
  }));
  const M_c = failing.mtbf;
  return {
    total: alg.apply(book.mixedRecovery, {
      M_c,
      D_u: mean("time until a failure is detected", ({ times }) => times.unseen),
      c_v: over("probability that nothing fails during a recovery", "1", ({ c_x, times }) =>
        alg.apply(book.survivedRecovery, { c_x, R_k: times.rest, M_c }),
      ),
    }),
    parts,
    mean: alg.sum(
      "mean time from a failure until training resumes",
      "s",
      prefixed("mean recovery time: ", parts),
    ),
    kinds: all.map(({ times }) => times),
  };
}
