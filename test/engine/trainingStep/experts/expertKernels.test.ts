import { expect, test } from "vitest";
import { estimate } from "../../../../src/engine/index.ts";
import type { Framework } from "../../../../src/engine/scenario/framework.ts";
import type { Mlp } from "../../../../src/engine/scenario/mlp.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import { llama, plan, scenario, selene } from "../../support/scenarios.ts";

const mixture = (clamped: boolean, topK: number): Mlp => ({
  ...{ kind: "moe", experts: 8, shared: 0, topK, sharedDff: 1024, groups: 1, topGroups: 1 },
  ...{ denseLayers: 0, every: 1, dense: null },
  expert: { kind: "swiglu", dFf: 2048, ...(clamped ? { clamped } : {}) },
});
const layers = 2;
const tokens = 4096;

interface Case {
  readonly kernels: Framework["expertKernels"];
  readonly clamped?: boolean;
  readonly bias?: boolean;
  readonly dispatch?: Plan["dispatch"];
  readonly topK?: number;
}

/** Time of the memory-bound kernels of a layer, forward and backward, s. */
function streamed(of: Case): number {
  const { kernels, clamped = false, bias = false, dispatch = "per_expert", topK = 2 } = of;
  const basis = plan({ dp: 8, ep: 4, seqLen: tokens, globalBatch: 8, flashAttention: true, dispatch });
  const model = { ...llama(layers, 1024, 16, 16, 2048, 32_000), mlp: mixture(clamped, topK), bias };
  const framework = { ...basis.framework, cudaGraphs: true, expertKernels: kernels };
  const answer = estimate(scenario(model, selene(1), { ...basis, framework }));
  if (!answer.ok) throw new Error(JSON.stringify(answer.refusals));
  const compute = answer.estimate.time.step.parts.find(({ name }) => name === "time.compute");
  const part = compute?.parts.find(({ name }) => name === "time.memory_bound");
  return (part?.value ?? Number.NaN) / layers;
}

const rate = 2039e9 * 0.8;
const start = 3e-6;
/** An A100's 108 multiprocessors take 2.4e9 elements a second each through a kernel with strided operands. */
const strided = (bytes: number, passes: number) => Math.max(bytes / rate, passes / (108 * 2.4e9));

test("eager limits of a clamped activation function are seven kernels with strided operands and three without", () => {
  const elements = 2 * tokens * 2048;
  const of = (kernels: Framework["expertKernels"]) =>
    streamed({ kernels, clamped: true }) - streamed({ kernels });
  // bf16. Forward 8 bytes limited, 8 joined; backward 19 compared and chosen, 3 of a conjunction, 8 joined.
  const expected = elements * (strided(8, 2) + 8 / rate + strided(19, 5) + 11 / rate) + 10 * start;
  expect(of("eager")).toBeCloseTo(expected, 9);
  expect(of("compiled")).toBe(0);
  expect(of("fused")).toBe(0);
});

test("biases of experts are added expert by expert, in a kernel, or in the products'", () => {
  const elements = 2 * tokens * 1024;
  const of = (kernels: Framework["expertKernels"], dispatch: Plan["dispatch"] = "per_expert") =>
    streamed({ kernels, bias: true, dispatch }) - streamed({ kernels, dispatch });
  // Two experts a device: two kernels forward and four backward for each, and what joins them.
  const products = strided(2, 1) + strided(8, 2);
  expect(of("eager")).toBeCloseTo(elements * (products + (10 + 8) / rate) + 14 * start, 9);
  expect(of("compiled")).toBeCloseTo((elements * 6) / rate + 2 * start, 9);
  expect(of("fused")).toBe(0);
  // Shares of the experts in fp32: wider products, and casts to them and back.
  const wide = strided(4, 1) + strided(16, 2);
  expect(of("eager", "per_node")).toBeCloseTo(elements * (wide + (24 + 24) / rate) + 18 * start, 9);
});

test("a fused mixture has no activation function of its own", () => {
  expect(streamed({ kernels: "compiled" }) - streamed({ kernels: "fused" })).toBeCloseTo(
    (2 * tokens * 2048 * 16) / rate + 2 * start,
    9,
  );
});

test("copies of tokens move by index, at 0.41 of a stream's rate: where a token is sent, or where it arrives once", () => {
  const copies = 2 * tokens * 1024;
  const more = (dispatch: Plan["dispatch"]) =>
    streamed({ kernels: "fused", dispatch, topK: 4 }) - streamed({ kernels: "fused", dispatch });
  // Read and written, to their experts and back, forward and backward.
  const byIndex = (4 * copies * 4) / (0.41 * rate);
  expect(more("per_node")).toBeCloseTo(byIndex, 9);
  // Two experts a device: what arrives is sorted again, and back.
  expect(more("per_expert")).toBeCloseTo(byIndex + (2 * copies * 8) / rate, 9);
});
