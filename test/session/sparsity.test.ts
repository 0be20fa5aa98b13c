import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readCsv } from "../../src/dsl/csv/readCsv.ts";
import { cell, memorySession, shown } from "../support/memorySession.ts";

const PROGRAM = `
import dgx_a100, dgx_h100, dgx_b200 from "std/clusters"
import llama3_8b from "std/models"
plan p {
  dp = fill
  zero = 2
  seq_len = 4Ki
  micro_batch = 1
  global_batch = 128 sequences
  precision = bf16
  sparsity = two_four()
}
let on_a100 = llama3_8b on (dgx_a100 with { nodes = 2 }) with p
let on_h100 = llama3_8b on (dgx_h100 with { nodes = 2 }) with p
`;

/** Median of the measured gains of a sparse matmul on H100. */
function measuredMedian(): number {
  const [header, ...rows] = readCsv(readFileSync("validation/sparse.csv", "utf8")).records;
  const at = (name: string): number => header?.cells.findIndex(({ text }) => text === name) ?? -1;
  const gains = rows
    .map(({ cells }) => Number(cells[at("dense_us")]?.text) / Number(cells[at("sparse_us")]?.text))
    .sort((a, b) => a - b);
  return ((gains[gains.length / 2 - 1] ?? 0) + (gains[gains.length / 2] ?? 0)) / 2;
}

describe("the gain of a sparse matmul", () => {
  const session = memorySession();
  cell(session, PROGRAM);

  test("belongs to the device: measured on H100, published for A100", () => {
    expect(shown(session, "on_a100.cluster.device.sparse_speedup")).toBe(1.6);
    const hopper = shown(session, "on_h100.cluster.device.sparse_speedup");
    expect(hopper).toBe(Number(measuredMedian().toFixed(2)));
    expect(shown(session, "dgx_b200.device.sparse_speedup")).toBe(hopper);
  });

  test("is explained with its source", () => {
    const told = JSON.stringify(cell(session, "explain on_h100.cluster.device.sparse_speedup").outputs);
    expect(told).toContain("architecture == ampere");
    expect(told).toContain("validation/sparse.csv");
  });

  test("of a plan overrides the device's", () => {
    const given = shown(session, "(on_h100 with { plan.sparsity = two_four(speedup = 1.26) }).step_time");
    expect(given).toBe(shown(session, "on_h100.step_time"));
    const fast = shown(session, "(on_h100 with { plan.sparsity = two_four(speedup = 2) }).step_time");
    expect(fast).toBeLessThan(given as number);
  });

  test("may be varied by a device's field", () => {
    const device = shown(session, "(on_h100 with { cluster.device.sparse_speedup = 2 }).step_time");
    expect(device).toBe(shown(session, "(on_h100 with { plan.sparsity = two_four(speedup = 2) }).step_time"));
  });
});
