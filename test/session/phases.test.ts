import { describe, expect, test } from "vitest";
import { toText } from "../../src/report/index.ts";
import { cell, memorySession } from "../support/memorySession.ts";

const BASE = `import dgx_h100 from "std/clusters"
import llama3_8b from "std/models"
plan p {
  dp = fill
  zero = 2
  seq_len = 8Ki
  micro_batch = 1
  global_batch = 1_024 sequences
  tokens = 1T tokens
}
let base = llama3_8b on (dgx_h100 with { nodes = 16, price = $2.50/GPU-hour }) with p
`;
const RUN = `${BASE}run pretrain {
  scenario = base
  phases = [
    phase("warm", tokens = 96B tokens, ramp = ramp(256 sequences, by = 256 sequences))
    phase("main")
    phase("long", seq_len = 32Ki, global_batch = 256 sequences, cp = 2, tokens = 100B tokens, cluster = dgx_h100 with { nodes = 32, price = $3/GPU-hour })
    phase("decay", tokens = 50B tokens, copies = 3)
  ]
}
`;

function shown(text: string): string {
  const s = memorySession();
  const { outputs, diagnostics } = cell(s, text);
  expect(diagnostics.map(({ message }) => message)).toEqual([]);
  return outputs.map(({ document }) => toText(document, { width: 120 })).join("\n");
}
const messages = (text: string): readonly string[] =>
  cell(memorySession(), text).diagnostics.map(({ message }) => message);

describe("a run of several phases", () => {
  test("adds the time, device time and cost of its phases, each on its own machine", () => {
    shown(`${RUN}
let main = base
let long = base with { plan.seq_len = 32Ki, plan.global_batch = 256 sequences, plan.cp = 2, plan.tokens = 100B tokens, cluster.nodes = 32, cluster.price = $3/GPU-hour }
let decay = base with { plan.tokens = 50B tokens }
let first = base with { plan.tokens = 32B tokens, plan.global_batch = 256 sequences }
let second = first with { plan.global_batch = 512 sequences }
let third = first with { plan.global_batch = 768 sequences }
let warm = first.time_to_train + second.time_to_train + third.time_to_train
expect pretrain.time ~= warm + main.time_to_train + long.time_to_train + decay.time_to_train within 0.0001%
expect pretrain.device_time ~= 128 GPUs * (warm + main.time_to_train) + long.device_time + 3 * decay.device_time within 0.0001%
expect pretrain.cost ~= first.cost + second.cost + third.cost + main.cost + long.cost + 3 * decay.cost within 0.0001%
expect pretrain.energy ~= first.energy + second.energy + third.energy + main.energy + long.energy + 3 * decay.energy within 0.0001%
expect pretrain.tokens == 96B tokens + 1T tokens + 100B tokens + 3 * 50B tokens
expect pretrain.steps == first.steps + second.steps + third.steps + main.steps + long.steps + decay.steps
expect pretrain.time.high ~= first.time_to_train.high + second.time_to_train.high + third.time_to_train.high + main.time_to_train.high + long.time_to_train.high + decay.time_to_train.high within 0.0001%
expect pretrain.time.low < pretrain.time
expect lookup(pretrain.phases, mfu, phase == "main") == main.mfu
expect lookup(pretrain.phases, device_time, phase == "decay") ~= 3 * decay.device_time within 0.0001%
`);
  });

  test("is shown with its phases, plotted over time and by part, and explained to the inputs of a phase", () => {
    const text = shown(`${RUN}show pretrain
show pretrain.phases { phase, time as days }
show pretrain.cost
plot pretrain
plot pretrain.device_time
plot pretrain.phases { x = phase, y = time }
explain pretrain.device_time
`);
    for (const line of [
      "4 phases, one after the other.",
      "80% interval",
      "3 × 128",
      "decay",
      "cost of the run",
      "Device time of the run",
      "warm, batch 3",
      "run.phases[3].copies",
      "seq_len) = 32,768 tokens  [given 32Ki",
    ])
      expect(text).toContain(line);
  });

  test("is varied by a sweep and by `with`, down to the scenario of its phases", () => {
    const text = shown(`${RUN}sweep sizes = pretrain for run.scenario.cluster.nodes in [8, 16]
show sizes
show sizes { run.scenario.cluster.nodes, time as days }
let wide = pretrain with { scenario.cluster.nodes = 8 }
expect wide.time == first(sizes.time)
expect wide.time > pretrain.time
`);
    expect(text).toContain("run.scenario.cluster.nodes");
  });

  test("leaves `run` a name, and a result of a scenario", () => {
    shown(`${BASE}let run = 3
expect run == 3
`);
    shown(`${BASE}expect base.run == base.time_to_train
let x = base.run
expect x == base.time_to_train
`);
  });

  test("takes a failing phase's error, and points at the phase", () => {
    expect(
      messages(`${BASE}run r { scenario = base, phases = [phase("odd", global_batch = 1_000 sequences)] }
show r`),
    ).toEqual([expect.stringContaining("a global batch of 1000 sequences does not divide")]);
    expect(messages(`${BASE}run r { scenario = base, phases = [] }\nshow r`)).toEqual([
      expect.stringContaining("an empty list"),
    ]);
    expect(messages(`${BASE}run r { scenario = base, phases = [phase(tp2 = 2)] }\nshow r`)).toEqual([
      expect.stringContaining("tp2"),
    ]);
    expect(messages(`${BASE}run r { scenario = base, phases = [phase()] }\nshow r.carbon`)).toEqual([
      expect.stringContaining("cluster.carbon_intensity"),
    ]);
    expect(messages(`${RUN}show pretrain.mfu`)).toEqual([expect.stringContaining("mfu")]);
  });

  test("names the phases that do not fit", () => {
    const s = memorySession();
    const { outputs } = cell(
      s,
      `${BASE}run r { scenario = base, phases = [phase("whole", zero = 0), phase("sharded")] }
show r
show r.phases { phase, fits }`,
    );
    const text = outputs.map(({ document }) => toText(document, { width: 120 })).join("\n");
    expect(text).toContain("✗ whole: does not fit its devices");
    expect(text).toMatch(/whole +no/);
    shown(`${BASE}run r { scenario = base, phases = [phase("whole", zero = 0), phase("sharded")] }
expect r.fits == no
run s { scenario = base, phases = [phase("sharded")] }
expect s.fits == yes
`);
  });
});
