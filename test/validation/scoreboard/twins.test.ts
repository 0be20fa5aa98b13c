import { expect, test } from "vitest";
import { rowOf } from "../../../src/validation/index.ts";
import { contradictions } from "../../../src/validation/scoreboard/twins.ts";

const run = (id: string, dp: number, seconds: number, other: Readonly<Record<string, string>> = {}) =>
  rowOf({
    ...{ id, source: "table", model: "m", tp: "2", pp: "4", micro_batch: "1", global_batch_seqs: "256" },
    ...{ dp: String(dp), iter_time_s: String(seconds), ...other },
  });

test("a run that takes over three times its twin's time per micro-batch is contradicted", () => {
  // 64 + 3 and 32 + 3 slots: 0.1 s each, and 0.4 s each
  const found = contradictions([run("fast", 4, 6.7), run("slow", 8, 14)]);
  expect([...found.ids]).toEqual(["slow"]);
  expect([...found.sources]).toEqual(["table"]);
});

test("other plans and other tables are no twins", () => {
  const slow = run("slow", 8, 14);
  expect(contradictions([run("fast", 4, 6.7, { tp: "4" }), slow]).ids.size).toBe(0);
  expect(contradictions([run("fast", 4, 6.7, { source: "another" }), slow]).ids.size).toBe(0);
});

test("steps of few micro-batches are not judged: a step's own costs weigh on them", () => {
  expect(contradictions([run("fast", 4, 6.7), run("few", 128, 5)]).ids.size).toBe(0);
});
