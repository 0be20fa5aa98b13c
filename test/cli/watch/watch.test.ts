import { appendFileSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { watch } from "../../../src/cli/watch/watch.ts";
import { testIo } from "../testIo.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "dtp-watch-"));
  writeFileSync(join(folder, "plan.dtp"), PROGRAM);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PROGRAM = `import dgx_h100 from "std/clusters"
import llama3_8b from "std/models"

plan p {
  dp = fill
  zero = 3
  micro_batch = 1
  seq_len = 8_192
  global_batch = 128 sequences
}
let base = llama3_8b on (dgx_h100 with { nodes = 4 }) with p
let other = base with { plan.micro_batch = 2 }
show base
`;

/** Lines of Megatron-LM's log, with step times in seconds. */
const lines = (from: number, times: readonly number[]): string =>
  times
    .map(
      (seconds, at) =>
        ` [2026-02-24 19:46:17] iteration ${from + at}/ 1000 | consumed samples: ${(from + at) * 128} | elapsed time per iteration (ms): ${(seconds * 1e3).toFixed(1)} | learning rate: 1.0E-04 | global batch size: 128 | lm loss: 2.5E+00 | grad norm: 0.3 |\n`,
    )
    .join("");
const steady = (count: number, seconds: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => seconds * (1 + 0.001 * (at % 3)));

async function watched(log: string, flags: Record<string, string[]>, scenario = "base") {
  const io = testIo({ cwd: folder });
  const all = new Map(Object.entries({ "--once": [""], ...flags }));
  const code = await watch({ operands: [log, "plan.dtp", scenario], flags: all }, io);
  return { code, out: io.stdoutText(), err: io.stderrText() };
}

test("a log beside its prediction, with the rules that hold", async () => {
  writeFileSync(join(folder, "a.log"), lines(1, steady(40, 10)));
  const quiet = await watched("a.log", { "--alarm": ["step_time > 1e6 s"], "--json": [""] });
  expect(quiet.code).toBe(0);
  const look = JSON.parse(quiet.out);
  expect(look).toMatchObject({ scenario: "base", state: "running", iteration: 40, drift: 0 });
  expect(look.numbers[0]).toMatchObject({ name: "step_time", unit: "s" });
  expect(look.numbers[0].measured).toBeCloseTo(10.01, 2);
  const { predicted, interval } = look.numbers[0];
  expect(interval[0]).toBeLessThan(predicted);
  expect(interval[1]).toBeGreaterThan(predicted);
  // 10 s is far from the prediction, so the rule of a watch without rules holds exactly where it is above the interval.
  expect((await watched("a.log", {})).code).toBe(Number(10.01 > interval[1]));
  const on = await watched("a.log", { "--alarm": [`step_time > ${9 / predicted} * predicted`, "loss > 3"] });
  expect(on.code).toBe(1);
  expect(on.out).toContain(`ALARM  step_time > ${9 / predicted} * predicted`);
  expect(on.out).not.toContain("ALARM  loss");
});

test("drift is the last lasting level over the first, and recent steps show it", async () => {
  writeFileSync(join(folder, "drift.log"), lines(1, [...steady(40, 10), ...steady(30, 12)]));
  const { code, out } = await watched("drift.log", { "--alarm": ["drift > 15%"], "--json": [""] });
  const look = JSON.parse(out);
  expect(code).toBe(1);
  expect(look.drift).toBeCloseTo(0.2, 2);
  expect(look.recentStepTime).toBeCloseTo(12.01, 1);
});

test("a job that has not begun, and one that is silent", async () => {
  const path = join(folder, "silent.log");
  writeFileSync(path, "loading\n");
  const before = await watched("silent.log", { "--alarm": ["step_time > 1 s"], "--json": [""] });
  expect(before.code).toBe(0);
  expect(JSON.parse(before.out)).toMatchObject({ state: "waiting", alarms: [{ on: null }] });
  const hourAgo = Date.now() / 1e3 - 3600;
  utimesSync(path, hourAgo, hourAgo);
  expect((await watched("silent.log", { "--alarm": ["silence > 10 min"] })).code).toBe(1);
});

test("--set changes the prediction, and the one that rules read", async () => {
  writeFileSync(join(folder, "a.log"), lines(1, steady(40, 10)));
  const numbers = async (set: readonly string[]) => {
    const { out } = await watched("a.log", {
      "--json": [""],
      "--alarm": ["predicted > 1e9 s"],
      ...(set.length > 0 ? { "--set": [...set] } : {}),
    });
    return JSON.parse(out).numbers[0].predicted as number;
  };
  const [plain, full] = [await numbers([]), await numbers(["plan.recompute=full"])];
  expect(full).toBeGreaterThan(1.1 * plain);
  const between = `predicted > ${(plain + full) / 2} s`;
  const set = { "--set": ["plan.recompute=full"] };
  expect((await watched("a.log", { "--alarm": [between] })).code).toBe(0);
  expect((await watched("a.log", { "--alarm": [between], ...set })).code).toBe(1);
  const wrong = await watched("a.log", { "--set": ["plan.zer=1"] });
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining("did you mean `zero`?")]);
});

