import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createNotebook } from "../../src/library/notebook.ts";
import { isJobLog, isJsonLog, jobLedger, readJobs } from "../../src/measured/index.ts";
import { poissonInterval } from "../../src/measured/jobs/poissonInterval.ts";

const root = join(import.meta.dirname, "../..");
const text = readFileSync(join(root, "examples/sacct.txt"), "utf8");

function jobsOf(from: string) {
  const log = readJobs(from);
  if ("problem" in log) throw new Error(log.problem);
  return log;
}

test("jobs of sacct, without their steps and without jobs that had no GPU", () => {
  expect([isJobLog(text), isJsonLog(text), isJobLog("iteration 1 | State\n")]).toEqual([true, false, false]);
  const { jobs, leftOut } = jobsOf(text);
  expect(jobs.map(({ id }) => id)).toEqual(["4101", "4102", "4103", "4104", "4105", "4106", "4107", "4108"]);
  expect(leftOut).toBe(1);
  expect(jobs[4]).toMatchObject({ state: "CANCELLED", devices: 1024, nodes: 128, elapsed: 4200 });
  for (const { start, end, elapsed } of jobs) expect((end ?? 0) - (start ?? 0)).toBe(elapsed);
});

test.each([
  ["1-02:03:04", "gres/gpu=8", 93_784, 8],
  ["02:03:04", "cpu=4,gres/gpu:h100=6,gres/gpu:a100=2", 7384, 8],
  ["03:04", "gpu:4", 184, 4],
  ["03:04.5", "billing=9,gres/gpu:h100=16,gres/gpu=16,node=2", 184, 16],
])("an elapsed time of %s with %s", (elapsed, tres, seconds, devices) => {
  const { jobs } = jobsOf(`JobID|State|Elapsed|AllocTRES\r\n7_1|COMPLETED|${elapsed}|${tres}\r\n`);
  expect(jobs).toMatchObject([{ id: "7_1", elapsed: seconds, devices }]);
});

test.each([
  ["JobID|State|AllocTRES\n1|FAILED|gres/gpu=8\n", "Elapsed"],
  ["JobID|State|Elapsed\n1|FAILED|01:00:00\n", "AllocTRES"],
  ["JobID|State|Elapsed|AllocTRES\n1|FAILED|soon|gres/gpu=8\n", "line 2: `soon` is no elapsed time"],
  ["JobID|State|Elapsed|AllocTRES\n1|FAILED|01:00:00\n", "line 2 has 3 cells under 4 columns"],
  ["JobID|State|Elapsed|AllocTRES\n1|FAILED|01:00:00|cpu=4\n", "no job of it ran on a GPU"],
])("%j says what it lacks", (from, said) => {
  expect(readJobs(from)).toEqual({ problem: expect.stringContaining(said) });
});

/** Ends of Garwood's interval by the quantiles of chi-square: chi2inv(0.1, 2k)/2, chi2inv(0.9, 2k + 2)/2 (SciPy 1.17.1). */
test.each([
  [0, 0, Math.LN10],
  [1, 0.105361, 3.88972],
  [10, 6.221305, 15.406641],
  [419, 392.990725, 446.468799],
  [23_739, 23_541.760744, 23_937.671664],
])("the 80%% interval of %d events", (count, low, high) => {
  const found = poissonInterval(count, 0.8);
  expect(found[0]).toBeCloseTo(low, 4);
  expect(found[1]).toBeCloseTo(high, 4);
});

test("the interval covers the true mean in at least 80 of 100 cases", () => {
  for (const mean of [0.5, 3, 11.3, 200]) {
    let covered = 0;
    let probability = Math.exp(-mean);
    for (let count = 0; count < mean + 20 * Math.sqrt(mean) + 20; count++) {
      const [low, high] = poissonInterval(count, 0.8);
      if (low <= mean && mean <= high) covered += probability;
      probability *= mean / (count + 1);
    }
    expect(covered).toBeGreaterThanOrEqual(0.8);
    expect(covered).toBeLessThan(0.97);
  }
});

test("rates are counts over the device time of all jobs, ends that are no failures included", () => {
  const { jobs } = jobsOf(text);
  const ledger = jobLedger(jobs);
  const deviceTime = 1024 * jobs.reduce((sum, { elapsed }) => sum + elapsed, 0);
  expect(ledger.deviceTime).toBe(deviceTime);
  expect(Object.fromEntries(ledger.failures)).toEqual({ host: 3, other: 1, software: 1 });
  expect(ledger.mtbf.mean).toBe(deviceTime / 5);
  expect(ledger.rows.find(({ state }) => state === "NODE_FAIL")?.mtbf?.mean).toBe(deviceTime / 3);
  expect(ledger.rows.filter(({ cause }) => cause === null).map(({ state }) => state)).toEqual([
    ...["TIMEOUT", "COMPLETED", "CANCELLED"],
  ]);
  // From the first start to the last end, less the gaps between the jobs.
  const whole = (Date.UTC(2026, 2, 29, 11) - Date.UTC(2026, 2, 1)) / 1e3;
  expect(ledger.uptime).toBeCloseTo(deviceTime / 1024 / whole, 12);
});

test("two jobs at once are up once", () => {
  const [job] = jobsOf(text).jobs;
  if (!job) throw new Error("no job");
  const one = { ...job, start: 0, end: 100, elapsed: 100 };
  expect(jobLedger([one, { ...one, start: 50, end: 150 }, { ...one, start: 200, end: 300 }]).uptime).toBe(
    250 / 300,
  );
});

test("a fleet of the jobs has their rate on any cluster", async () => {
  const made = await createNotebook({
    folder: root,
  }).evaluate(`import jobs, ledger, observed_failures, mtbf, mtbf_low, mtbf_high, uptime from "./examples/sacct.txt"
import dgx_h100 from "std/clusters"
import llama3_8b from "std/models"
plan p {
  dp = fill
  zero = 3
  micro_batch = 1
  seq_len = 8_192
  global_batch = 1_024 sequences
  checkpoint = sharded
}
let base = llama3_8b on (dgx_h100 with { nodes = 64, failures = observed_failures }) with p
show ledger
expect base.reliability.mtbf ~= mtbf / 512 GPUs within 0.01%
expect mtbf_low < mtbf
expect mtbf < mtbf_high
expect uptime > 90%
expect length(jobs) == 8
`);
  expect(made.diagnostics.map(({ message }) => message)).toEqual([]);
  expect(made.expectations.map(({ pass }) => pass)).toEqual([true, true, true, true, true]);
});

test("a year of a cluster's jobs is read in seconds, and a broken file has no number that is none", () => {
  const [header = "", first = ""] = text.split("\n");
  const rows = Array.from({ length: 50_000 }, (_, at) => first.replace("4101", `${at}`));
  const begun = performance.now();
  const ledger = jobLedger(jobsOf([header, ...rows].join("\n")).jobs);
  expect(performance.now() - begun).toBeLessThan(10_000);
  expect(ledger.rows[0]?.jobs).toBe(50_000);
  for (let seed = 1; seed < 300; seed++) {
    const at = (seed * 7919) % text.length;
    const broken = readJobs(text.slice(0, at) + "|9\n-:".slice(seed % 4) + text.slice(at + (seed % 9)));
    if ("problem" in broken) continue;
    const { rows: found, mtbf, uptime } = jobLedger(broken.jobs);
    for (const value of [
      mtbf.mean ?? 0,
      mtbf.low,
      mtbf.high ?? 0,
      uptime ?? 0,
      ...found.map((one) => one.deviceTime),
    ])
      expect(Number.isFinite(value)).toBe(true);
  }
});
