import { describe, expect, test } from "vitest";
import { cell, codes, memorySession } from "../support/memorySession.ts";

const BASE = `
import dgx_a100, dgx_h100 from "std/clusters"
import a100_80gb_sxm, h100_sxm from "std/devices"
import llama3_8b from "std/models"
cluster mixed {
  pools = [dgx_h100 with { nodes = 2 }, dgx_a100 with { nodes = 2 }]
}
cluster tagged = dgx_h100 with {
  nodes = 7
  pools = [pool(device = h100_sxm, nodes = 2), pool(device = a100_80gb_sxm)]
}
plan p {
  tp = 4
  zero = 1
  seq_len = 4Ki
  micro_batch = 1
  global_batch = 96 sequences
}
let base = llama3_8b on mixed with p
let plain = llama3_8b on (dgx_h100 with { nodes = 2 }) with p
`;

function of(text: string) {
  const session = memorySession();
  const found = cell(session, BASE);
  expect(codes(found)).toEqual([]);
  return cell(session, text);
}

describe("a cluster with pools", () => {
  test("counts the devices of all, and has the first pool's device", () => {
    const result = of(`
expect {
  mixed.devices == 32
  mixed.nodes == 4
  base.plan.dp == 8
  base.memory.capacity <= h100_sxm.memory
  tagged.devices == 24
  tagged.nodes == 3
  tagged.device.memory == h100_sxm.memory
}`);
    expect(result.expectations.filter(({ pass }) => !pass).map(({ text }) => text)).toEqual([]);
    expect(result.expectations).toHaveLength(7);
  });

  test("has rows of a long table that say what the scenario by itself says", () => {
    const direct = of(`
sweep rows = base
  for plan.place in [replicas, replicas(batch_shares = proportional), replicas(batch_shares = [9, 3])]
  for plan.seq_len in [1Ki, 2Ki, 3Ki, 4Ki, 5Ki, 6Ki, 7Ki, 8Ki, 16Ki]
  for plan.micro_batch in [1, 2, 4, 8]
  for plan.recompute in [none, full]
let own = base with { plan.seq_len = 1Ki, plan.recompute = none }
let last = base with { plan.seq_len = 16Ki, plan.micro_batch = 2, plan.recompute = full }
sweep few = last for plan.seq_len in [16Ki]
expect {
  first(rows.step_time) == own.step_time
  first(rows.memory.peak) == own.memory.peak
  first(few.step_time) == last.step_time
}`);
    expect(direct.expectations.filter(({ pass }) => !pass).map(({ text }) => text)).toEqual([]);
    expect(direct.expectations).toHaveLength(3);
  });

  test.each(["roofline", "topology", "inference", "sensitivity", "launch.megatron"])(
    "has no %s, and says what to ask instead",
    (path) => {
      const { diagnostics } = of(`show base.${path}`);
      expect(diagnostics.map(({ code }) => code)).toEqual(["not-modelled"]);
      expect(diagnostics[0]?.help).toBe("ask it of a scenario on one of the pools");
    },
  );

  test("refuses a search over all plans by name, and searches lists", () => {
    const all = of("search best = base minimize step_time");
    expect(codes(all)).toEqual(["not-modelled"]);
    expect(all.diagnostics[0]?.message).toContain("a search over all plans on pools of unlike devices");
    const list = of(`
search best = base
  for plan.place in [replicas, replicas(batch_shares = proportional)]
  for plan.zero in [0, 1]
  minimize step_time
  keep 1
let winner = first(best)
expect winner.step_time < base.step_time`);
    expect(list.expectations.map(({ pass }) => pass)).toEqual([true]);
  });

  test("has no queue of jobs", () => {
    const found = of("queue q { cluster = mixed, jobs = [job(base, time = 1 h)] }\nshow q.makespan");
    expect(codes(found)).toEqual(["not-modelled"]);
  });

  test("has the timeline of the pool that the step waits for", () => {
    const { diagnostics } = of(
      "show (base with { plan.pp = 2, plan.place = replicas(batch_shares = [26, 22]) }).timeline",
    );
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  });
});

test("a plan that places replicas on a cluster of one kind is told that it has no effect", () => {
  const result = of("show (plain with { plan.place = stages }).step_time");
  expect(codes(result)).toEqual(["no-effect"]);
});

test("a framework with one number of micro-batches is told of unlike shares", () => {
  const shares = "plan.place = replicas(batch_shares = proportional)";
  const of_ = (framework: string) =>
    codes(of(`show (base with { plan.framework = ${framework}, ${shares} }).step_time`));
  expect(of_("megatron_core")).toContain("not-in-framework");
  expect(of_("generic")).not.toContain("not-in-framework");
});
