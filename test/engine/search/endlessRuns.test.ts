import { expect, test } from "vitest";
import { estimate } from "../../../src/engine/index.ts";
import type { Scenario } from "../../../src/engine/scenario/scenario.ts";
import { pointAt } from "../../../src/engine/search/candidates.ts";
import { endlessRuns } from "../../../src/engine/search/endlessRuns.ts";
import { searchPlans } from "../../../src/engine/search/searchPlans.ts";
import { spaceOf } from "../../../src/engine/search/space.ts";
import { gpt, plan, scenario, selene } from "../support/scenarios.ts";
import { sharded } from "../trainingRun/run/support/runs.ts";
import { candidatesOf } from "./candidatesOf.ts";

/** On two nodes that fail every so often, s, and write so fast to storage, B/s. */
const failing = (
  mtbf: number,
  storageBytesPerSecond: number,
  own: Partial<typeof sharded> = {},
  restart = 60,
): Scenario =>
  scenario(
    gpt(4, 1024, 8),
    {
      ...selene(2),
      ...{ storageBytesPerSecond, failures: { kind: "poisson", mtbfDeviceSeconds: 16 * mtbf } },
      recovery: { kind: "whole", seconds: restart },
    },
    plan({ seqLen: 1024, globalBatch: 16, microBatch: 1, checkpoint: { ...sharded, ...own } }),
  );

test.each([
  ["fail before any checkpoint is written", failing(0.5, 1e8), "whole branches"],
  ["hardly ever recover", failing(5, 1e12), "whole branches"],
  [
    "fail while the fullest device copies",
    failing(0.02, 1e15, { writers: "first" }, 0.001),
    "some of a branch",
  ],
  ["last", failing(1e6, 1e9), "none"],
] as const)("only runs that never finish are cut: devices that %s", (_, base, cut) => {
  const candidates = candidatesOf(base, 1);
  const endless = endlessRuns(spaceOf(candidates), base);
  const total = candidates.sizes.reduce((product, size) => product * size, 1);
  const counts = { never: 0, each: 0, whole: 0 };
  for (let place = 0; place < total; place++) {
    const point = pointAt(candidates.sizes, place);
    const of = candidates.at(point);
    if ("unmade" in of) throw new Error("every point is a scenario");
    const answer = estimate(of);
    const [each, whole] = [endless?.each.at(point) !== "passes", endless?.whole.at(point) !== "passes"];
    if (answer.ok) expect([each, whole]).toEqual([false, false]);
    else if (answer.refusals.some(({ code }) => code === "never-finishes")) {
      counts.never++;
      if (each) counts.each++;
      if (whole) counts.whole++;
    }
  }
  expect(counts.never > 0).toBe(cut !== "none");
  expect(counts.each).toBe(counts.never);
  expect(counts.whole).toBe(cut === "whole branches" ? counts.never : 0);
});

test("of runs that may not fail nothing is looked at", () => {
  const base = scenario(gpt(4, 1024, 8), selene(2), plan({}));
  expect(endlessRuns(spaceOf(candidatesOf(base, 1)), base)).toBeNull();
});

test("where no plan finishes branches are refused whole", () => {
  let told = 0;
  const found = searchPlans({
    candidates: candidatesOf(failing(0.5, 1e8), 1, 6),
    aims: [{ bound: "step_time", value: (_, __, { time }) => time.step.value }],
    keep: 1,
    unmet: () => null,
    interrupted: () => false,
    progress() {
      told++;
    },
  });
  expect(found.best).toEqual([]);
  expect(found.estimated).toBe(0);
  expect(found.decided).toBe(found.total);
  const never = found.reasons.find(
    ({ example }) => example.kind === "refused" && example.refusal.code === "never-finishes",
  );
  expect(told).toBeLessThan((never?.count ?? 0) / 5);
});
