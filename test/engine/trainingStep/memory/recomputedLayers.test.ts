import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { estimate } from "../../../../src/engine/index.ts";
import type { Cluster } from "../../../../src/engine/scenario/cluster.ts";
import type { Model } from "../../../../src/engine/scenario/model.ts";
import type { Plan, Recompute } from "../../../../src/engine/scenario/plan.ts";
import { estimated } from "../../support/estimated.ts";
import { generic, gpt, llama, plan, scenario, selene } from "../../support/scenarios.ts";

const NONE: Recompute = { kind: "none", modules: [] };
const FULL: Recompute = { kind: "full", modules: [] };
const first = (layers: number): Recompute => ({ ...FULL, layers });
const units = (unit: number): Recompute => (unit === 1 ? FULL : { ...FULL, unit });

function run(recompute: Recompute, change: Partial<Plan> = {}, model: Model = dense, cluster = selene(1)) {
  return estimated(scenario(model, cluster, plan({ ...change, recompute })));
}
type Result = ReturnType<typeof run>;

const dense = llama(12, 2048, 16, 8, 8192, 32_000);
const hybrid: Model = {
  ...llama(12, 1024, 8, 4, 2048, 32_000),
  recurrent: { kind: "mamba2", heads: 32, dHead: 64, groups: 8, dState: 128, conv: 4, chunk: 128 },
  pattern: [..."M-M*"],
};
const experts: Model = {
  ...llama(12, 1024, 8, 4, 2048, 32_000),
  mlp: {
    ...({ kind: "moe", experts: 8, shared: 1, sharedDff: 512, topK: 2, groups: 1, topGroups: 1 } as const),
    ...{ denseLayers: 1, every: 1, dense: { kind: "swiglu", dFf: 2048 } as const },
    expert: { kind: "swiglu", dFf: 1024 } as const,
  },
};
const micro = { seqLen: 1024, microBatch: 1, flashAttention: true } as const;
const pipelined = { ...micro, pp: 4, dp: 2, globalBatch: 32 } as const;

/** All numbers of a result that recomputation can move. */
const numbersOf = ({ time, memory, hardwareFlops, hfu, comm, tokensPerSecond }: Result) => ({
  ...{ step: time.step.value, parts: time.step.parts.map(({ value }) => value), tokensPerSecond },
  ...{ forward: time.forward, backward: time.backward, hardwareFlops, hfu },
  ...{ stages: memory.stages.map(({ value }) => value), peak: memory.peak, layer: memory.layerActivations },
  exposed: comm.reduce((sum, { exposedSeconds }) => sum + exposedSeconds, 0),
});
const partOf = ({ time }: Result, name: string): number =>
  time.step.parts.flatMap(({ parts }) => parts).find((one) => one.name === `time.${name}`)?.value ??
  Number.NaN;

/** Plans of every kind that lays out or times layers in its own way. */
const plans: Readonly<Record<string, readonly [Model, Partial<Plan>, Cluster?]>> = {
  "one stage": [dense, { ...micro, dp: 8, globalBatch: 32 }],
  "a pipeline": [dense, pipelined],
  "virtual stages": [dense, { ...pipelined, vpp: 3, schedule: "interleaved_1f1b" }],
  "uneven stages": [
    { ...dense, layers: 14 },
    { ...pipelined, split: "uneven" },
  ],
  "gradients of weights apart": [dense, { ...pipelined, schedule: "zb_h1" }],
  "two pipelines in one": [
    { ...dense, layers: 16 },
    { ...pipelined, schedule: "dualpipe_v" },
  ],
  "tensor and sequence parallelism": [dense, { ...micro, tp: 8, sequenceParallel: true, globalBatch: 8 }],
  "context parallelism": [dense, { ...micro, cp: 4, dp: 2, globalBatch: 8 }],
  "unfused attention": [gpt(12, 1024, 8), { ...pipelined, flashAttention: false }],
  "a hybrid of kinds": [hybrid, { ...pipelined, pp: 2, dp: 4 }],
  experts: [experts, { ...pipelined, pp: 2, dp: 4, ep: 4 }],
  "weights gathered by modules": [
    dense,
    { ...micro, dp: 8, zero: 3, globalBatch: 32, framework: { ...generic, reuseDistance: 1e6 } },
  ],
};
const each = Object.entries(plans).map(([name, [model, change]]) => [name, model, change] as const);

