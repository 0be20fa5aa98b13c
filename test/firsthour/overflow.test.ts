import { describe, expect, it } from "vitest";
import { largestDivisorAtMost } from "../../src/engine/core/largestDivisor.ts";
import { toText } from "../../src/report/index.ts";
import { cell, codes, memorySession } from "../support/memorySession.ts";

const LLAMA = `
import dgx_h100 from "std/clusters"
import llama3_8b from "std/models"
plan p {
  seq_len = 4_096
  global_batch = 64 sequences
  tp = 2
  tokens = 1T tokens
}
let run = llama3_8b on (dgx_h100 with { nodes = 2 }) with p
`;

function answered(text: string) {
  const s = memorySession();
  const found = cell(s, `${LLAMA}${text}`);
  return {
    codes: codes(found),
    text: found.outputs.map(({ document }) => toText(document, { width: 1_000 })).join("\n"),
  };
}

describe("numbers far beyond any machine", () => {
  it("are out of range where they count something", () => {
    for (const change of ["model.vocab = 1e308", "plan.seq_len = 1e153", "model.d_model = 1e155"])
      expect([change, answered(`show run with { ${change} }`)]).toEqual([
        change,
        { codes: ["out-of-range"], text: "" },
      ]);
  });

  it("are out of range as the exponent of a scaling law", () => {
    expect(answered("show (run with { plan.scaling_law = kaplan(alpha_d = 1e6) }).loss").codes).toEqual([
      "out-of-range",
    ]);
  });

  it("give an error instead of a verdict where a result overflows", () => {
    const huge = "run with { plan.global_batch = 1e300 sequences }";
    for (const show of [`show ${huge}`, `show (${huge}).memory.fits`, `show (${huge}).step_time`])
      expect([show, answered(show)]).toEqual([show, { codes: ["number-too-large"], text: "" }]);
  });

  it("give that error in a table as well", () => {
    const found = answered(
      "sweep t = run for plan.global_batch in [64 sequences, 1e300 sequences]\nshow t { step_time, mfu, memory.fits }",
    );
    expect(found).toEqual({ codes: ["number-too-large"], text: "" });
  });
});

describe("groups that do not divide", () => {
  it("end: replicas of 3 nodes on 2 sites are answered", () => {
    const s = memorySession();
    const found = cell(
      s,
      `
import h100_two_sites from "std/clusters"
import ul2_20b from "std/models"
plan p {
  pp = 8
  dp = fill
  seq_len = 512
  global_batch = 512 sequences
}
show (ul2_20b on (h100_two_sites with { nodes = 64 }) with p).memory.peak`,
    );
    expect(found.outputs.length + found.diagnostics.length).toBeGreaterThan(0);
  });

  it("have one largest divisor, which is 1 of what is no whole number", () => {
    expect(largestDivisorAtMost(12, 5)).toBe(4);
    expect(largestDivisorAtMost(12, 100)).toBe(12);
    expect(largestDivisorAtMost(12, 0.5)).toBe(1);
    for (const [of, most] of [
      [1.5, 1.5],
      [Number.POSITIVE_INFINITY, 8],
      [1e308, 7],
    ] as const)
      expect(largestDivisorAtMost(of, most)).toBe(1);
  });

  it("end: a sequence of 1e15 tokens over 7 ranks has an error with multiples", () => {
    const found = answered(
      "show run with { plan.seq_len = 1e15, plan.tp = 7, plan.sequence_parallel = true }",
    );
    expect(found.codes.length).toBeGreaterThan(0);
  });
});
