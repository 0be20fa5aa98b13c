import { describe, expect, test } from "vitest";
import type { Estimate } from "../../../../src/engine/estimate/estimate.ts";
import { estimate, modelParams } from "../../../../src/engine/index.ts";
import type { Attention } from "../../../../src/engine/scenario/attention.ts";
import type { Mlp } from "../../../../src/engine/scenario/mlp.ts";
import type { Model } from "../../../../src/engine/scenario/model.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import type { Scenario } from "../../../../src/engine/scenario/scenario.ts";
import { estimated as of } from "../../support/estimated.ts";
import { llama, plan, scenario, selene } from "../../support/scenarios.ts";

const part = (e: Estimate, stage: number, name: string): number =>
  e.memory.stages[stage]?.parts.find((one) => one.name === `memory.${name}`)?.value ?? Number.NaN;

/** arXiv:2412.19437, section 4.2. */
const mla: Attention = { kind: "mla", heads: 128, dHead: 128, qRank: 1536, kvRank: 512, dRope: 64, dV: 128 };
const routed = {
  ...{
    kind: "moe",
    experts: 256,
    shared: 1,
    topK: 8,
    denseLayers: 3,
    sharedDff: 2048,
    groups: 1,
    topGroups: 1,
    every: 1,
  },
  expert: { kind: "swiglu", dFf: 2048 },
  dense: { kind: "swiglu", dFf: 18_432 },
} as const satisfies Mlp;
const deepseek: Model = {
  ...llama(61, 7168, 128, 128, 18_432, 129_280),
  attention: mla,
  mlp: routed,
};
/** Sixteen stages, 64-way experts over eight nodes: arXiv:2412.19437, section 3.2. */
const report = (change: Partial<Plan> = {}): Scenario =>
  scenario(
    deepseek,
    selene(256),
    plan({
      ...{ pp: 16, dp: 128, ep: 64, zero: 1, split: "uneven", seqLen: 4096, globalBatch: 15_360 },
      ...{ flashAttention: true },
      ...change,
    }),
  );

