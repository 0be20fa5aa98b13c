import { expect, test } from "vitest";
import { planSpace } from "../../../src/engine/search/planSpace.ts";
import { NAMED } from "../schedules/support.ts";
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
  expect(schedules({ ...generic, runs: { ...generic.runs, schedules: ["1f1b", "zb_v"] } })).toEqual(
    new Set(["1f1b", "zb_v"]),
  );
  const all = schedules(generic);
  expect(new Set(NAMED.filter((one) => !all.has(one)))).toEqual(new Set(["naive", "pipedream"]));
});

test("where the first and the last piece are a layer lighter, pieces divide two layers more", () => {
  const model = llama(126, 16_384, 128, 8, 53_248, 128_256);
  const chunks = (split: "even" | "lighter_ends"): readonly unknown[] => {
    const base = scenario(model, selene(16), plan({ framework: generic, split }));
    const pipelines = planSpace(base).find(({ fields }) => fields.includes("vpp"));
    return (pipelines?.values ?? [])
      .filter(([pp, schedule]) => pp === 16 && schedule === "interleaved_1f1b")
      .map(([, , vpp]) => vpp);
  };
  expect(chunks("lighter_ends")).toEqual([2, 4, 8]);
  expect(chunks("even")).toEqual([2, 3, 6, 7]);
});

test("a plan space has the orders of ranks that the plan's framework has, as the last choice", () => {
  const model = llama(32, 4096, 32, 8, 14_336, 128_256);
  const last = (framework: typeof generic, change = {}): unknown =>
    planSpace(scenario(model, selene(8), plan({ framework, ...change }))).at(-1);
  expect(last(generic)).toEqual({ fields: ["rank_order"], values: [["tp_cp_dp_pp"], ["tp_cp_pp_dp"]] });
  const one = { ...generic, rankOrders: [["tp", "cp", "dp", "pp"] as const] };
  expect(last(one)).toEqual({ fields: ["rank_order"], values: [["tp_cp_dp_pp"]] });
  // Of a stack of which nothing is known the plan's own.
  const unknown = last({ ...generic, rankOrders: [] }, { rankOrder: ["dp", "tp", "cp", "pp"] });
  expect(unknown).toEqual({ fields: ["rank_order"], values: [["dp_tp_cp_pp"]] });
});

test("a list of layers leaves the pipelines that have a stage or a chunk for each of its numbers", () => {
  const model = llama(80, 8192, 64, 8, 28_672, 128_256);
  const pipelines = (split: readonly number[]): ReadonlySet<string> => {
    const base = scenario(model, selene(16), plan({ framework: generic, split }));
    const found = planSpace(base).find(({ fields }) => fields.includes("vpp"));
    return new Set((found?.values ?? []).map(([pp, schedule, vpp]) => `${pp} ${schedule} ${vpp}`));
  };
  const odd = pipelines([19, 20, 21, 20]);
  expect(odd).toContain("4 1f1b 1");
  expect(odd).toContain("2 interleaved_1f1b 2");
  expect(odd).not.toContain("4 interleaved_1f1b 2");
  expect(odd).not.toContain("8 1f1b 1");
  expect(pipelines([18, 20, 22, 20])).toContain("4 interleaved_1f1b 2");
});
