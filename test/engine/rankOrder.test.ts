import { expect, test } from "vitest";
import type { Estimate } from "../../src/engine/estimate.ts";
import { estimate } from "../../src/engine/index.ts";
import type { Plan } from "../../src/engine/scenario/plan.ts";
import { gpt, plan, scenario, selene } from "./support/scenarios.ts";

const of = (change: Partial<Plan>): Estimate => {
  const p = plan({ tp: 2, pp: 4, dp: 16, globalBatch: 256, ...change });
  const answer = estimate(scenario(gpt(32, 4096, 32), selene(16), p));
  if (!answer.ok) throw new Error(JSON.stringify(answer.refusals));
  return answer.estimate;
};
const tier = (e: Estimate, dimension: string): string | undefined =>
  e.comm.find((one) => one.dimension === dimension)?.tier;

test("stages before replicas: sends stay in the node, gradients leave it", () => {
  const [usual, stagesFirst] = [of({}), of({ rankOrder: "tp_cp_pp_dp" })];
  expect([tier(usual, "pp"), tier(usual, "dp")]).toEqual(["scale_out", "both"]);
  expect([tier(stagesFirst, "pp"), tier(stagesFirst, "dp")]).toEqual(["scale_up", "scale_out"]);
  const seconds = (e: Estimate, dimension: string) =>
    e.comm.filter((one) => one.dimension === dimension).reduce((sum, one) => sum + one.totalSeconds, 0);
  expect(seconds(stagesFirst, "pp")).toBeLessThan(seconds(usual, "pp"));
  expect(seconds(stagesFirst, "dp")).toBeGreaterThan(seconds(usual, "dp"));
  const bytes = (e: Estimate) => e.comm.map((one) => one.bytes * one.count);
  expect(bytes(stagesFirst)).toEqual(bytes(usual));
});

test("stages before replicas leave experts' and context-parallel groups no even spacing", () => {
  const p = plan({ tp: 2, pp: 2, cp: 2, dp: 2, globalBatch: 8, rankOrder: "tp_cp_pp_dp" });
  const answer = estimate(scenario(gpt(32, 4096, 32), selene(2), p));
  expect(answer.ok ? [] : answer.refusals.map(({ fields }) => fields[0])).toContain("plan.rank_order");
});