describe("DeepSeek-V3 (arXiv:2412.19437)", () => {
  test("has 671.03B parameters, of which a token passes 37.55B", () => {
    const { params, activeParams } = modelParams(deepseek);
    expect(params.value / 1e9).toBeCloseTo(671.03, 2);
    expect(activeParams / 1e9).toBeCloseTo(37.55, 2);
  });

  test("a step's model FLOPs are six for each active weight of a product, and the attention's", () => {
    const { modelFlops } = of(report());
    const tokens = 15_360 * 4096;
    const { activeParams } = modelParams(deepseek);
    const norms = 61 * (2 * 7168 + 1536 + 512) + 7168;
    const products = activeParams - 129_280 * 7168 - norms;
    const core = 61 * 2 * 4096 * 128 * (192 + 128);
    expect(modelFlops / (tokens * (6 * products + 3 * core))).toBeCloseTo(1, 12);
  });

  test("an exchange carries eight copies of each token: 448 MiB in bf16, four times a layer and micro-batch", () => {
    const exchanges = of(report()).comm.filter(({ op }) => op === "all_to_all");
    expect(exchanges.map(({ bytes }) => bytes / 2 ** 20)).toEqual([448, 448]);
    expect(exchanges.map(({ groupSize, tier }) => `${groupSize} ${tier}`)).toEqual(["64 both", "64 both"]);
    // 120 micro-batches of four layers, there and back, forward and backward
    expect(exchanges.reduce((sum, { count }) => sum + count, 0)).toBe(120 * 4 * 2 * 2);
  });

  test("the first three layers are dense, all on the first stage", () => {
    const { stages } = of(report());
    expect(stages[0]?.kinds).toEqual([{ kind: "dense", layers: 3 }]);
    expect(stages.slice(1).every(({ kinds }) => kinds.every(({ kind }) => kind === "experts"))).toBe(true);
    const four = of(report({ pp: 1, dp: 2048, ep: 64, globalBatch: 2048 })).stages[0];
    expect(four?.kinds).toEqual([
      { kind: "dense", layers: 3 },
      { kind: "experts", layers: 58 },
    ]);
  });

  test("experts are sharded over their own replicas, two of them; the rest over 128", () => {
    const e = of(report());
    const layers = e.stages[1]?.layers ?? 0;
    const expert = 3 * 7168 * 2048;
    const experts = layers * (256 / 64) * expert;
    const rest = layers * (187_107_328 + 2 * 7168 + 256 * 7168 + expert);
    expect(part(e, 1, "weights")).toBe(2 * (experts + rest));
    expect(part(e, 1, "gradients")).toBe(2 * (experts + rest));
    expect(part(e, 1, "optimizer") / ((12 * experts) / 2 + (12 * rest) / 128)).toBeCloseTo(1, 12);
  });

  test("a layer's activations, tensor by tensor", () => {
    const tokens = 4096;
    const attention = 2 * (2 * 7168 + 2 * 1536 + 2 * 512 + 128 * (192 + 192 + 128) + 128 * 128) + 4 * 128;
    const router = 2 * 4 * 256;
    const experts = 2 * 8 * (7168 + 3 * 2048);
    const shared = 2 * 3 * 2048;
    const layer = tokens * (attention + 2 * 2 * 7168 + router + experts + shared);
    expect(of(report()).memory.layerActivations).toBe(layer);
    const kept = (modules: readonly string[]): number =>
      part(of(report({ recompute: { kind: "selective", modules } })), 15, "activations") / 4;
    expect(layer - kept(["mla_up"])).toBe(tokens * 2 * 128 * (192 + 192 + 128));
    expect(layer - kept(["moe_act"])).toBe(tokens * 2 * 8 * 2048);
    expect(layer - kept(["shared_experts"])).toBe(tokens * shared);
    expect(layer - kept(["moe"])).toBe(tokens * (router + experts + shared));
  });

  test("hardware FLOPs count what is computed again: up-projections, experts", () => {
    const extra = (modules: readonly string[]): number => {
      const { modelFlops, hardwareFlops } = of(report({ recompute: { kind: "selective", modules } }));
      return (hardwareFlops - modelFlops) / (15_360 * 4096);
    };
    expect(extra(["moe_act"])).toBe(0);
    expect(extra(["mla_up"]) / (61 * 2 * 128 * (1536 * 192 + 512 * 256))).toBeCloseTo(1, 9);
    expect(extra(["moe"]) / (58 * 2 * (256 * 7168 + 9 * 3 * 7168 * 2048))).toBeCloseTo(1, 9);
  });

  test("latent attention splits its heads over tp, not its compressions", () => {
    const weights = (tp: number): number =>
      part(of(report({ tp, dp: 128 / tp, sequenceParallel: tp > 1, zero: 0 })), 1, "weights") / 2;
    const split = 1536 * 128 * 192 + 512 * 128 * 256 + 128 * 128 * 7168 + 3 * 7168 * 2048;
    expect(weights(1) - weights(8)).toBe(4 * (split - split / 8));
  });
});

