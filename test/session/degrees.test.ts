import { describe, expect, test } from "vitest";
import { cell, codes, memorySession } from "../support/memorySession.ts";

const BASE = `
import dgx_h100 from "std/clusters"
import llama2_7b from "std/models"
plan p {
  tp = 4
  dp = fill
  zero = 1
  micro_batch = 2
  seq_len = 4Ki
  global_batch = 64 sequences
}
let plain = llama2_7b on (dgx_h100 with { nodes = 2 }) with p
let two = plain with { plan.strategies = [layers(12, tp = 2, recompute = full), layers(12), layers(8, tp = 8)] }
`;

function of(text: string) {
  const session = memorySession();
  expect(codes(cell(session, BASE))).toEqual([]);
  return cell(session, text);
}

describe("a plan with tensor-parallel degrees by group of layers", () => {
  test("has rows of a long table that say what the scenario by itself says", () => {
    const { expectations } = of(`
sweep rows = two
  for plan.global_batch in [64 sequences, 96 sequences, 128 sequences, 256 sequences, 512 sequences, 1024 sequences]
  for plan.seq_len in [1Ki, 8Ki]
  for cluster.scale_out.nic in [200 Gb/s, 300 Gb/s, 400 Gb/s, 600 Gb/s, 800 Gb/s]
  for plan.tp in [2, 4]
let one = two with { plan.global_batch = 64 sequences, plan.seq_len = 1Ki, cluster.scale_out.nic = 200 Gb/s, plan.tp = 2 }
let other = two with { plan.global_batch = 1024 sequences, plan.seq_len = 8Ki, cluster.scale_out.nic = 800 Gb/s, plan.tp = 4 }
expect {
  first(rows.step_time) == one.step_time
  last(rows.step_time) == other.step_time
  last(rows.memory.peak) == other.memory.peak
}`);
    expect(expectations.filter(({ pass }) => !pass).map(({ text }) => text)).toEqual([]);
    expect(expectations).toHaveLength(3);
  });

  test("says in the tables of its groups and collectives which degree is meant", () => {
    const { outputs, diagnostics } = of("show two.topology\nshow two.comm");
    expect(diagnostics).toEqual([]);
    const text = JSON.stringify(outputs);
    for (const said of ["gradients of parts with tp 2", "activations from tp 2 to tp 4", "dp"])
      expect(text).toContain(said);
  });

  test("is refused by a search over all plans by name, and searched for in lists", () => {
    const all = of("search best = two minimize step_time");
    expect(codes(all)).toEqual(["not-modelled"]);
    expect(all.diagnostics[0]?.message).toContain("a search over all plans whose groups of layers set `tp`");
    const { expectations } = of(`
let ways = [none, [layers(32, tp = 2)], [layers(16, tp = 2), layers(16)], [layers(32, tp = 8)]]
search few = plain for plan.strategies in ways minimize step_time keep 9
sweep each = plain for plan.strategies in ways
expect min(few.step_time) == min(each.step_time)`);
    expect(expectations.map(({ pass }) => pass)).toEqual([true]);
  });

  test("warns of frameworks that run one degree, and their launch files do not carry it", () => {
    const { diagnostics } = of("show (two with { plan.framework = megatron_core }).step_time");
    expect(diagnostics.map(({ message }) => message)).toContain(
      "`megatron_core` does not run tensor-parallel degrees by group of layers",
    );
    const launch = of("show (two with { plan.framework = megatron_core }).launch.megatron");
    expect(codes(launch)).toContain("not-carried");
  });
});
