import { describe, expect, test } from "vitest";
import { estimate, explainScenario, inference, modelParams } from "../../../../src/engine/index.ts";
import type { Model } from "../../../../src/engine/scenario/model.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import type { Mamba } from "../../../../src/engine/scenario/recurrent.ts";
import { countKinds } from "../../../../src/engine/trainingStep/model/layerKinds.ts";
import { stageLayouts } from "../../../../src/engine/trainingStep/model/layout.ts";
import { allLayers } from "../../../../src/engine/trainingStep/model/modelParts.ts";
import { estimated } from "../../support/estimated.ts";
import { llama, plan, scenario, selene } from "../../support/scenarios.ts";

const base = llama(32, 4096, 32, 8, 14_336, 32_000);
const encoder = { layers: 32, attention: null, mlp: null };
const patches = { image: 224, patch: 14, channels: 3, extra: 1 };
const wide = { kind: "swiglu", dFf: 28_672 } as const;
const mixture: Model["mlp"] = {
  ...{ kind: "moe", experts: 8, shared: 0, sharedDff: 14_336, topK: 2, groups: 1, topGroups: 1 },
  ...{ denseLayers: 3, every: 1, expert: { kind: "swiglu", dFf: 14_336 } },
  dense: wide,
};

const of = (model: Model, change: Partial<Plan> = {}) =>
  scenario(model, selene(8), plan({ dp: 64, globalBatch: 64, ...change }));
function run(model: Model, change: Partial<Plan> = {}) {
  return estimated(of(model, change));
}
function refused(model: Model, change: Partial<Plan>): readonly (string | undefined)[] {
  const result = estimate(of(model, change));
  return result.ok ? [] : result.refusals.map(({ code, fields }) => `${code} ${fields[0]}`);
}
const params = (model: Model): number => modelParams(model).params.value;
const step = (e: ReturnType<typeof run>): number => e.time.step.value;

describe("blocks of layers", () => {
  const block = { layers: 1, attention: null, mlp: null, recurrent: null, operators: null };

  test("that say what the model says change nothing", () => {
    const told = {
      ...base,
      blocks: [
        { ...block, layers: 20 },
        { ...block, layers: 12 },
      ],
    };
    const [a, b] = [run(base), run(told)];
    expect(b.params.value).toBe(a.params.value);
    expect(b.modelFlops).toBeCloseTo(a.modelFlops, -3);
    expect(b.memory.peak).toBeCloseTo(a.memory.peak, -1);
    expect(step(b)).toBeCloseTo(step(a), 9);
  });

  test("with dense layers first are a mixture of experts with dense layers", () => {
    const told = {
      ...base,
      mlp: { ...mixture, denseLayers: 0 },
      blocks: [
        { ...block, layers: 3, mlp: wide },
        { ...block, layers: 29 },
      ],
    };
    const named = { ...base, mlp: mixture };
    const [a, b] = [run(named, { ep: 8 }), run(told, { ep: 8 })];
    expect(b.params.value).toBe(a.params.value);
    expect(b.activeParams).toBe(a.activeParams);
    expect(b.modelFlops).toBeCloseTo(a.modelFlops, -3);
    expect(b.memory.peak).toBeCloseTo(a.memory.peak, -1);
    expect(step(b)).toBeCloseTo(step(a), 9);
  });

  test("go over the layers again and again, and stages hold what falls to them", () => {
    const told = {
      ...base,
      layers: 8,
      blocks: [
        { ...block, layers: 3 },
        { ...block, mlp: wide },
      ],
    };
    expect(countKinds(told, [[0, 8]]).map(({ layers }) => layers)).toEqual([6, 2]);
    const stages = stageLayouts(told, plan({ pp: 8, dp: 8, globalBatch: 64 }));
    expect(stages?.map(({ kinds }) => kinds[0]?.kind.endsWith("block 2"))).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((layer) => layer % 4 === 0),
    );
  });

  test("are refused where a block does not divide, and the block is named", () => {
    const odd = { ...block, mlp: { kind: "swiglu", dFf: 14_335 } as const };
    expect(refused({ ...base, blocks: [block, odd] }, { tp: 2, dp: 32 })).toEqual([
      "width-not-divisible plan.tp",
    ]);
  });
});

describe("an encoder before a decoder", () => {
  const both = { ...base, encoder };

  test("has the parameters of two stacks, and of attention between them", () => {
    const { dModel: h } = base;
    const cross = 32 * (h * 128 * (2 * 32 + 2 * 8) + h);
    const layers = params(base) - 2 * 32_000 * h - h;
    expect(params(both)).toBe(params(base) + layers + h + cross);
  });

  test("works on its own tokens: twice as many cost its layers twice the products", () => {
    const [short, long] = [512, 1024].map((encoderSeqLen) => run(both, { encoderSeqLen, seqLen: 512 }));
    const own = run({ ...base, mask: "bidirectional" }, { seqLen: 512 });
    const more = (long?.modelFlops ?? 0) - (short?.modelFlops ?? 0);
    expect(more / own.modelFlops).toBeGreaterThan(0.95);
    expect(more / own.modelFlops).toBeLessThan(1.25);
    expect(long?.memory.activations).toBeGreaterThan(short?.memory.activations ?? 0);
    expect(long?.memory.weights).toBe(short?.memory.weights);
    expect(step(long as never)).toBeGreaterThan(step(short as never));
  });

  test("splits over tensor-parallel ranks, which talk once more in a decoder's layer", () => {
    const [one, two] = [1, 2].map((tp) => run(both, { tp, dp: 64 / tp, sequenceParallel: tp > 1 }));
    expect(two?.memory.weights).toBeCloseTo((one?.memory.weights ?? 0) / 2, -7);
    const calls = two?.comm.filter(({ dimension, what }) => dimension === "tp" && what === "activations");
    const gathers = calls?.filter(({ op }) => op === "all_gather").map(({ count }) => count);
    // Two micro-batches.
    expect(gathers?.reduce((sum, n) => sum + n, 0)).toBe(2 * (32 * 2 + 32 * 3));
  });

  test("is told from where its fields stand", () => {
    const result = explainScenario(of(both, { encoderSeqLen: 256 }));
    expect(JSON.stringify(result)).toContain('"path":"plan.encoder_seq_len","value":256');
  });

  test("is not served", () => {
    expect(inference(of(both)).ok).toBe(false);
  });
});

