import { describe, expect, it } from "vitest";
import { cell, memorySession, shown } from "../support/memorySession.ts";

const TITAN = `
import llama3_70b from "std/models"
import dgx_h100 from "std/clusters"
plan titan {
  framework = torchtitan
  seq_len = 8Ki
  global_batch = 512 sequences
}
let base = llama3_70b on (dgx_h100 with { nodes = 8 }) with titan
`;

describe("the best plan of a search", () => {
  const s = memorySession();
  const { outputs } = cell(
    s,
    `${TITAN}search best = base with { plan.tp = 8, plan.pp = 1 } maximize tokens_per_s
show best { plan.zero, memory.fits }
show first(best).memory.fits`,
  );

  it("can be started by its framework: its export carries ZeRO, offload, recomputation and schedule", () => {
    const text = JSON.stringify(cell(s, "let winner = first(best)\nshow winner.launch.torchtitan").outputs);
    expect(text).toContain("[parallelism]");
    expect(text).not.toMatch(/plan\.(zero|offload|recompute|schedule|tp|pp|cp|ep)\w* = /);
  });

  it("of torchtitan states ZeRO as its run has it, also where one replica has all the state", () => {
    const alone = "base with { plan.tp = 8, plan.pp = 8, plan.zero = 0 }";
    const file = JSON.stringify(
      cell(s, `let alone = ${alone}\nshow alone.launch.torchtitan`).outputs.map(({ document }) => document),
    );
    expect(file).toContain("data_parallel_shard_degree = 1");
    expect(file).not.toContain("plan.zero = 0 (here");
    const refused = cell(
      s,
      "let longer = base with { plan.tp = 8, plan.cp = 2, plan.pp = 4, plan.zero = 0 }\nshow longer.step_time",
    ).diagnostics;
    expect(refused.map(({ message }) => message).join()).toContain("context parallelism with ZeRO 0");
  });

  it("is none that may not fit, and the caption says how many were set aside", () => {
    const text = outputs.map((one) => JSON.stringify(one));
    expect(text[0]).toMatch(/\d+ excluded because (it|they) may not fit/);
    expect(text.at(-1)).toContain("yes");
  });
});

describe("memory of a device", () => {
  it("is what its driver leaves of it, and what needs more is told as such, never clipped", () => {
    const s = memorySession();
    cell(
      s,
      `${TITAN}let one = base with { cluster.nodes = 2, plan.tp = 1, plan.zero = 3, plan.micro_batch = 1 }`,
    );
    const capacity = shown(s, "one.memory.capacity") as number;
    expect(capacity).toBeLessThan(79.5 * 2 ** 30);
    const peaks = [128_256, 130_000, 132_000, 136_000].map(
      (vocab) => shown(s, `(one with { model.vocab = ${vocab} }).memory.peak`) as number,
    );
    for (const [i, peak] of peaks.entries()) {
      expect(peak).toBeGreaterThan(capacity);
      if (i > 0) expect(peak).toBeGreaterThan(peaks[i - 1] as number);
    }
    expect(JSON.stringify(shown(s, "one.memory.fits"))).toContain("no");
  });
});
