import { expect, test } from "vitest";
import { planSpace } from "../../../src/engine/search/planSpace.ts";
import { generic, llama, plan, scenario, selene } from "../support/scenarios.ts";

const schedules = (has: Parameters<typeof plan>[0]["framework"]): ReadonlySet<unknown> => {
  const base = scenario(
    llama(32, 4096, 32, 8, 14_336, 128_256),
    selene(8),
    plan({ framework: has ?? generic }),
  );
  const pipelines = planSpace(base).find(({ fields }) => fields.includes("schedule"));
  return new Set(pipelines?.values.map(([, schedule]) => schedule));
};

test("a plan space has the schedules that the plan's framework has, and all where it does not say", () => {
  expect(schedules({ ...generic, schedules: ["1f1b", "zb_v"] })).toEqual(new Set(["1f1b", "zb_v"]));
  expect(schedules(generic).size).toBe(11);
});
