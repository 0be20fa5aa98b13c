import { describe, expect, test } from "vitest";
import { cell, codes, memorySession } from "../support/memorySession.ts";

const START = `
import dgx_h100 from "std/clusters"
import llama3_8b from "std/models"
plan p {
  dp = fill
  seq_len = 4Ki
  global_batch = 32 sequences
  tokens = 1T tokens
}
let base = llama3_8b on (dgx_h100 with { nodes = 1, price = $2/GPU-hour }) with p
let share = 3
fn half(x) = x / 2
fn weighed(seconds, money) = half(seconds) * share + 0 s * (money / money)
fn slack(x, most) = most - x
`;

/** The best plans of a search, with how many of all plans it estimated. */
function run(clauses: string) {
  const session = memorySession();
  expect(codes(cell(session, START))).toEqual([]);
  const result = cell(
    session,
    `search best = base for plan in all for plan.pp in [1] for plan.offload in [none] for plan.zero in [1] ${clauses} keep 5\nshow best { rank, step_time, cost }\nshow best.skipped`,
  );
  expect(codes(result)).toEqual([]);
  const [rows, skipped] = result.outputs.map(({ data }) => data);
  return { rows: JSON.stringify(rows), skipped: JSON.stringify(skipped) };
}

describe("objectives and conditions that call functions of the program", () => {
  test.each([
    ["minimize weighed(step_time, cost)", "minimize if true then weighed(step_time, cost) else 0 s"],
    ["minimize half(x = cost)", "minimize if true then half(cost) else $0"],
    ["maximize half(tokens_per_s)", "maximize if true then half(tokens_per_s) else 0 tokens/s"],
    [
      "where slack(half(step_time), 2 s) > 1 s minimize cost",
      "where (if true then slack(half(step_time), 2 s) else 0 s) > 1 s minimize if true then cost else $0",
    ],
  ])("%s: the plans of the search that estimates all, most of them pruned", (bounded, whole) => {
    const [fast, all] = [run(bounded), run(whole)];
    expect(fast.rows).toBe(all.rows);
    expect(fast.skipped).toContain("pruned");
    expect(all.skipped).not.toContain("pruned");
  });
});