describe.each(each)("the first layers of a stage are recomputed: %s", (_, model, change) => {
  const of = (recompute: Recompute) => run(recompute, change, model);
  const chunks = of(NONE).stages.flatMap((stage) => stage.chunks);
  const most = Math.max(...chunks);

  test("none of them is no recomputation, all of them and more are the whole", () => {
    expect(numbersOf(of(first(0)))).toEqual(numbersOf(of(NONE)));
    for (const layers of [most, most + 1, 1_000])
      expect(numbersOf(of(first(layers)))).toEqual(numbersOf(of(FULL)));
  });
  test("one more takes longer and keeps less", () => {
    for (let layers = 1; layers <= most; layers++) {
      const [less, more] = [of(first(layers - 1)), of(first(layers))];
      expect(more.time.step.value).toBeGreaterThan(less.time.step.value);
      expect(more.hardwareFlops).toBeGreaterThan(less.hardwareFlops);
      const kept = ({ memory }: Result) =>
        memory.stages.map(({ parts }) => parts.find(({ name }) => name === "memory.activations")?.value ?? 0);
      kept(more).forEach((bytes, stage) => {
        expect(bytes).toBeLessThanOrEqual(kept(less)[stage] ?? 0);
      });
      if (layers < most) expect(more.memory.peak).toBeLessThanOrEqual(less.memory.peak);
    }
  });
  test("the model's FLOPs, its parameters and its forward pass stay as they are", () => {
    const [none, some] = [of(NONE), of(first(1))];
    expect(some.modelFlops).toBe(none.modelFlops);
    expect(some.trainedParams).toBe(none.trainedParams);
    expect(some.time.forward / none.time.forward).toBeCloseTo(1, 12);
  });
});

test("a layer costs what it costs where all are recomputed: shares of the whole", () => {
  const L = 12;
  const change = { ...micro, tp: 2, dp: 4, globalBatch: 32 };
  const [none, full] = [run(NONE, change), run(FULL, change)];
  for (const layers of [1, 5, 11]) {
    const some = run(first(layers), change);
    const share = (of: (result: Result) => number): number => (of(some) - of(none)) / (of(full) - of(none));
    expect(partOf(some, "recompute") / partOf(full, "recompute")).toBeCloseTo(layers / L, 12);
    expect(share(({ time }) => time.step.value)).toBeCloseTo(layers / L, 9);
    expect(share(({ hardwareFlops }) => hardwareFlops)).toBeCloseTo(layers / L, 9);
    const again = some.comm.filter(({ what }) => what === "activations, recomputed");
    expect(again.map(({ op, count }) => [op, count])).toEqual([["all_reduce", 2 * layers * 8]]);
  }
});

test("saved activations of a stage, counted by hand", () => {
  // GPT, 8 layers on two stages, 16-bit activations, s 2048, b 1, h 1024, a 16: arXiv:2205.05198, section 4.1. In flight are two
  // micro-batches on the first stage and one on the second; of the four layers of either, one keeps its input alone.
  const [s, h, a] = [2048, 1024, 16];
  const whole = s * h * (34 + (5 * a * s) / h);
  const input = 2 * s * h;
  const change = { pp: 2, seqLen: s, microBatch: 1, globalBatch: 8, flashAttention: false } as const;
  const { memory } = run(
    first(1),
    change,
    gpt(8, h, a),
    selene(1, undefined, { nodes: 1, devices: 2, devicesPerNode: 2 }),
  );
  const activations = memory.stages.map(
    ({ parts }) => parts.find(({ name }) => name === "memory.activations")?.value,
  );
  expect(activations).toEqual([2 * (3 * whole + input), 3 * whole + input]);
});

