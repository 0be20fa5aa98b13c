import { expect, test } from "vitest";
import type { Plan } from "../../../src/engine/scenario/plan.ts";
import type { Scenario } from "../../../src/engine/scenario/scenario.ts";
import { generic, llama, plan, scenario, selene } from "../support/scenarios.ts";
import { everything, type Flavour, searched } from "./memos/flavours.ts";
import { lookUpAll } from "./memos/lookUpAll.ts";
import { variantsOf } from "./memos/variantsOf.ts";
import { without } from "./memos/without.ts";

const base: Scenario = scenario(
  llama(8, 512, 8, 4, 1024, 1_000),
  selene(2),
  plan({ tp: 2, pp: 2, dp: 4, zero: 3, globalBatch: 32, framework: { ...generic, shardCopies: "all" } }),
);

const changed = (change: Partial<Plan>): Scenario => ({ ...base, plan: { ...base.plan, ...change } });

const cases: readonly (readonly [string, Scenario, Flavour])[] = [
  ["any scenario", base, everything],
  ["plans that a search makes", base, searched],
  [
    "neighbouring tokens on ranks of a ring",
    changed({ cpOrder: "contiguous", flashAttention: true }),
    searched,
  ],
  [
    "ranks of a layer far apart",
    changed({ rankOrder: ["cp", "dp", "pp", "tp"], flashAttention: true }),
    searched,
  ],
];

test.each(cases)("every memo gives each candidate its own value: %s", (_, of, flavour) => {
  const scenarios = [of, ...variantsOf(of, flavour).map((one) => one.scenario)];
  expect(lookUpAll({ scenarios, varying: flavour.varying, checks: false })).toEqual([]);
});

test("a memo that lacks a field lies", () => {
  const { varying } = everything;
  const scenarios = [base, { ...base, plan: { ...base.plan, reshardAfter: "step" as const } }];
  const lies = lookUpAll({
    ...{ scenarios, varying, checks: false },
    changed: (row) => (row.name === "replica collectives" ? without(row, "reshardAfter", base) : row),
  });
  expect(lies.map(({ memo }) => memo)).toEqual(["replica collectives"]);
});
