import { describe, expect, test } from "vitest";
import type { Derivation } from "../../../src/engine/core/derivation.ts";
import { numbers } from "../../../src/engine/core/numbers.ts";
import type { Breakdown } from "../../../src/engine/estimate/breakdown.ts";
import type { Estimate } from "../../../src/engine/estimate/estimate.ts";
import { explainScenario, timeline } from "../../../src/engine/index.ts";
import type { Cluster } from "../../../src/engine/scenario/cluster.ts";
import type { Plan } from "../../../src/engine/scenario/plan.ts";
import { scenarioInputs } from "../../../src/engine/trainingStep/inputs/inputs.ts";
import { microBatchesInFlight } from "../../../src/engine/trainingStep/memory/inFlight.ts";
import { stageLayouts } from "../../../src/engine/trainingStep/model/layout.ts";
import { rankTimes } from "../../../src/report/groups/timelineRanks.ts";
import { estimated } from "../support/estimated.ts";
import { gpt, plan, scenario, selene } from "../support/scenarios.ts";
import { NAMED } from "./support.ts";

const model = gpt(96, 4096, 32);
const pipeline = (change: Partial<Plan>): Plan => plan({ tp: 8, pp: 8, globalBatch: 48, ...change });
/** Without contention, so that hidden sends cost nothing at all. */
const pod = (nodes: number): Cluster => {
  const { device, ...cluster } = selene(nodes);
  return { ...cluster, device: { ...device, contention: 1, sendContention: 1 } };
};
const answer = (p: Plan): Estimate => estimated(scenario(model, pod(8 * p.dp), p));
const part = (tree: Breakdown, name: string): number =>
  tree.name === name ? tree.value : tree.parts.reduce((sum, one) => sum + part(one, name), 0);
const bubble = ({ time }: Estimate): number => part(time.step, "time.bubble");

/** 1F1B, and ZB-H1's order with each W right after its B. */
const ONE_BY_ONE = "F*(p - r - 1) (F BW)*(m - p + r + 1) BW*(p - r - 1)";
const SPLIT = "F*(p - r - 1) (F B W)*(m - p + r + 1) (B W)*(p - r - 1)";
const own = (order: string): Partial<Plan> => ({
  schedule: "custom",
  ownSchedule: { order: [order], placement: "loop" },
});

const simulated: readonly (readonly [string, Partial<Plan>])[] = [
  ["naive", { schedule: "naive" }],
  ["breadth_first", { schedule: "breadth_first", vpp: 3 }],
  ["v_half", { schedule: "v_half" }],
  ["v_min", { schedule: "v_min" }],
  ["dualpipe_v", { schedule: "dualpipe_v" }],
  ["a schedule of one's own", own(ONE_BY_ONE)],
  ["one with the gradients of weights apart", own(SPLIT)],
];

/** Every schedule by its name, with several chunks where the plan decides on them. */
const named = NAMED.map((schedule): readonly [string, Partial<Plan>] => {
  const vpp = /interleaved|breadth/.test(schedule) ? 3 : 1;
  return [schedule, { schedule, vpp }];
});

describe("activations in flight", () => {
  test.each([...named, ...simulated.slice(-2)])(
    "%s: the memory estimate counts what the fullest rank holds",
    (_, change) => {
      const p = pipeline(change);
      const s = scenario(model, selene(8), p);
      const layouts = stageLayouts(model, p) ?? [];
      const ctx = {
        alg: numbers,
        scenario: s,
        x: scenarioInputs(numbers, s),
        layouts,
        gradients: "weights" as const,
      };
      const counted = layouts.map((stage) => microBatchesInFlight(ctx, stage));
      const { held } = timeline(p, answer(p));
      const most = held.map((changes) => Math.max(...changes.map((one) => one.held)));
      expect(Math.max(...most)).toBeCloseTo(Math.max(...counted), 9);
      most.forEach((n, rank) => {
        expect(n).toBeLessThanOrEqual((counted[rank] ?? 0) + 1e-9);
      });
    },
  );
});

describe("schedules that are simulated", () => {
  test.each(simulated)("%s: the step's bubble is the timeline's, on its busiest rank", (_, change) => {
    const hidden = { dp: false, tp: false, pp: true, ep: false, sharedExperts: false };
    const p = pipeline({ ...change, sequenceParallel: true, overlap: hidden });
    const found = answer(p);
    const run = timeline(p, found);
    const ranks = rankTimes(run);
    const busiest = Math.max(...ranks.map(({ busy }) => busy));
    // The schedules that put gradients of weights off step without waiting for each other's ends.
    const filled = p.schedule === "v_half" || p.schedule === "v_min";
    const ends = run.stages.map((passes) => (passes.at(-1)?.end ?? 0) - (passes[0]?.start ?? 0));
    const length = filled ? Math.max(...ends) : run.seconds;
    expect(bubble(found)).toBeCloseTo(length - busiest, 9);
  });

  test("naive: a rank works one part in pp of the time", () => {
    const found = answer(pipeline({ schedule: "naive" }));
    const work = found.time.step.value - bubble(found);
    expect(bubble(found) / work).toBeGreaterThan(6);
    expect(bubble(found) / work).toBeLessThan(7.5);
  });
});

