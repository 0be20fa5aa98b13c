import { expect, test } from "vitest";
import { BASE, cell, codes, memorySession, shown } from "../support/memorySession.ts";

const session = memorySession();
cell(session, BASE);

test("what training and serving take stand side by side", () => {
  const result = cell(session, "show t.memory.peak, t.inference.memory");
  expect(codes(result)).toEqual([]);
  const [training, serving] = (result.outputs[0]?.data ?? []) as { value: number }[];
  expect(training?.value).toBeGreaterThan(serving?.value ?? Number.POSITIVE_INFINITY);
});

test("all of it is a table, with training's memory in it", () => {
  const result = cell(
    session,
    "show (t with { plan.serve = serving(batch = 4, context = 1_024, tp = 8, pp = 1) }).inference",
  );
  expect(codes(result)).toEqual([]);
  const table = result.outputs[0]?.document.blocks.at(-1);
  if (table?.kind !== "table") throw new Error("no table");
  expect(table.caption).toBe("4 sequences of 1,024 tokens on 8 devices (tp 8, pp 1)");
  expect(Array.from(table.rows, ([name]) => name?.text)).toContain("memory for training");
});

test("a sweep over how it is served reads its numbers", () => {
  cell(session, "sweep w = t for plan.serve.batch in [1, 4]");
  const result = cell(session, "show w { inference.tokens_per_s, inference.fits }");
  expect(codes(result)).toEqual(["wrong-type"]);
  cell(session, "let v = t with { plan.serve = serving }\nsweep w = v for plan.serve.batch in [1, 4]");
  expect(codes(cell(session, "show w { inference.tokens_per_s, inference.fits }"))).toEqual([]);
});

test("formats and degrees are those of the field", () => {
  const weights = (fields: string) =>
    shown(session, `(t with { plan.serve = serving(${fields}) }).inference.weights`);
  expect(weights("weights = fp8")).toBe((weights("") as number) / 2);
  expect(codes(cell(session, "show (t with { plan.serve = serving(tp = 7) }).inference"))).toContain(
    "heads-not-divisible",
  );
  // Training is not asked whether its model can be served so.
  expect(codes(cell(session, "show (t with { plan.serve = serving(tp = 7) }).step_time"))).toEqual([]);
});

test("it is explained down to the cache of a token", () => {
  const result = cell(session, "explain t.inference.kv_cache");
  expect(codes(result)).toEqual([]);
  expect(JSON.stringify(result.outputs[0]?.document)).toContain("one token of one layer");
  expect(JSON.stringify(session.inspect("show t.inference", 10))).toContain("first token");
});
