import { expect, test } from "vitest";
import { BASE, codes, memorySession } from "../support/memorySession.ts";

function why(changes: string) {
  const text = `${BASE}show t with { ${changes} }`;
  return memorySession().run(text, { name: "plan.dtp", mode: "file" });
}

test.each([
  ["plan.vpp = 5", "not-divisible", "8 * 5 = 40 chunks; 96 / 40 = 2.4"],
  ["plan.tp = 64, plan.pp = 1, plan.vpp = 1", "heads-not-divisible", "96 / 64 = 1.5"],
  [
    "plan.global_batch = 63 sequences, plan.micro_batch = 2",
    "batch-not-divisible",
    "1 * 2 = 2; 63 / 2 = 31.5",
  ],
  ["plan.dp = 2", "degrees-exceed-devices", "tp 8 * cp 1 * pp 8 * dp 2 = 128"],
  ["plan.tp = 3", "degrees-do-not-divide-devices", "3 * 1 * 8 = 24; 64 / 24 = 2.6667"],
])("%s: %s shows the sum", (changes, code, sum) => {
  const found = why(changes).diagnostics.find((one) => one.code === code);
  expect(found?.label).toBe(sum);
  expect(found?.severity).toBe("error");
  expect(found?.place?.source.name).toBe("plan.dtp");
});

test.each([
  ["plan.tp = 16, plan.pp = 4", "tp-beyond-scale-up"],
  ["plan.pp = 8, plan.vpp = 1, plan.schedule = 1f1b, plan.global_batch = 4 sequences", "few-micro-batches"],
])("%s is a warning: %s", (changes, code) => {
  const result = why(changes);
  expect(result.diagnostics.find((one) => one.code === code)?.severity).toBe("warning");
  expect(result.outputs.length).toBe(1);
});

test("the other numbers are shown where they are set, and values that divide are named", () => {
  const found = why("plan.vpp = 5").diagnostics.find((one) => one.code === "not-divisible");
  expect(found?.related.map((one) => one.label)).toEqual(["vpp = 5"]);
  expect(found?.notes.join("\n")).toMatch(/model `gpt3_175b` sets layers = 96 \(std\/models:\d+\)/);
  expect(found?.help).toMatch(/divides/);
});

test("memory over capacity is a verdict with a hint, not an error", () => {
  const result = why("plan.pp = 1, plan.vpp = 1, plan.schedule = 1f1b, cluster.nodes = 1");
  expect(codes(result)).toEqual(["over-memory"]);
  expect(result.diagnostics[0]).toMatchObject({
    severity: "note",
    help: expect.stringContaining("recompute"),
  });
  expect(result.outputs.length).toBe(1);
});
