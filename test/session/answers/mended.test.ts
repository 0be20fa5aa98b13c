import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createWorld } from "../../../src/host/index.ts";
import { createSession } from "../../../src/session/index.ts";

const cases = join(import.meta.dirname, "../../diagnostics");

function errorsOf(text: string) {
  const { diagnostics } = createSession(createWorld(cases)).run(text, { name: "in.dtp", mode: "file" });
  return diagnostics.filter(({ severity }) => severity === "error");
}

/** `tp = 4 or 8 divides` as the texts that its author would try. */
function tried(text: string, help: string | undefined): readonly (readonly [string, string])[] {
  const [, field = "", values = ""] =
    /\b(\w+) = ([\d, or]+)(?: sequences)? (?:divides|is no limit)/.exec(help ?? "") ?? [];
  const written = new RegExp(`\\b${field} = [\\d_]+(?: tokens| sequences)?`);
  const unit = field === "global_batch" ? " sequences" : "";
  return [...values.matchAll(/\d+/g)].map(([value]) => {
    const named = `${field} = ${value}${unit}`;
    return [named, text.replace(written, named)] as const;
  });
}

/** All that the help of an error names, none of which leaves an error. */
function expectMended(text: string, code: string): readonly string[] {
  const all = tried(text, errorsOf(text).find((one) => one.code === code)?.help);
  expect(all.length).toBeGreaterThan(0);
  for (const [named, changed] of all) {
    expect(changed, named).not.toBe(text);
    expect(errorsOf(changed), named).toEqual([]);
  }
  return all.map(([named]) => named);
}

test.each([
  "heads-not-divisible",
  "ulysses-heads-not-divisible",
  "recurrence-not-divisible",
  "width-not-divisible",
  "experts-not-divisible",
  "ep-not-divisible",
  "groups-not-possible",
  "batch-not-divisible",
  "micro-batches-not-divisible",
  "seq-not-divisible",
])("what the page of %s is told to write leaves no error", (code) => {
  expectMended(readFileSync(join(cases, code, "in.dtp"), "utf8"), code);
});

test("a value that divides one number and not another is not named", () => {
  // 24 and 48 divide 96 heads; 64 devices are no whole number of replicas of them.
  const text = readFileSync(join(cases, "heads-not-divisible/in.dtp"), "utf8");
  expect(errorsOf(text.replace("tp = 64", "tp = 24"))).not.toEqual([]);
  expect(errorsOf(text)[0]?.help).not.toContain("24");
});

const program = (plan: string, model = "gpt3_175b"): string => `edition 2026
import selene from "std/clusters"
import gpt3_175b, vit_22b, mixtral_8x7b from "std/models"
plan p {
  seq_len = 2_048
  global_batch = 64 sequences
  ${plan}
}
show (${model} on (selene with { nodes = 8 }) with p).step_time
`;
/** The same with a field of the plan written otherwise. */
const written = (text: string, field: string, value: string): string =>
  text.replace(new RegExp(`${field} = .*`), `${field} = ${value}`);

test("a batch is told one whose micro-batches the schedule takes", () => {
  const interleaved = program("tp = 8\n  pp = 4\n  vpp = 3\n  schedule = interleaved_1f1b");
  // 18 and 20 divide over two replicas; 9 and 10 micro-batches are no multiple of four.
  expect(expectMended(written(interleaved, "global_batch", "19 sequences"), "batch-not-divisible")).toEqual([
    "global_batch = 16 sequences",
    "global_batch = 24 sequences",
  ]);
  const two = program("tp = 8\n  pp = 4\n  schedule = dualpipe");
  // 16 and 18 divide; fewer than eight micro-batches, and an odd number of them, are not modelled.
  expect(expectMended(written(two, "global_batch", "17 sequences"), "batch-not-divisible")).toEqual([
    "global_batch = 16 sequences",
    "global_batch = 20 sequences",
  ]);
});

test("a sequence is told a length that all degrees divide", () => {
  const ring = program("tp = 4\n  cp = 3\n  sequence_parallel = true");
  const text = written(ring, "seq_len", "2_045").replace("nodes = 8", "nodes = 6");
  // 2040 and 2046 divide by 2 * cp; 2046 not by cp * tp.
  expect(expectMended(text, "seq-not-divisible")).toEqual(["seq_len = 2040", "seq_len = 2052"]);
});

test("where the batch is told in tokens, it divides into sequences of the length named", () => {
  const text = written(
    written(program("tp = 8\n  sequence_parallel = true"), "seq_len", "2_044"),
    "global_batch",
    "128Ki tokens",
  );
  expect(expectMended(text, "seq-not-divisible")).toEqual(["seq_len = 1024", "seq_len = 2048"]);
});

test("the length of an image is not for choosing: the degree is", () => {
  const text = written(
    written(program("tp = 8\n  pp = 2\n  cp = 3", "vit_22b"), "seq_len", "256"),
    "global_batch",
    "48 sequences",
  ).replace("nodes = 8", "nodes = 6");
  expect(expectMended(text, "seq-not-divisible")).toEqual(["cp = 1"]);
});

test("groups are told a number that the experts and top_groups allow", () => {
  const moe = (groups: string): string =>
    program(
      "dp = 64",
      `(mixtral_8x7b with { mlp = moe(experts = 8, ${groups}, top_k = 2, expert = swiglu(d_ff = 14_336)) })`,
    );
  expect(expectMended(moe("groups = 3, top_groups = 3"), "groups-not-possible")).toEqual([
    "groups = 4",
    "groups = 8",
  ]);
  expect(expectMended(moe("groups = 4, top_groups = 6"), "groups-not-possible")).toEqual(["top_groups = 4"]);
  // No more groups than three, and eight experts do not divide into three.
  expect(expectMended(moe("groups = 3, top_groups = 6"), "groups-not-possible")).toEqual(["groups = 8"]);
});
