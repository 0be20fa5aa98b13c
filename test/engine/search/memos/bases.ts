import fc from "fast-check";
import { estimate } from "../../../../src/engine/index.ts";
import type { Scenario } from "../../../../src/engine/scenario.ts";
import { failing, sharded } from "../../run/support/runs.ts";
import { generic } from "../../support/scenarios.ts";
import { space } from "../../support/space.ts";

/** Drawn scenarios that the engine answers for, of all kinds, the same in every run; every third may fail and keeps checkpoints. */
export function basesOf(count: number, seed = 5): readonly Scenario[] {
  const found: Scenario[] = [];
  for (const [i, drawn] of fc.sample(space, { seed, numRuns: 40 * count }).entries()) {
    if (found.length === count) break;
    const one = furthered(drawn, i);
    if (estimate(one).ok) found.push({ ...one, name: `drawn ${i}` });
  }
  return found;
}

/** What the space of scenarios does not vary. */
function furthered(drawn: Scenario, i: number): Scenario {
  const { plan, cluster } = drawn;
  const copies = i % 4 === 1 ? { framework: { ...generic, shardCopies: "all" as const } } : {};
  const hybrid = i % 5 === 2 && plan.dp > 1 ? { dpShard: plan.dp / 2 } : {};
  const fails = i % 3 === 0;
  return {
    ...drawn,
    cluster: fails ? { ...cluster, ...failing } : cluster,
    plan: { ...plan, ...copies, ...hybrid, ...(fails ? { checkpoint: sharded } : {}) },
  };
}
