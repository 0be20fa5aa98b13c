import { describe, expect, test } from "vitest";
import { toText } from "../../src/report/index.ts";
import { cell, memorySession } from "../support/memorySession.ts";

const BASE = `import dgx_h100 from "std/clusters"
import llama3_8b from "std/models"
plan p {
  dp = fill
  zero = 3
  seq_len = 8Ki
  micro_batch = 1
  global_batch = 64 sequences
  documents = packed(2_200 tokens, variation = 0.5)
  recompute = full
  rl = rl(prompts = 128, samples = 8, response = responses(2_000 tokens, max = 8Ki tokens), rollout = rollout(tp = 1))
}
let base = llama3_8b on (dgx_h100 with { nodes = 4, price = $2/GPU-hour }) with p
let apart = base with { plan.rl.placement = separate(4) }
let async = base with { plan.rl.placement = overlapped(4) }
let partial = async with { plan.rl.placement.partial = true }
let deep = async with { plan.rl.placement.staleness = 4 }
`;

function shown(text: string): string {
  const s = memorySession();
  const { outputs, diagnostics } = cell(s, text);
  expect(diagnostics.map(({ message }) => message)).toEqual([]);
  return outputs.map(({ document }) => toText(document, { width: 120 })).join("\n");
}
const messages = (text: string): readonly string[] =>
  cell(memorySession(), text).diagnostics.map(({ message }) => message);

describe("RL post-training", () => {
  test("an iteration is the sum of its parts, and its placement decides what is hidden", () => {
    shown(`${BASE}
let parts = base.rl.generation + base.rl.log_probs + base.rl.training + base.rl.sync + base.plan.rl.overhead
expect base.rl.step_time ~= parts within 0.0001%
expect apart.rl.step_time ~= apart.rl.generation + apart.rl.log_probs + apart.rl.training + apart.rl.sync + 10 s within 0.0001%
expect async.rl.exposed_generation ~= max(0 s, async.rl.generation - async.rl.log_probs - async.rl.training) within 0.0001%
expect async.rl.step_time < apart.rl.step_time
expect partial.rl.step_time <= async.rl.step_time
expect deep.rl.step_time <= partial.rl.step_time
expect base.rl.tokens == 128 * 8 * (200 + 2_000) * 1 tokens
expect base.rl.tokens_per_s ~= base.rl.tokens / base.rl.step_time within 0.0001%
expect apart.rl.devices == 64
expect base.rl.devices == 32
expect apart.rl.trainers_idle > 0
expect apart.rl.trainers_idle + apart.rl.rollout_idle >= 1
expect base.rl.training ~= base.step_time * base.rl.tokens / (64 * 8Ki * 1 tokens) within 0.0001%
`);
  });

  test("moves the right way with its settings", () => {
    shown(`${BASE}
let longer = base with { plan.rl.response.mean = 3_000 tokens }
let spread = base with { plan.rl.response.variation = 1.2 }
let even = base with { plan.rl.response.variation = 0 }
let more = base with { plan.rl.samples = 16 }
let wider = base with { cluster.nodes = 8 }
let critic = base with { plan.rl.critic = true }
let fewer = base with { plan.rl.passes = 1 }
let slow = base with { plan.rl.sync = 1 GB/s }
let small = base with { plan.rl.rollout.sequences = 8 sequences }
expect longer.rl.generation > base.rl.generation
expect spread.rl.tail > base.rl.tail
expect even.rl.tail == 0 s
expect even.rl.generation < base.rl.generation
expect more.rl.step_time > base.rl.step_time
expect more.rl.step_time < 2 * base.rl.step_time
expect wider.rl.step_time < base.rl.step_time
expect wider.rl.step_time > base.rl.step_time / 2
expect critic.rl.training == 2 * base.rl.training
expect critic.rl.log_probs ~= 1.5 * base.rl.log_probs within 0.0001%
expect fewer.rl.log_probs ~= base.rl.log_probs / 2 within 0.0001%
expect slow.rl.sync > base.rl.sync
expect small.rl.generation > 1.5 * base.rl.generation
expect small.rl.concurrency == 8
`);
  });

  test("is shown, plotted, explained, swept, and its best split of nodes is searched", () => {
    const text = shown(`${BASE}show async.rl
plot async.rl
explain async.rl
explain base.rl.generation
explain base.rl.sync
show base.rl, async.rl
sweep splits = async for (cluster.nodes, plan.rl.placement.nodes) in [[2, 6], [4, 4], [6, 2]]
show splits { cluster.nodes, plan.rl.placement.nodes, rl.step_time, rl.trainers_idle, rl.rollout_idle }
search best = async for (cluster.nodes, plan.rl.placement.nodes) in [[2, 6], [4, 4], [6, 2]] minimize rl.step_time keep 1
expect first(best.rl.step_time) == min(splits.rl.step_time)
`);
    for (const line of [
      "One iteration",
      "idle, generation",
      "32 replicas of 1 device",
      "sequences that are generated at the same time",
      "bandwidth at which trained weights reach an engine = 30 GB/s",
      "plan.rl.rollout.step_overhead) = 8 ms",
    ])
      expect(text).toContain(line);
  });

  test("is a phase of a run", () => {
    shown(`${BASE}run post {
  scenario = async with { plan.rl = none }
  phases = [
    phase("SFT", tokens = 1B tokens)
    phase("RL", rl = async.plan.rl with { iterations = 100 })
  ]
}
let sft = async with { plan.rl = none, plan.tokens = 1B tokens }
let reinforced = async with { plan.rl.iterations = 100 }
expect post.time ~= sft.time_to_train + 100 * async.rl.step_time within 0.0001%
expect post.device_time ~= sft.device_time + reinforced.rl.device_time within 0.0001%
expect post.cost ~= sft.cost + reinforced.rl.device_time * $2/GPU-hour within 0.0001%
expect reinforced.rl.device_time ~= 64 GPUs * reinforced.rl.time within 0.0001%
expect lookup(post.phases, steps, phase == "RL") == 100
expect lookup(post.phases, step_time, phase == "RL") ~= async.rl.step_time within 0.0001%
`);
  });

  test("says what it lacks", () => {
    expect(messages(`${BASE}show (base with { plan.rl = none }).rl.step_time`)).toEqual([
      expect.stringContaining("plan.rl"),
    ]);
    expect(messages(`${BASE}show base.rl.time`)).toEqual([expect.stringContaining("plan.rl.iterations")]);
    expect(messages(`${BASE}run post { scenario = base, phases = [phase("RL")] }\nshow post.time`)).toEqual([
      expect.stringContaining("no end"),
    ]);
    expect(messages(`${BASE}show (base with { plan.sync = local_sgd(islands = 2) }).rl`)).toEqual([
      expect.stringContaining("do not synchronise in every step"),
    ]);
  });
});