test("metrics of Prometheus, with rules as escaped labels", async () => {
  writeFileSync(join(folder, "a.log"), lines(1, steady(40, 10)));
  const rule = 'step_time > 1 s and framework != "x"';
  const { code, err } = await watched("a.log", { "--alarm": [rule], "--prometheus": ["o.prom"] });
  expect([code, err]).toEqual([1, ""]);
  const text = readFileSync(join(folder, "o.prom"), "utf8");
  expect(text).toContain('dtp_alarm{scenario="base",rule="step_time > 1 s and framework != \\"x\\""} 1\n');
  for (const line of text.split("\n").filter((one) => one !== "" && !one.startsWith("#")))
    expect(line).toMatch(/^dtp_[a-z_]+\{(?:[a-z]+="(?:[^"\\\n]|\\["\\n])*",?)+\} -?[\d.]+(?:e[+-]?\d+)?$/);
});

test("a program and a log in the wrong order are said to be", async () => {
  const io = testIo({ cwd: folder });
  expect(
    await watch({ operands: ["plan.dtp", "a.log", "base"], flags: new Map([["--once", [""]]]) }, io),
  ).toBe(2);
  expect(io.stderrText()).toBe("dtp: the operands are in the order LOG FILE [SCENARIO]\n");
});

test("it follows a log until an alarm is on", async () => {
  const path = join(folder, "growing.log");
  writeFileSync(path, lines(1, steady(30, 10)));
  const io = testIo({ cwd: folder });
  const flags = new Map([
    ["--every", ["0.1"]],
    ["--alarm", ["recent_step_time > 15 s"]],
  ]);
  const ended = watch({ operands: ["growing.log", "plan.dtp", "base"], flags }, io);
  await new Promise((done) => setTimeout(done, 300));
  appendFileSync(path, lines(31, steady(20, 20)));
  expect(await ended).toBe(1);
  expect(io.stdoutText()).toContain("iteration 30, recent step 10.01 s");
  expect(io.stdoutText()).toContain("ALARM  recent_step_time > 15 s");
});

test.each([
  [["a.log", "plan.dtp"], {}, "plan.dtp defines several scenarios; name one: base, other"],
  [["a.log", "plan.dtp", "bas"], {}, "did you mean `base`?"],
  [["a.log", "plan.dtp", "base"], { "--alarm": ["step_tim > 3 s"] }, "did you mean `step_time`?"],
  [["a.log", "plan.dtp", "base"], { "--alarm": ["step_time > 3 GB"] }, "cannot compare time"],
  [["a.log", "plan.dtp", "base"], { "--alarm": ["step_time"] }, "is no condition"],
  [["a.log", "plan.dtp", "base"], { "--alarm": ["mfu > 1"] }, "mfu"],
  [["a.log", "plan.dtp", "base"], { "--every": ["soon"] }, "--every takes seconds"],
  [["gone.log", "plan.dtp", "base"], {}, "gone.log"],
  [["-", "plan.dtp", "base"], {}, "standard input"],
])("what cannot be watched says why: %j %j", async (operands, given, said) => {
  writeFileSync(join(folder, "a.log"), lines(1, steady(40, 10)));
  const io = testIo({ cwd: folder });
  const flags = new Map(Object.entries({ "--once": [""], ...(given as Record<string, string[]>) }));
  expect(await watch({ operands, flags }, io)).toBe(2);
  expect(io.stderrText()).toContain(said);
});
