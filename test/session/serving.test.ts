import { expect, test } from "vitest";
import { cell, codes, memorySession, shown } from "../support/memorySession.ts";

const BASE = `import dgx_h100 from "std/clusters"
import llama3_8b from "std/models"
plan p {
  dp = fill
  zero = 3
  seq_len = 8Ki
  micro_batch = 1
  global_batch = 64 sequences
  recompute = full
  serve = serving(
    batch = 32
    tp = 1
    arrivals = requests(3 requests/s, prompt = 1_000 tokens, output = responses(200 tokens, max = 800 tokens), simulated = 1_000)
  )
}
let base = llama3_8b on (dgx_h100 with { nodes = 1, price = $2/GPU-hour }) with p
`;
const session = memorySession();
cell(session, BASE);
const value = (text: string): number => {
  const result = cell(session, `show ${text}`);
  expect(codes(result)).toEqual([]);
  return (result.outputs[0]?.data as { value: number } | undefined)?.value ?? Number.NaN;
};

test("requests, load and times are results by name", () => {
  expect(value("base.serving.load")).toBeCloseTo(3 / value("base.serving.capacity"), 6);
  expect(value("base.serving.ttft.p99")).toBeGreaterThan(value("base.serving.ttft.p50"));
  expect(value("base.serving.tokens_per_s")).toBeCloseTo(600, 6);
  // Two dollars an hour for 600 tokens a second.
  expect(value("base.serving.cost_per_token")).toBeCloseTo(2 / 3_600 / 600, 12);
});

test("all of it is a page, and a figure of percentiles", () => {
  const page = cell(session, "show base.serving\nplot base.serving");
  expect(codes(page)).toEqual([]);
  const text = JSON.stringify(page.outputs.map(({ document }) => document));
  for (const words of ["first token (TTFT)", "simulated requests, seed 1", "requests/s that can be served"])
    expect(text).toContain(words);
});

test("a number is explained with the prefill and the decoding that its simulation is made of", () => {
  const text = JSON.stringify(cell(session, "explain base.serving.ttft.p99").outputs);
  for (const words of [
    "simulated: 1000 requests",
    "time until the first token",
    "time of a step of decoding",
  ])
    expect(text).toContain(words);
  expect(JSON.stringify(cell(session, "explain base.serving.load").outputs)).toContain(
    "plan.serve.arrivals.rate",
  );
});

test("a sweep leaves overloaded rows blank, a condition leaves them out", () => {
  const sweep = "sweep s = base for plan.serve.arrivals.rate in [3 requests/s, 300 requests/s]";
  const all = cell(session, `${sweep}\nshow s { serving.load, serving.ttft.p99 }`);
  expect(codes(all)).toEqual([]);
  expect(JSON.stringify(all.outputs)).toContain("the queue grows without end");
  const kept = cell(session, `${sweep} where serving.ttft.p99 <= 10 s\nshow length(s), s.skipped`);
  expect(codes(kept)).toEqual([]);
  expect(JSON.stringify(kept.outputs)).toContain("requests exceed capacity");
});

test("the least number of replicas that meets an objective, by solve", () => {
  cell(session, "let busy = base with { plan.serve.arrivals.rate = 30 requests/s }");
  const solved = cell(
    session,
    "solve n = busy for plan.serve.replicas in 1 .. 8 where serving.ttft.p99 <= 500 ms",
  );
  expect(codes(solved)).toEqual([]);
  const least = value("first(n.plan.serve.replicas)");
  expect(value(`(busy with { plan.serve.replicas = ${least} }).serving.ttft.p99`)).toBeLessThanOrEqual(0.5);
  const fewer = cell(session, `show (busy with { plan.serve.replicas = ${least - 1} }).serving.ttft.p99`);
  const missed = codes(fewer).includes("requests-exceed-capacity");
  expect(missed || ((fewer.outputs[0]?.data as { value: number } | undefined)?.value ?? 0) > 0.5).toBe(true);
});

test("without arriving requests there is no load, and the message names what is missing", () => {
  const idle = cell(session, "show (base with { plan.serve = serving(batch = 8) }).serving.load");
  expect(codes(idle)).toEqual(["not-available"]);
  expect(shown(session, "(base with { plan.serve = serving(batch = 8) }).inference.decode")).not.toBe("");
});
