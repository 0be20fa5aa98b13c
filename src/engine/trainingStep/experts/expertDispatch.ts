import type { Scenario } from "../../scenario/scenario.ts";
import { expertLoads } from "../inputs/expertLoads.ts";

/** Load of the experts that one rank of an expert-parallel group holds. */
export interface RankLoad {
  /** Indices of the rank's experts, ascending. */
  readonly experts: readonly number[];
  /** Share of the group's copies of tokens that the router sends to the rank's experts. */
  readonly routed: number;
  /** Share of the group's copies of tokens that the rank's experts take: `routed` without dropped copies. */
  readonly taken: number;
}

/** Copies of tokens that each rank of an expert-parallel group receives. */
export interface Dispatch {
  readonly ranks: readonly RankLoad[];
  /**
   * True where consecutive experts lie on one rank. False where only the shape of the loads is known (`zipf`); the
   * experts are then dealt to the ranks one by one, from the busiest.
   */
  readonly inOrder: boolean;
}

/** Dispatch of a scenario's tokens to its experts under `plan.balance` and `plan.capacity`; null for a dense model. */
export function expertDispatch({ model: { mlp }, plan }: Scenario): Dispatch | null {
  if (mlp.kind !== "moe") return null;
  const loads = expertLoads(plan, mlp.experts, mlp.topK);
  const inOrder = plan.balance.kind !== "zipf";
  const most = plan.capacity?.factor ?? Number.POSITIVE_INFINITY;
  const each = mlp.experts / plan.ep;
  const ranks = Array.from({ length: plan.ep }, (_, rank): RankLoad => {
    const experts = Array.from({ length: each }, (_, at) =>
      inOrder ? rank * each + at : rank + at * plan.ep,
    );
    const share = (of: (load: number) => number): number =>
      experts.reduce((sum, expert) => sum + of(loads[expert] ?? 0), 0) / mlp.experts;
    return { experts, routed: share((load) => load), taken: share((load) => Math.min(load, most)) };
  });
  return { ranks, inOrder };
}
