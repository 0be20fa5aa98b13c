import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { Check } from "../../../src/engine/core/refusal.ts";
import type { StageLayout } from "../../../src/engine/estimate/stageLayout.ts";
import { abilityChecks } from "../../../src/engine/refusals/abilities/beyondFramework.ts";
import { checks } from "../../../src/engine/refusals/refusals.ts";
import type { Field } from "../../../src/engine/scenario/field.ts";
import type { Scenario } from "../../../src/engine/scenario/scenario.ts";
import { layoutReads } from "../../../src/engine/search/layoutsOf.ts";
import { stageLayouts } from "../../../src/engine/trainingStep/model/layout.ts";
import { space } from "../support/space.ts";
import { rareBases } from "./memos/bases.ts";
import { checkedBases } from "./memos/checkedBases.ts";
import { fieldsRead } from "./memos/fieldsRead.ts";
import { everything } from "./memos/flavours.ts";
import { variantsOf } from "./memos/variantsOf.ts";

/**
 * Checks read a scenario directly, so that their lists can be held to what they read. Bounds cannot: each makes a context of the
 * engine, which reads all inputs ahead (docs/decisions/memo-checks.md).
 */
const all: readonly {
  readonly name: string;
  readonly check: Check;
  readonly declared: ReadonlySet<Field>;
}[] = [
  // A check of plans that are written out copies them, which reads every field.
  ...checks
    .filter(({ listed }) => listed !== true)
    .map((check, at) => ({ check, name: `check ${at}`, declared: new Set<Field>(check.reads) })),
  ...abilityChecks.map((check, at) => ({
    ...{ check, name: `ability ${at}` },
    declared: new Set<Field>(["framework", ...check.reads]),
  })),
];
const read = new Map(all.map(({ name }) => [name, new Set<Field>()]));

/** Which layers a stage holds is worked out before the checks. A check that takes it depends on what it is worked out from. */
const layoutsFor = (check: Check, scenario: Scenario): readonly StageLayout[] | null =>
  check.find.length > 1 ? stageLayouts(scenario.model, scenario.plan) : null;

function lookAt(scenario: Scenario): void {
  for (const { name, check } of all) {
    const known = read.get(name);
    const fields = fieldsRead(scenario, (watched) =>
      unlessBroken(() => check.find(watched, layoutsFor(check, scenario))),
    );
    for (const field of fields) known?.add(field);
    if (check.find.length > 1) for (const field of layoutReads) known?.add(field);
  }
}

beforeAll(() => {
  for (const base of [...rareBases, ...checkedBases])
    for (const one of [{ scenario: base }, ...variantsOf(base, everything)]) lookAt(one.scenario);
  for (const scenario of fc.sample(space, { seed: 3, numRuns: 300 })) lookAt(scenario);
});

/** Runs a check on a scenario that may be one that no search would make. */
function unlessBroken(run: () => unknown): void {
  try {
    run();
  } catch {
    // What the check read before it failed counts all the same.
  }
}

describe("the fields that a check of a search lists", () => {
  test("are all that it reads", () => {
    const missing = all.flatMap(({ name, declared }) =>
      [...(read.get(name) ?? [])].filter((field) => !declared.has(field)).map((field) => `${name}: ${field}`),
    );
    expect(missing).toEqual([]);
  });

  test("are all read in some scenario", () => {
    const idle = all.flatMap(({ name, declared }) =>
      [...declared].filter((field) => !read.get(name)?.has(field)).map((field) => `${name}: ${field}`),
    );
    expect(idle).toEqual([]);
  });
});
