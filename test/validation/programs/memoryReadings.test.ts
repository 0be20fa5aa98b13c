import { describe, expect, test } from "vitest";
import { estimate } from "../../../src/engine/index.ts";
import { EXACT, fitOf } from "../../../src/engine/trainingStep/memory/fit.ts";
import { programOf } from "../../../src/validation/programs/program.ts";
import { scenarioReader } from "../../../src/validation/programs/scenarioOf.ts";
import { memoryOf } from "../../../src/validation/scoreboard/measure.ts";
import { rowNamed, world } from "../rows.ts";

const read = scenarioReader(world);

/** A row of the tables as the engine sees it, with another micro-batch where one is given. */
function estimateOf(id: string, microBatch?: number) {
  const row = rowNamed("runs", id);
  const program = programOf(row);
  if (program.kind !== "program") throw new Error(program.reason);
  const text =
    microBatch === undefined
      ? program.text
      : program.text.replace(/micro_batch = \d+/, `micro_batch = ${microBatch}`);
  const found = read(text, id);
  if (found.kind !== "scenario") throw new Error("no scenario");
  const answer = estimate(found.scenario);
  if (!answer.ok) throw new Error(JSON.stringify(answer.refusals));
  return { row, memory: answer.estimate };
}

describe("memory read on the first node (bigscience, experiments/tr3m-1B3.md)", () => {
  test("four stages of two replicas on two nodes of four: the last two are on the other one", () => {
    const { row, memory } = estimateOf("bs1b3-09");
    const stages = memory.memory.stages.map(({ value }) => value);
    expect(memoryOf(row, memory)?.predicted).toBe(Math.max(...stages.slice(0, 2)));
    expect(memory.memory.peak).toBe(stages[3]);
  });
  // The same file's runs on V100 with 16 and 32 GB: what ran, and what ran out of memory with the next micro-batch.
  test.each([
    ["2 stages, 16 GB", "bs1b3-19", 4, 8],
    ["4 stages, 16 GB", "bs1b3-21", 4, 8],
    ["8 stages, 16 GB", "bs1b3-23", 4, 8],
    ["2 stages, 32 GB", "bs1b3-07", 8, 16],
  ] as const)("%s: %s fits with micro-batches of %d, not of %d", (_name, id, ran, failed) => {
    expect(fitOf(estimateOf(id, ran).memory.memory, EXACT)).not.toBe("no");
    expect(fitOf(estimateOf(id, failed).memory.memory, EXACT)).toBe("no");
  });
});