test("1F1B written out estimates as 1F1B does", () => {
  const [mine, named] = [answer(pipeline(own(ONE_BY_ONE))), answer(pipeline({ schedule: "1f1b" }))];
  expect(mine.memory.peak).toBe(named.memory.peak);
  expect(mine.time.step.value / named.time.step.value).toBeCloseTo(1, 9);
});

test("GPipe written out waits as GPipe does, and has its bubble fraction", () => {
  const [mine, named] = [answer(pipeline(own("F*m BW*m"))), answer(pipeline({ schedule: "gpipe" }))];
  expect(mine.time.step.value / named.time.step.value).toBeCloseTo(1, 9);
  expect(named.bubbleRatio).toBe(7 / 48);
  expect(mine.bubbleRatio).toBeCloseTo(7 / 48, 9);
});

test("a bubble is explained by the passes that make it", () => {
  const told = explainScenario(scenario(model, selene(8), pipeline({ schedule: "zb_h1" })));
  if (!told.ok) throw new Error("no answer");
  const names: string[] = [];
  const walk = (node: Derivation): void => {
    if (node.kind === "constant") names.push(`${node.name}, ${node.source}`);
    if (node.kind === "formula") for (const { derivation } of node.inputs) walk(derivation);
  };
  for (const { name, value } of told.estimate.time.step.parts) if (name === "time.bubble") walk(value);
  expect(names.join("\n")).toMatch(
    /forward passes, passes on the critical path .* zb_h1, 8 stages, 48 micro-batches/,
  );
});

test("V-Half and V-Min take less memory than 1F1B and no less time than ZB-V", () => {
  const [line, full, half, least] = (["1f1b", "zb_v", "v_half", "v_min"] as const).map((schedule) =>
    answer(pipeline({ schedule })),
  );
  if (!line || !full || !half || !least) throw new Error("four answers");
  expect(half.memory.activations / line.memory.activations).toBeCloseTo(5 / 8, 9);
  expect(least.memory.activations / line.memory.activations).toBeCloseTo(4 / 8, 9);
  expect(half.time.step.value).toBeGreaterThanOrEqual(full.time.step.value);
});

describe("PipeDream", () => {
  const p = pipeline({ schedule: "pipedream", dp: 2, globalBatch: 96 });
  const found = answer(p);
  const line = answer({ ...p, schedule: "1f1b" });

  test("never drains, and updates after every micro-batch", () => {
    expect(bubble(found)).toBe(0);
    const reductions = (one: Estimate) => one.comm.find(({ dimension }) => dimension === "dp")?.count ?? 0;
    expect(reductions(found)).toBe(48 * reductions(line));
    const update = (one: Estimate) => part(one.time.step, "time.optimizer");
    expect(update(found)).toBeCloseTo(48 * update(line), 12);
  });

  test("says that its gradients are old", () => {
    expect(found.assumptions.join(" ")).toContain("stale gradients");
    expect(line.assumptions.join(" ")).not.toContain("stale gradients");
  });

  test("keeps the weights that each micro-batch in flight began with", () => {
    const first = (one: Estimate, name: string) =>
      one.memory.stages[0]?.parts.find((one) => one.name === `memory.${name}`)?.value ?? 0;
    expect(first(found, "buffers") - first(line, "buffers")).toBeCloseTo(7 * first(line, "weights"), 0);
  });
});

test("DualPipe: the two stages with the same layers reduce their gradients", () => {
  const reduced = (schedule: Plan["schedule"]) =>
    answer(pipeline({ schedule, zero: 1, dp: 2, globalBatch: 96 })).comm.find(({ what }) =>
      what.includes("layers that two stages hold"),
    );
  expect(reduced("1f1b")).toBeUndefined();
  expect(reduced("dualpipe")?.groupSize).toBe(2);
  expect(reduced("dualpipe")?.bytes).toBeGreaterThan(0);
});

test("wider groups of interleaved 1F1B hold more and wait as long", () => {
  const [narrow, wide] = [8, 16].map((microBatchGroup) =>
    answer(pipeline({ schedule: "interleaved_1f1b", vpp: 3, microBatchGroup })),
  );
  if (!narrow || !wide) throw new Error("two answers");
  expect(wide.memory.activations / narrow.memory.activations).toBeCloseTo(
    (14 + 2 * 16 + 1) / (14 + 2 * 8 + 1),
    9,
  );
  expect(bubble(wide) / bubble(narrow)).toBeCloseTo(1, 1);
});
