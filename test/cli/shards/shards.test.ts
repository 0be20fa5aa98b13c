import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readShare } from "../../../src/cli/shards/shard.ts";
import { bundledCommand, root } from "../bundledCommand.ts";

const { folder, script } = bundledCommand();

/** Everything in the program itself: real processes, without the library. */
const PROGRAM = `edition 2026
device d {
  memory = 24 GiB
  memory_bandwidth = 1_500 GB/s
  peak = rates(bf16 = 200 TFLOP/s, fp16 = 200 TFLOP/s, tf32 = 100 TFLOP/s, fp32 = 50 TFLOP/s)
}
cluster c {
  device = d
  nodes = 2
  devices_per_node = 4
  scale_up = nvswitch(bandwidth = 100 GB/s)
  scale_out = fat_tree(nic = 100 Gb/s, nics_per_node = 4)
}
model m {
  layers = 8
  d_model = 1_024
  attention = mha(heads = 8)
  mlp = gelu(d_ff = 4_096)
  vocab = 32_000
}
plan p {
  seq_len = 1_024
  global_batch = 16 sequences
}
let base = m on c with p
search best = base
  for plan in all
  for plan.tp in [1, 2]
  for plan.pp in [1, 2]
  for plan.cp in [1]
  for cluster.nodes in [1, 2]
  minimize step_time
  keep 3 per cluster.nodes
search front = base
  for plan in all
  for plan.tp in [1, 2]
  for plan.pp in [1]
  for plan.cp in [1]
  pareto step_time, memory.peak
let winner = first(best)
show best, best.skipped, front { plan.tp, plan.pp, plan.zero, step_time, memory.peak as B }
show winner.step_time
`;

mkdirSync(join(folder, "std"));
copyFileSync(join(root, "src/std/version.txt"), join(folder, "std/version.txt"));
writeFileSync(join(folder, "plan.dtp"), PROGRAM);

const dtp = (...args: readonly string[]): string =>
  execFileSync(process.execPath, [script, ...args], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
const failing = (...args: readonly string[]) =>
  spawnSync(process.execPath, [script, ...args], { cwd: folder, encoding: "utf8" });

function searched(of: number): readonly string[] {
  return Array.from({ length: of }, (_, i) => {
    const file = `part-${i + 1}-of-${of}.json`;
    dtp("search", "plan.dtp", "--shard", `${i + 1}/${of}`, "--out", file);
    return file;
  });
}

test("one part and seven give the same bytes, and the best that one run finds", { timeout: 240_000 }, () => {
  const seven = searched(7);
  const whole = dtp("merge", "plan.dtp", ...searched(1));
  expect(dtp("merge", "plan.dtp", ...seven)).toBe(whole);
  // The parts in any order, one of them twice.
  expect(dtp("merge", "plan.dtp", ...[...seven].reverse(), seven[2] ?? "")).toBe(whole);

  const rows = (text: string): unknown =>
    (JSON.parse(text) as { outputs: { data: { rows?: unknown }[] | { value: number } }[] }).outputs.map(
      ({ data }) => (Array.isArray(data) ? data.map((one) => one.rows) : data),
    );
  expect(rows(dtp("merge", "plan.dtp", ...seven, "--json"))).toEqual(rows(dtp("run", "plan.dtp", "--json")));

  // No part holds all of the answer: they do divide the work.
  const bests = seven.map((file) => {
    const { searches } = JSON.parse(readFileSync(join(folder, file), "utf8")) as {
      searches: { best: { place: number }[] }[];
    };
    return searches.flatMap(({ best }) => best.map(({ place }) => place)).join();
  });
  expect(new Set(bests).size).toBeGreaterThan(3);

  const missing = failing("merge", "plan.dtp", ...seven.slice(1));
  expect([missing.status, missing.stderr]).toEqual([2, "dtp: of 7 parts 1 is missing\n"]);
  writeFileSync(join(folder, "other.dtp"), `${PROGRAM}\n# another`);
  const other = failing("merge", "other.dtp", ...seven);
  expect([other.status, other.stderr]).toEqual([
    2,
    "dtp: part 1/7 was made from a different text of plan.dtp\n",
  ]);

  const [first = "", ...rest] = seven;
  const text = readFileSync(join(folder, first), "utf8");
  for (const [what, by] of [
    [/"place":(\d+)/, '"place":1$1'],
    [/"keep":\d+/, '"keep":1'],
    [/"values":\[/, '"values":[0,'],
    [/"searches":.*/, '"searches":null}'],
  ] as const) {
    writeFileSync(join(folder, "changed.json"), text.replace(what, by));
    const changed = failing("merge", "plan.dtp", "changed.json", ...rest);
    expect(changed.status).toBe(2);
    expect(changed.stderr).toContain("changed.json was changed after dtp search wrote it");
  }
});

test("a part is named from 1/n to n/n", () => {
  expect(readShare("3/8")).toEqual({ index: 2, of: 8 });
  for (const wrong of ["0/8", "9/8", "3", "a/b", "-1/2", "1/0"]) expect(readShare(wrong)).toBeNull();
  const { status, stderr } = failing("search", "plan.dtp", "--shard", "9/8");
  expect(status).toBe(2);
  expect(stderr).toContain("write 1/8 to 8/8");
});

test("a program without a search over plans has no part", () => {
  writeFileSync(join(folder, "none.dtp"), PROGRAM.replace(/search[\s\S]*/, ""));
  const { status, stderr } = failing("search", "none.dtp");
  expect(status).toBe(1);
  expect(stderr).toContain("search over plans");
});
