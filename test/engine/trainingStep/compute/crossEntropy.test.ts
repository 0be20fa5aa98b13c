import { expect, test } from "vitest";
import type { Framework } from "../../../../src/engine/scenario/framework.ts";
import { estimated } from "../../support/estimated.ts";
import { generic, llama, plan, scenario, selene } from "../../support/scenarios.ts";

const [s, vocab] = [4096, 128_256];

/** Time of the head and the loss in a step of eight micro-batches, s. */
function vocabulary(crossEntropy: Framework["crossEntropy"]): number {
  const framework = { ...generic, crossEntropy };
  const model = llama(8, 4096, 32, 8, 14_336, vocab);
  const { time } = estimated(
    scenario(model, selene(1), plan({ dp: 8, seqLen: s, globalBatch: 64, flashAttention: true, framework })),
  );
  const compute = time.step.parts.find(({ name }) => name === "time.compute");
  return compute?.parts.find(({ name }) => name === "time.vocabulary")?.value ?? Number.NaN;
}

test("each way to make the loss moves what its operations read and write", () => {
  const { device } = selene(1);
  const seconds = (bytes: number, kernels: number): number =>
    8 * ((bytes * s * vocab) / (device.memoryBytesPerSecond * device.memoryEfficiency) + kernels * 3e-6);
  const eager = vocabulary("eager");
  expect(eager - vocabulary("compiled")).toBeCloseTo(seconds(52 - 36, 9 - 4), 6);
  expect(eager - vocabulary("fused")).toBeCloseTo(seconds(52 - 10, 9 - 3), 6);
});