test("of virtual stages each recomputes its own first layers, of uneven ones no more than it has", () => {
  const held = (change: Partial<Plan>, model: Model, layers: number) =>
    run(first(layers), change, model).stages.map(({ kinds }) => kinds.map((one) => [one.kind, one.layers]));
  expect(held({ ...pipelined, vpp: 3, schedule: "interleaved_1f1b" }, { ...dense, layers: 24 }, 1)).toEqual(
    new Array(4).fill([
      ["dense, recomputed", 3],
      ["dense", 3],
    ]),
  );
  expect(held({ ...pipelined, split: "uneven" }, { ...dense, layers: 14 }, 3)).toEqual([
    [["dense, recomputed", 3]],
    [
      ["dense, recomputed", 3],
      ["dense", 1],
    ],
    [["dense, recomputed", 3]],
    [
      ["dense, recomputed", 3],
      ["dense", 1],
    ],
  ]);
  // M-M*M-M*.. on two stages of six layers: a stage's first three are M, - and M; M, * and M.
  expect(held({ ...pipelined, pp: 2, dp: 4 }, hybrid, 3)).toEqual([
    [
      ["recurrent, recomputed", 2],
      ["recurrent", 1],
      ["attention", 1],
      ["dense_alone, recomputed", 1],
      ["dense_alone", 1],
    ],
    [
      ["recurrent, recomputed", 2],
      ["recurrent", 1],
      ["attention, recomputed", 1],
      ["attention", 1],
      ["dense_alone", 1],
    ],
  ]);
});

test("a layer that is made again takes the room that those behind it have freed, and no more unless it is larger", () => {
  const buffers = (recompute: Recompute) => {
    const [stage] = run(recompute, pipelined).memory.stages;
    return stage?.parts.find(({ name }) => name === "memory.buffers")?.value ?? Number.NaN;
  };
  expect(buffers(first(2))).toBe(buffers(NONE));
  expect(buffers(first(3))).toBe(buffers(FULL));
  expect(buffers(FULL)).toBeGreaterThan(buffers(NONE));
});

test("any number of layers lies between none and all", () => {
  fc.assert(
    fc.property(fc.constantFrom(...each), fc.integer({ min: 1, max: 14 }), ([, model, change], layers) => {
      const [none, some, full] = [NONE, first(layers), FULL].map((one) => run(one, change, model));
      if (!none || !some || !full) throw new Error("three results");
      expect(some.time.step.value).toBeGreaterThan(none.time.step.value);
      expect(some.time.step.value).toBeLessThanOrEqual(full.time.step.value * (1 + 1e-12));
      expect(some.memory.activations).toBeGreaterThanOrEqual(full.memory.activations);
    }),
    { numRuns: 60 },
  );
});

describe.each(each.filter(([, , { zero }]) => zero !== 3))(
  "layers recomputed together: %s",
  (_, model, change) => {
    const of = (recompute: Recompute) => run(recompute, change, model);
    const chunks = of(NONE).stages.flatMap((stage) => stage.chunks);
    const most = Math.max(...chunks);

    test("take as long as each by itself, and keep fewer inputs and more of the layers at hand", () => {
      const full = of(FULL);
      const kept = ({ memory }: Result) =>
        memory.stages.map(({ parts }) => parts.find(({ name }) => name === "memory.activations")?.value ?? 0);
      const recomputed = ({ memory }: Result) =>
        Math.max(
          ...memory.stages.flatMap(({ parts }) =>
            parts
              .flatMap(({ parts }) => parts)
              .filter(({ label }) => label === "activations of the layer being recomputed")
              .map(({ value }) => value),
          ),
        );
      for (let unit = 2; unit <= most + 1; unit++) {
        const [less, some] = [of(units(unit - 1)), of(units(unit))];
        expect(some.time.step.value / full.time.step.value).toBeCloseTo(1, 12);
        expect(some.hardwareFlops).toBe(full.hardwareFlops);
        kept(some).forEach((bytes, stage) => {
          expect(bytes).toBeLessThanOrEqual(kept(less)[stage] ?? 0);
        });
        if (unit <= most) expect(recomputed(some)).toBeGreaterThanOrEqual(recomputed(less));
        else expect(numbersOf(some)).toEqual(numbersOf(less));
      }
    });
  },
);

