import { describe, expect, test } from "vitest";
import { type Answer, estimate, explainScenario } from "../../../../src/engine/answer/answer.ts";
import type { LayerGroup, Plan, Recompute } from "../../../../src/engine/scenario/plan.ts";
import type { Scenario } from "../../../../src/engine/scenario/scenario.ts";
import { generic, gpt, llama, plan, scenario, selene } from "../../support/scenarios.ts";

const model = llama(32, 4096, 32, 8, 14_336, 128_256);
const none: Recompute = { kind: "none", modules: [] };
const full: Recompute = { kind: "full", modules: [] };
const group = (layers: number, tp: number | null, recompute = none): LayerGroup => ({
  ...{ layers, recompute, tp, zero: null },
});
const grouped = (...groups: readonly LayerGroup[]): Recompute => ({ kind: "by_layers", modules: [], groups });

/** A stage of 16 devices: 4 replicas of tp 4, whose micro-batches have 2 sequences. */
const base: Partial<Plan> = {
  ...{ framework: generic, tp: 4, dp: 4, dpShard: 4, microBatch: 2, numMicroBatches: 8, globalBatch: 64 },
  ...{ zero: 1, seqLen: 2048 },
};
const from = (change: Partial<Plan>, nodes = 2 * (change.pp ?? 1)): Scenario =>
  scenario(model, selene(nodes), plan({ ...base, ...change }));
function of(change: Partial<Plan>): Extract<Answer, { ok: true }>["estimate"] {
  const answer = estimate(from(change));
  if (!answer.ok) throw new Error(JSON.stringify(answer.refusals));
  return answer.estimate;
}
const twice = { tp: 2, dp: 8, dpShard: 8, microBatch: 1 };
const near = (a: number, b: number): void => expect(a / b).toBeCloseTo(1, 12);

