import type { Part } from "../algebra.ts";
import type { Context } from "../context.ts";
import { type RecoveryOfKind, recoveryByKind } from "./recoveryByKind.ts";
import { type RecoveryStage, recoveryStages } from "./recoveryStages.ts";
import type { ReliabilityEstimate } from "./reliability.ts";

/** From a failure to training again, without the lost work, s. */
export interface RecoveryEstimate<N = number> {
  /** That of all failures: where kinds differ, the one that costs as much as they do together. */
  readonly total: N;
  /** The stages, on average over the failures; and all of them. */
  readonly parts: readonly (Part<N> & { readonly name: string })[];
  readonly mean: N;
  /** After a stop for maintenance: no node is gone. */
  readonly planned: N;
  /** After nodes were taken back with notice: nothing is noticed late. */
  readonly announced: N;
  /** Of each kind of failure, in the order of `ReliabilityEstimate.kinds`; null where all take as long. */
  readonly kinds: readonly RecoveryOfKind<N>[] | null;
}

/** `load` is the time to load a checkpoint. */
export function recovery<N>(ctx: Context<N>, load: N, failing: ReliabilityEstimate<N>): RecoveryEstimate<N> {
  const { alg } = ctx;
  const preempted = failing.kinds.some(({ name }) => name === "preemption");
  const stages = recoveryStages(ctx, load, preempted);
  const after = (what: string, has: (stage: RecoveryStage<N>) => boolean): N =>
    alg.sum(
      `time from ${what} to training again`,
      "s",
      stages.filter(has).map(({ label, after }) => ({ label, value: after(null) })),
    );
  const foreseen = {
    planned: after("a planned stop", ({ because }) => because === "stopped"),
    announced: after("a stop with notice", ({ because }) => because !== "unforeseen"),
  };
  if (stages.some(({ differs }) => differs)) return { ...recoveryByKind(ctx, stages, failing), ...foreseen };
  const parts = stages.map(({ name, label, after }) => ({ name, label, value: after(null) }));
  const total = alg.sum("time from a failure to training again", "s", parts);
  return { total, parts, mean: total, ...foreseen, kinds: null };
}
