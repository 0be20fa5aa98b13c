import { prefixed } from "../../core/prefixed.ts";
import type { RecoveryEstimate } from "../../estimate/recoveryEstimate.ts";
import type { ReliabilityEstimate } from "../../estimate/reliabilityEstimate.ts";
import type { Context } from "../../trainingStep/inputs/context.ts";
import { recoveryByKind } from "./recoveryByKind.ts";
import { type RecoveryStage, recoveryStages } from "./recoveryStages.ts";

/**
 * Estimates the time from a failure until training resumes, by stage of the recovery. `load` is the time to load a checkpoint,
 * s.
 */
export function recovery<N>(ctx: Context<N>, load: N, failing: ReliabilityEstimate<N>): RecoveryEstimate<N> {
  const { alg } = ctx;
  const preempted = failing.kinds.some(({ name }) => name === "preemption");
  const stages = recoveryStages(ctx, load, preempted);
  const after = (what: string, has: (stage: RecoveryStage<N>) => boolean): N =>
    alg.sum(
      `time from ${what} until training resumes`,
      "s",
      stages
        .filter(has)
        .map(({ label, after }) => ({ label: `recovery time: ${label}`, value: after(null) })),
    );
  const foreseen = {
    planned: after("a planned stop", ({ because }) => because === "stopped"),
    announced: after("a stop with notice", ({ because }) => because !== "unforeseen"),
  };
  if (stages.some(({ differs }) => differs)) return { ...recoveryByKind(ctx, stages, failing), ...foreseen };
  const parts = stages.map(({ name, label, after }) => ({ name, label, value: after(null) }));
  const total = alg.sum(
    "time from a failure until training resumes",
    "s",
    prefixed("recovery time: ", parts),
  );
  return { total, parts, mean: total, ...foreseen, kinds: null };
}