describe("tensor-parallel degrees by group of layers", () => {
  test.each([0, 1, 2, 3] as const)(
    "the plan's degree in all groups is the plan without groups, ZeRO %i",
    (zero) => {
      const [plain, same] = [
        of({ zero }),
        of({ zero, recompute: grouped(group(8, 4), group(14, null), group(10, 4)) }),
      ];
      expect(same.memory.peak).toBe(plain.memory.peak);
      near(same.time.step.value, plain.time.step.value);
      expect(same.comm.map(({ what }) => what)).not.toContain("activations from tp 4 to tp 4");
    },
  );

  test.each([
    { zero: 0, sequenceParallel: false },
    { zero: 1, sequenceParallel: true },
    { zero: 2, sequenceParallel: false, recompute: full },
    { zero: 3, sequenceParallel: true, recompute: full },
  ] as const)("a stage whose layers have one degree is a stage of the plan with it: %o", (change) => {
    const recompute = "recompute" in change ? change.recompute : none;
    const pipeline = { pp: 4, ...change };
    const own = of({
      ...pipeline,
      recompute: grouped(group(8, null, recompute), group(16, 2, recompute), group(8, null, recompute)),
    });
    const [plain, half] = [of({ ...pipeline, recompute }), of({ ...pipeline, ...twice, recompute })];
    // The third stage receives from layers with its own degree, so that nothing changes layout there.
    near(own.memory.stages[2]?.value ?? 0, half.memory.stages[2]?.value ?? 0);
    near(own.memory.stages[0]?.value ?? 0, plain.memory.stages[0]?.value ?? 0);
    expect(own.time.stages?.[2]).toEqual(half.time.stages?.[2]);
    expect(own.time.stages?.[0]).toEqual(plain.time.stages?.[0]);
    // The second and the last stage receive in another layout.
    expect(own.memory.stages[1]?.value).toBeGreaterThan(half.memory.stages[1]?.value ?? 0);
  });

  test("weights, gradients and activations of a stage are the sums over its groups", () => {
    const pipeline = { pp: 4, zero: 0 } as const;
    const mixed = of({ ...pipeline, recompute: grouped(group(20, null), group(12, 2)) });
    const [plain, half] = [of(pipeline), of({ ...pipeline, ...twice })];
    const held = (one: typeof mixed, name: string): number =>
      one.memory.stages[2]?.parts.find((part) => part.name === `memory.${name}`)?.value ?? 0;
    // Stage 2 has layers 16 to 23: four of each degree.
    for (const name of ["weights", "gradients", "optimizer", "activations"])
      near(held(mixed, name), (held(plain, name) + held(half, name)) / 2);
  });

  test("what ZeRO shards is a device's share of the model, whatever the degree", () => {
    const [plain, mixed] = [of({ zero: 3 }), of({ zero: 3, recompute: grouped(group(16, 2), group(16, 8)) })];
    // Norms are copied on tensor-parallel ranks.
    for (const name of ["weights", "optimizer"] as const)
      expect(Math.abs(mixed.memory[name] / plain.memory[name] - 1)).toBeLessThan(1e-3);
  });

  test("the same FLOPs are computed for the same batch", () => {
    const [plain, mixed] = [of({}), of({ recompute: grouped(group(16, 2), group(16, 8)) })];
    near(mixed.modelFlops, plain.modelFlops);
    near(mixed.hardwareFlops, plain.hardwareFlops);
  });

  test("every group has the collectives of its own degrees", () => {
    const { comm } = of({ recompute: grouped(group(20, 2), group(12, 8)) });
    const calls = (dimension: string, what: string, size: number): number =>
      comm.find((one) => one.dimension === dimension && one.what === what && one.groupSize === size)?.count ??
      0;
    expect(calls("tp", "activations", 2)).toBe(2 * 20 * 8);
    expect(calls("tp", "activations", 8)).toBe(2 * 12 * 8);
    expect(calls("tp", "activations", 4)).toBe(0);
    const bytes = (size: number): number =>
      comm.find(({ what, groupSize }) => what === "activations" && groupSize === size)?.bytes ?? 0;
    expect(bytes(2)).toBe(1 * 2048 * 4096 * 2);
    expect(bytes(8)).toBe(4 * 2048 * 4096 * 2);
    const sent = comm.filter(({ dimension, op }) => dimension === "dp" && op === "reduce_scatter");
    expect(sent.map(({ what, groupSize }) => [what, groupSize])).toEqual([
      ["gradients of parts with tp 4", 4],
      ["gradients of parts with tp 2", 8],
      ["gradients of parts with tp 8", 2],
    ]);
    const parameters = sent.reduce(
      (sum, { bytes: one, count, groupSize }) => sum + (one * count * 16) / groupSize,
      0,
    );
    const whole = of({}).params.value * plan(base).precision.reduceBytes;
    expect(Math.abs(parameters / whole - 1)).toBeLessThan(1e-3);
  });

  test("activations are gathered where the degree grows, and their gradients where it falls", () => {
    const moves = (change: Partial<Plan>) =>
      of(change).comm.flatMap(({ what, groupSize, bytes, count }) =>
        what.includes("from tp") ? [[what, groupSize, bytes, count]] : [],
      );
    const stream = 2048 * 4096 * 2;
    expect(moves({})).toEqual([]);
    expect(moves({ recompute: grouped(group(16, null), group(16, 2)) })).toEqual([
      ["activation gradients from tp 2 to tp 4", 2, 2 * stream, 8],
      ["activations from tp 2 to tp 4", 2, 2 * stream, 8],
    ]);
    // There and back once more.
    const often = grouped(group(8, 2), group(8, null), group(8, 2), group(8, null));
    expect(moves({ recompute: often }).map(([, , , count]) => count)).toEqual([16, 16]);
    // Under sequence parallelism the shards of the sequence are gathered first (Hetu-Galvatron, redistribute.py).
    const shards = moves({ sequenceParallel: true, recompute: grouped(group(32, 8)) });
    expect(shards).toEqual([
      ["sequence shards of activations from tp 4 to tp 8", 4, 2 * stream, 8],
      ["activations from tp 4 to tp 8", 2, 4 * stream, 8],
      ["sequence shards of activation gradients from tp 8 to tp 4", 8, 4 * stream, 8],
      ["sequence shards of activations from tp 8 to tp 4", 8, 4 * stream, 8],
      ["sequence shards of activation gradients from tp 4 to tp 8", 4, 2 * stream, 8],
      ["activation gradients from tp 4 to tp 8", 2, 4 * stream, 8],
    ]);
  });

  test("a wide degree across nodes costs more than inside a node", () => {
    const time = (tp: number): number => {
      const part = of({ recompute: grouped(group(16, tp), group(16, null)) }).time.step.parts;
      const communication = part.find(({ name }) => name === "time.communication");
      return communication?.parts.find(({ name }) => name === "time.tp")?.value ?? 0;
    };
    expect(time(16)).toBeGreaterThan(2 * time(8));
  });

  test("derivations say what the numbers say, and name the group's degree", () => {
    const change = {
      zero: 3,
      pp: 2,
      recompute: grouped(group(10, 2, full), group(12, null), group(10, 8)),
    } as const;
    const explained = explainScenario(from(change));
    if (!explained.ok) throw new Error("refused");
    const numbers = of(change);
    expect(explained.estimate.time.step.value.value).toBe(numbers.time.step.value);
    expect(explained.estimate.memory.peak.value).toBe(numbers.memory.peak);
    expect(JSON.stringify(explained.estimate.memory.weights)).toContain("plan.strategies[2].tp");
  });

  test("what does not divide and what is not modelled is refused by name", () => {
    const refused = (change: Partial<Plan>, ...groups: readonly LayerGroup[]): readonly string[] => {
      const answer = estimate(from({ ...change, recompute: grouped(...groups) }));
      return answer.ok
        ? []
        : answer.refusals.map(({ code, params }) => `${code} ${params.problem ?? params.what ?? params.tp}`);
    };
    const [small, large] = [group(16, 2), group(16, 8)];
    expect(refused({}, small, large)).toEqual([]);
    expect(refused({ microBatch: 1, numMicroBatches: 16 }, small, large)).toEqual([
      "strategies-not-divisible sequences",
    ]);
    expect(refused({}, group(16, 32), small)).toContain("strategies-not-divisible devices");
    const six = { tp: 6, dp: 2, dpShard: 2, microBatch: 6, globalBatch: 96 };
    const thirds = {
      ...from({ ...six, recompute: grouped(group(16, 3), group(16, 4)) }),
      model: gpt(32, 3072, 24),
    };
    const unlike = estimate(thirds);
    expect(unlike.ok ? [] : unlike.refusals.map(({ params }) => params.problem)).toContain("neighbours");
    expect(refused({ cp: 2, dp: 2, dpShard: 2 }, small, large)).toEqual([
      "not-modelled context parallelism with tensor-parallel degrees by group of layers",
    ]);
    expect(refused({ pp: 2, schedule: "zb_v", numMicroBatches: 8 }, small, large)).toEqual([
      "not-modelled schedules with several chunks a stage, two pipelines at once, or without a flush with tensor-parallel degrees by group of layers",
    ]);
    expect(refused({ optimizer: "muon" }, small, large)).toEqual([
      "not-modelled an optimizer with state by matrix with tensor-parallel degrees by group of layers",
    ]);
    const odd = { ...model, attention: { ...model.attention, heads: 4 } };
    const answer = estimate({ ...from({ recompute: grouped(large, group(16, null)) }), model: odd });
    expect(answer.ok ? [] : answer.refusals.map(({ code, fields }) => `${code} ${fields[0]}`)).toContain(
      "heads-not-divisible plan.strategies",
    );
  });
});
