import { expect, test } from "vitest";
import { estimate } from "../../../../src/engine/index.ts";
import type { Framework } from "../../../../src/engine/scenario/framework.ts";
import { generic, gpt, plan, scenario, selene } from "../../support/scenarios.ts";

const LAYERS = 4;

/** A step of one micro-batch of a tensor-parallel group on one node, s. */
const stepOf = (framework: Partial<Framework>, beside = false): number => {
  const p = plan({
    ...{ tp: 8, dp: 1, microBatch: 1, globalBatch: 1, sequenceParallel: true },
    overlap: { dp: false, tp: beside, pp: false, ep: false, sharedExperts: false },
    framework: { ...generic, ...framework },
  });
  const answer = estimate(scenario(gpt(LAYERS, 1024, 16), selene(1), p));
  if (!answer.ok) throw new Error(JSON.stringify(answer.refusals));
  return answer.estimate.time.step.value;
};

test("ranks wait for each other's hosts, unless a graph launches their collectives or products hide them", () => {
  const waits = { collectiveWaitSeconds: 1e-2 };
  // Four gathers and four scatters a layer, besides those of the embedding, the head and the loss.
  expect(stepOf(waits) - stepOf({})).toBeGreaterThan(8 * LAYERS * 0.9e-2);
  const graphs = { cudaGraphs: true };
  expect(stepOf({ ...graphs, ...waits })).toBe(stepOf(graphs));
  expect(stepOf(waits, true)).toBe(stepOf({}, true));
});