test("units of a stage, counted by hand", () => {
  // As above, eight layers on two stages, of which a unit has three: layers 1 and 4 of a stage keep their inputs, and while
  // the first three go backward all of these are there, their tensors in between too.
  const [s, h, a] = [2048, 1024, 16];
  const whole = s * h * (34 + (5 * a * s) / h);
  const input = 2 * s * h;
  const change = { pp: 2, seqLen: s, microBatch: 1, globalBatch: 8, flashAttention: false } as const;
  const pair = selene(1, undefined, { nodes: 1, devices: 2, devicesPerNode: 2 });
  const { memory } = run(units(3), change, gpt(8, h, a), pair);
  const part = (name: string, label?: string) =>
    memory.stages.map(({ parts }) => {
      const found = parts.find((one) => one.name === name);
      return label === undefined ? found?.value : found?.parts.find((one) => one.label === label)?.value;
    });
  expect(part("memory.activations")).toEqual([2 * 2 * input, 2 * input]);
  // Of the first layer the input is kept; those of the two behind it are made again.
  const recomputed = run(FULL, change, gpt(8, h, a), pair).memory.stages[0]?.parts.flatMap(({ parts }) =>
    parts.filter(({ label }) => label === "activations of the layer being recomputed"),
  )[0]?.value;
  expect(recomputed).toBe(whole);
  expect(part("memory.buffers", "activations of the layer being recomputed")[0]).toBe(3 * whole + 2 * input);
});

test("units begin anew with each chunk, within the layers that are recomputed", () => {
  const held = (recompute: Recompute, change: Partial<Plan>, layers: number) =>
    run(recompute, change, { ...dense, layers }).stages[0]?.kinds.map((one) => [one.kind, one.layers]);
  const virtual = { ...pipelined, vpp: 2, schedule: "interleaved_1f1b" } as const;
  expect(held(units(2), virtual, 24)).toEqual([
    ["dense, recomputed", 4],
    ["dense, recomputed with those before", 2],
  ]);
  expect(held({ ...FULL, layers: 5, unit: 2 }, pipelined, 24)).toEqual([
    ["dense, recomputed", 3],
    ["dense, recomputed with those before", 2],
    ["dense", 1],
  ]);
});

test("of many layers a few at a time need least", () => {
  // arXiv:1604.06174: n / k inputs and k layers at hand, whose sum is least at some k between.
  const deep = { ...gpt(64, 1024, 8), dropout: false };
  const peaks = [1, 2, 4, 8, 16, 32, 64].map(
    (unit) => run(units(unit), { ...micro, dp: 8, globalBatch: 32 }, deep).memory.peak,
  );
  const least = peaks.indexOf(Math.min(...peaks));
  expect(least).toBeLessThan(4);
  expect(peaks.at(-1)).toBeGreaterThan(peaks[0] ?? Number.NaN);
});

test("units under ZeRO 3 are refused by name", () => {
  const answer = estimate(
    scenario(dense, selene(1), plan({ ...micro, dp: 8, zero: 3, globalBatch: 32, recompute: units(2) })),
  );
  expect(answer.ok).toBe(false);
  if (!answer.ok)
    expect(JSON.stringify(answer.refusals)).toMatch(/2 layers recomputed together under ZeRO 3/);
});