describe("experts", () => {
  const dense = llama(8, 4096, 32, 8, 14_336, 32_000);
  const mixture = (
    mlp: Partial<Omit<typeof routed, "expert"> & Pick<Extract<Mlp, { kind: "moe" }>, "expert">>,
  ): Model => ({
    ...dense,
    mlp: { ...routed, experts: 8, topK: 2, shared: 0, denseLayers: 0, ...mlp } as Mlp,
  });
  const on = (model: Model, change: Partial<Plan> = {}, node = selene(1)): Estimate =>
    of(scenario(model, node, plan({ dp: 8, globalBatch: 64, flashAttention: true, zero: 1, ...change })));
  const node = selene(1);
  const peak = { ...node.device.peak, fp8: 624e12 };
  /** As if its products had 8 bits too. */
  const withFp8 = { ...node, device: { ...node.device, peak } };

  test("one expert for every token is the dense model, but for the router", () => {
    const width = { expert: { kind: "swiglu", dFf: 14_336 } } as unknown as Partial<typeof routed>;
    const one = on(mixture({ ...width, experts: 1, topK: 1 } as unknown as Partial<typeof routed>));
    const plain = on(dense);
    expect(one.params.value - plain.params.value).toBe(8 * 4096);
    const router = 6 * 64 * 2048 * 8 * 4096;
    expect(one.modelFlops - plain.modelFlops).toBe(router);
    // The routed copy of the tokens, and the router's scores and probabilities.
    expect(one.memory.layerActivations - plain.memory.layerActivations).toBe(2048 * (2 * 4096 + 2 * 4));
  });

  test("expert parallelism takes experts off a device and sends tokens for it", () => {
    const alone = on(mixture({}), { zero: 0 });
    const spread = on(mixture({}), { zero: 0, ep: 8 });
    const experts = 8 * 8 * 3 * 4096 * 2048;
    expect(alone.memory.weights - spread.memory.weights).toBe((2 * experts * 7) / 8);
    expect(alone.comm.some(({ dimension }) => dimension === "ep")).toBe(false);
    const sent = spread.comm.filter(({ dimension }) => dimension === "ep");
    expect(sent.every(({ op, bytes }) => op === "all_to_all" && bytes === 2048 * 2 * 4096 * 2)).toBe(true);
    // Every expert is on one device: there is no replica to meet.
    expect(spread.comm.some(({ what }) => what === "gradients of experts")).toBe(false);
    expect(spread.activeParams).toBe(alone.activeParams);
  });

  test("the overlap of the exchange hides it behind other micro-batches", () => {
    const hidden = on(mixture({}), {
      ep: 8,
      overlap: { dp: false, tp: false, pp: false, ep: true, sharedExperts: false },
    });
    const open = on(mixture({}), { ep: 8 });
    expect(hidden.time.step.value).toBeLessThan(open.time.step.value);
    const time = (e: Estimate) =>
      e.comm.filter(({ dimension }) => dimension === "ep").reduce((sum, c) => sum + c.totalSeconds, 0);
    expect(time(hidden)).toBe(time(open));
  });

  test("however many collectives exchange tokens, a second of computation hides no more than a second of them", () => {
    const overlap = { dp: false, tp: false, pp: false, ep: true, sharedExperts: false };
    const narrow = mixture({ experts: 64, topK: 32, expert: { kind: "swiglu", dFf: 64 } });
    const split = on(narrow, { tp: 4, dp: 2, sequenceParallel: true, zero: 0, ep: 2, etp: 4, overlap });
    const sent = split.comm.filter(({ dimension }) => dimension === "ep");
    expect(new Set(sent.map(({ op }) => op)).size).toBe(3);
    const hidden = sent.reduce(
      (sum, { totalSeconds, exposedSeconds }) => sum + totalSeconds - exposedSeconds,
      0,
    );
    const computed = split.time.step.parts?.find(({ label }) => label === "compute")?.value;
    expect(hidden).toBeLessThan(computed ?? 0);
    expect(sent.every(({ exposedSeconds }) => exposedSeconds > 0)).toBe(true);
  });

  describe("beside the shared experts", () => {
    const none = { dp: false, tp: false, pp: false, ep: false, sharedExperts: false };
    const beside = { ...none, sharedExperts: true };
    const exposed = (e: Estimate) =>
      e.comm.filter(({ dimension }) => dimension === "ep").reduce((sum, c) => sum + c.exposedSeconds, 0);
    const total = (e: Estimate) =>
      e.comm.filter(({ dimension }) => dimension === "ep").reduce((sum, c) => sum + c.totalSeconds, 0);

    test("the exchange hides as far as these take, and no message is saved", () => {
      const few = mixture({ shared: 1, sharedDff: 2048 });
      const many = mixture({ shared: 1, sharedDff: 65_536 });
      const [open, some] = [on(few, { ep: 8 }), on(few, { ep: 8, overlap: beside })];
      expect(total(some)).toBeCloseTo(total(open), 12);
      expect(exposed(some)).toBeLessThan(exposed(open));
      expect(exposed(some)).toBeGreaterThan(0);
      // Wide shared experts hide all of it but what they are slowed by: a contention of 1.25 or more.
      const all = on(many, { ep: 8, overlap: beside });
      expect(exposed(all) / total(all)).toBeLessThan(0.5);
      expect(some.modelFlops).toBe(open.modelFlops);
      expect(some.memory.peak).toBe(open.memory.peak);
    });

    test("tokens go out beside the first matrices and come back beside the last, which are half as large", () => {
      const one = on(mixture({ shared: 1, sharedDff: 256 }), { ep: 8, overlap: beside });
      const [there, back] = one.comm.filter(({ what }) => what.startsWith("tokens"));
      expect([there?.what, back?.what]).toEqual(["tokens to the experts", "tokens back from the experts"]);
      expect(there?.totalSeconds).toBeCloseTo(back?.totalSeconds ?? 0, 12);
      expect(there?.exposedSeconds).toBeLessThan(back?.exposedSeconds ?? 0);
    });

    test("nothing changes without any, and both overlaps at once are refused", () => {
      expect(on(mixture({}), { ep: 8, overlap: beside }).time.step.value).toBe(
        on(mixture({}), { ep: 8 }).time.step.value,
      );
      const answer = estimate(report({ overlap: { ...beside, ep: true } }));
      expect(answer.ok ? [] : answer.refusals.map(({ code, fields }) => [code, fields[0]])).toEqual([
        ["not-modelled", "plan.overlap"],
      ]);
    });
  });

  test("tensor parallelism inside experts halves their weights and gathers their tokens", () => {
    const change = { tp: 2, dp: 4, sequenceParallel: true, zero: 0 } as const;
    const whole = on(mixture({}), { ...change, ep: 2 });
    const split = on(mixture({}), { ...change, ep: 2, etp: 2 });
    const experts = (8 * 8 * 3 * 4096 * 2048) / 2;
    expect(whole.memory.weights - split.memory.weights).toBe(experts);
    expect(split.comm.filter(({ dimension }) => dimension === "ep").map(({ op }) => op)).toContain(
      "all_gather",
    );
    expect(split.modelFlops).toBe(whole.modelFlops);
  });

  test("once per node, fewer copies of a token travel than to each expert", () => {
    const sent = (dispatch: Plan["dispatch"]) =>
      of(report({ dispatch })).comm.filter(({ op }) => op === "all_to_all");
    const token = 4096 * 7168 * 2;
    const places = (n: number) => n * (1 - (1 - 1 / n) ** 8);
    const [across, inside] = sent("per_node");
    expect(across).toMatchObject({ tier: "scale_out", groupSize: 8 });
    expect(inside).toMatchObject({ tier: "scale_up", groupSize: 8 });
    expect((across?.bytes ?? 0) / token).toBeCloseTo(places(8), 9);
    expect((inside?.bytes ?? 0) / token).toBeCloseTo(places(64), 9);
    const seconds = (list: ReturnType<typeof sent>) => list.reduce((sum, c) => sum + c.totalSeconds, 0);
    expect(seconds(sent("per_node"))).toBeLessThan(seconds(sent("per_expert")));
  });

  test("limited to four of eight nodes, a token travels to no more than four", () => {
    const limited: Model = { ...deepseek, mlp: { ...routed, groups: 8, topGroups: 4 } };
    const sent = (ep: number): readonly number[] => {
      const s = report({ dispatch: "per_node", ep });
      return of({ ...s, model: limited })
        .comm.filter(({ op }) => op === "all_to_all")
        .map(({ bytes }) => bytes / (4096 * 7168 * 2));
    };
    const places = (n: number) => n * (1 - (1 - 1 / n) ** 8);
    // A group on a node; 32 of 64 devices have experts of a token's groups.
    expect(sent(64)[0]).toBeCloseTo(places(4), 9);
    expect(sent(64)[1]).toBeCloseTo(places(32), 9);
    // Two groups on each of four nodes: nearly all of them are visited.
    expect(sent(32)[0]).toBeGreaterThan(2.5);
    expect(sent(32)[0]).toBeLessThan(4);
    // No limit where the groups are all groups, and no difference where every copy travels by itself.
    const free = { ...deepseek, mlp: { ...routed, groups: 8, topGroups: 8 } };
    const step = (model: Model, dispatch: Plan["dispatch"]) =>
      of({ ...report({ dispatch }), model }).time.step.value;
    expect(step(free, "per_node")).toBe(step(deepseek, "per_node"));
    expect(step(limited, "per_node")).toBeLessThan(step(deepseek, "per_node"));
    expect(step(limited, "per_expert")).toBe(step(deepseek, "per_expert"));
  });

  test("the host launches each expert by itself, unless it launches graphs", () => {
    const generic = plan({}).framework;
    const wait = (change: Partial<typeof generic>, precision = plan({}).precision): number => {
      const e = on(
        mixture({ experts: 64 } as unknown as Partial<typeof routed>),
        {
          framework: { ...generic, ...change },
          precision,
        },
        withFp8,
      );
      const compute = e.time.step.parts.find(({ name }) => name === "time.compute");
      return compute?.parts.find(({ name }) => name === "time.launch")?.value ?? Number.NaN;
    };
    expect(wait({ expertLaunches: 200 })).toBeGreaterThan(wait({ expertLaunches: 6 }));
    expect(wait({ expertLaunches: 200, cudaGraphs: true })).toBe(0);
    // Nothing is cast in 16 bits.
    expect(wait({ expertLaunches: 200, expertCastLaunches: 50 })).toBe(wait({ expertLaunches: 200 }));
    const low = { ...plan({}).precision, compute: "fp8", operandBytes: 1, scaling: "current" } as const;
    const slow = (change: Partial<typeof generic>): number => wait({ expertLaunches: 200, ...change }, low);
    expect(slow({ expertCastLaunches: 50 })).toBeCloseTo(slow({ expertLaunches: 250 }), 9);
    expect(slow({ expertCastLaunches: 50 })).toBeGreaterThan(slow({}));
  });

  test("more devices an expert never make the experts' products slower", () => {
    const gemm = (ep: number): number => {
      const compute = on(mixture({}), { ep }).time.step.parts.find(({ name }) => name === "time.compute");
      return compute?.parts.find(({ name }) => name === "time.gemm")?.value ?? Number.NaN;
    };
    expect(gemm(8)).toBeLessThanOrEqual(gemm(4));
    expect(gemm(4)).toBeLessThanOrEqual(gemm(1));
  });
});

test("tokens sent in fp8 are half the bytes on their way there, and as many back (arXiv:2412.19437, section 3.3.3)", () => {
  const bf16 = of(report());
  const { precision } = report().plan;
  const fp8 = of(report({ precision: { ...precision, dispatchBytes: 1 } }));
  const moved = (e: Estimate, what: RegExp): number =>
    e.comm
      .filter((c) => c.op === "all_to_all" && what.test(c.what))
      .reduce((sum, c) => sum + c.bytes * c.count, 0);
  expect(moved(fp8, /to the experts$/)).toBeCloseTo(moved(bf16, /./) / 4, 0);
  expect(moved(fp8, /back from the experts$/)).toBeCloseTo(moved(bf16, /./) / 2, 0);
});
