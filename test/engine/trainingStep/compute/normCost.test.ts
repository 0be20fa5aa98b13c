import { expect, test } from "vitest";
import type { Framework } from "../../../../src/engine/scenario/framework.ts";
import { estimated } from "../../support/estimated.ts";
import { generic, gpt, llama, plan, scenario, selene } from "../../support/scenarios.ts";

const [layers, h, s] = [8, 4096, 4096];
const rms = llama(layers, h, 32, 8, 14_336, 32_000);
const framework = (rmsNormFused: boolean): Framework => ({ ...generic, rmsNormFused });
const run = (rmsNormFused: boolean, model = rms) =>
  estimated(
    scenario(
      model,
      selene(1),
      plan({ dp: 8, seqLen: s, globalBatch: 8, flashAttention: true, framework: framework(rmsNormFused) }),
    ),
  ).time.step.value;

test("an eager RMS norm goes over an fp32 copy: 36 bytes forward and 76 backward for 4 and 6", () => {
  const { device } = selene(1);
  const bytes = (36 + 76 - 4 - 6) * 2 * layers * s * h;
  const kernels = (6 + 11 - 1 - 1) * 2 * layers;
  const more = bytes / (device.memoryBytesPerSecond * device.memoryEfficiency) + kernels * 3e-6;
  expect(run(false) - run(true)).toBeCloseTo(more, 4);
});

test("a layer norm is one kernel either way", () => {
  const model = gpt(layers, 1024, 16);
  expect(run(false, model)).toBe(run(true, model));
});

test("norms of queries and keys are eager too, once for each tensor", () => {
  if (rms.attention === null || rms.attention.kind === "mla") throw new Error("heads alone have such norms");
  const normed = { ...rms, attention: { ...rms.attention, qkNorm: "per_head" as const } };
  const { device } = selene(1);
  const columns = (32 + 8) * 128;
  const bytes = (36 + 76 - 4 - 6) * layers * s * columns;
  const kernels = (6 + 11 - 1 - 1) * 2 * layers;
  const more = bytes / (device.memoryBytesPerSecond * device.memoryEfficiency) + kernels * 3e-6;
  const eager = (model: typeof rms) => run(false, model) - run(true, model);
  expect(eager(normed) - eager(rms)).toBeCloseTo(more, 4);
});