describe("a token that sees all others", () => {
  test("costs attention twice the scores, and nothing else", () => {
    const [half, all] = (["causal", "bidirectional"] as const).map((mask) =>
      run({ ...base, mask }, { flashAttention: true }),
    );
    expect(all?.modelFlops).toBe(half?.modelFlops);
    expect(all?.memory.peak).toBe(half?.memory.peak);
    expect(step(all as never)).toBeGreaterThan(step(half as never));
    expect(inference(of({ ...base, mask: "bidirectional" })).ok).toBe(false);
  });
});

describe("images", () => {
  const vit: Model = { ...base, patches, mask: "bidirectional", vocab: 1000, positions: "learned" };

  test("are embedded by a product, and one token tells the class", () => {
    const h = base.dModel;
    const ends = (3 * 14 * 14 + 1 + 1) * h + 257 * h + 1000 * (h + 1);
    const layers = params(base) - 2 * 32_000 * h;
    expect(params(vit)).toBe(layers + ends);
    const text = run({ ...base, mask: "bidirectional" }, { seqLen: 257 });
    const head = 6 * 64 * 257 * h * 32_000;
    const own = 3 * 64 * (2 * 257 * 588 * h + 2 * h * 1000);
    expect(run(vit, { seqLen: 257 }).modelFlops).toBeCloseTo(text.modelFlops - head + own, -6);
  });

  test("are as long as their patches", () => {
    expect(refused(vit, { seqLen: 256 })).toEqual(["tokens-not-image plan.seq_len"]);
    expect(run(vit, { seqLen: 257 }).memory.logits).toBeLessThan(
      run({ ...base, mask: "bidirectional" }, { seqLen: 257 }).memory.logits,
    );
  });
});

describe("multi-token prediction", () => {
  const more = { ...base, mtp: 1 };

  test("is a layer, a projection and three norms, with the head once more", () => {
    const { dModel: h } = base;
    const layer = (params(base) - 2 * 32_000 * h - h) / 32;
    expect(params(more)).toBe(params(base) + layer + 2 * h * h + 3 * h);
    const [a, b] = [run(base), run(more)];
    const tokens = 64 * 2048;
    const core = 4 * 2048 * h;
    const head = 2 * h * 32_000;
    const work = 3 * tokens * (2 * (layer - 2 * h) + core + 4 * h * h + head);
    expect(b.modelFlops - a.modelFlops).toBeCloseTo(work, -9);
    expect(allLayers(more)).toBe(33);
  });

  test("stays on the last stage, with an embedding of its own there", () => {
    const [a, b] = [base, more].map((model) => run(model, { pp: 4, dp: 16 }));
    const weights = (e: typeof a, stage: number) =>
      e?.memory.stages[stage]?.parts.find(({ name }) => name === "memory.weights")?.value ?? 0;
    for (const stage of [0, 1, 2]) expect(weights(b, stage)).toBe(weights(a, stage));
    const { dModel: h } = base;
    const added = params(more) - params(base) + 32_000 * h;
    const each = weights(a, 0) / (8 * ((params(base) - 2 * 32_000 * h - h) / 32) + 32_000 * h);
    expect(weights(b, 3) - weights(a, 3)).toBeCloseTo(each * added, -2);
  });

  test("is left out of what is served", () => {
    const [a, b] = [base, more].map((model) => inference(of(model)));
    expect(b).toEqual(a);
  });
});

describe("Mamba's first version", () => {
  const recurrent: Mamba = {
    ...{ kind: "mamba", dInner: 8192, dState: 16, stepRank: 256, conv: 4, innerNorms: true },
  };
  const jamba: Model = { ...base, recurrent, pattern: ["recurrent"], attention: base.attention };

  test("has the parameters that Jamba's layers have", () => {
    const h = 4096;
    const mixer =
      h * 2 * 8192 + 8192 * 5 + 8192 * 288 + 256 * 8192 + 8192 + 8192 * 16 + 8192 + 288 + 8192 * h;
    const rest = 3 * h * 14_336 + 2 * h;
    expect(params(jamba)).toBe(32 * (mixer + rest) + 2 * 32_000 * h + h);
  });

  test("grows with the sequence, and splits its columns", () => {
    const [short, long] = [2048, 8192].map((seqLen) => run(jamba, { seqLen }));
    expect((long?.modelFlops ?? 0) / (short?.modelFlops ?? 1)).toBeCloseTo(4, 6);
    expect(refused(jamba, { tp: 3, dp: 1, globalBatch: 1 })).toContain("width-not-divisible plan.tp");
  });
});

describe("a gate on attention's output", () => {
  test("is a projection as wide as the queries, and a tensor more to keep", () => {
    const gated = { ...base, attention: { ...base.attention, gate: true } as Model["attention"] };
    expect(params(gated) - params(base)).toBe(32 * 4096 * 4096);
    const [a, b] = [run(base), run(gated)];
    expect(b.modelFlops - a.modelFlops).toBeCloseTo(6 * 64 * 2048 * 32 * 4096 * 4096, -9);
    expect(b.memory.activations).toBeGreaterThan(a.memory.activations);
  });
});
