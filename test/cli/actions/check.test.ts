import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { dtp } from "../../../src/cli/dtp.ts";
import type { Expectation, RunResult } from "../../../src/session/world/runResult.ts";
import { answering, testIo } from "../testIo.ts";

const folder = mkdtempSync(join(tmpdir(), "dtp-check-"));
writeFileSync(join(folder, "paper.dtp"), "edition 2026\n");
writeFileSync(join(folder, "second.dtp"), "edition 2026\n");
afterAll(() => rmSync(folder, { recursive: true }));

const base: Expectation = {
  file: "paper.dtp",
  line: 17,
  text: "t175.mfu ~= 51.4%",
  claim: null,
  actual: 44.9,
  expected: 51.4,
  unit: "%",
  relError: 44.9 / 51.4 - 1,
  within: "10%",
  pass: false,
  exercise: null,
  cite: "arXiv:2205.05198, Table 5",
};
const holds: Expectation = {
  ...base,
  line: 18,
  text: "t175.step_time ~= 13.75 s",
  claim: null,
  actual: 13.9,
  expected: 13.75,
  unit: "s",
  relError: 13.9 / 13.75 - 1,
  pass: true,
  exercise: null,
};
const bare: Expectation = {
  ...base,
  line: 20,
  text: "t175.memory.peak < 80 GiB",
  claim: null,
  actual: 60,
  expected: 80,
  unit: "GiB",
  relError: null,
  within: null,
  pass: true,
  exercise: null,
  cite: null,
};

async function check(result: Partial<RunResult>, ...argv: string[]) {
  const io = testIo({ cwd: folder, evaluate: answering(result) });
  const code = await dtp(["check", ...argv], io);
  return { code, out: io.stdoutText(), err: io.stderrText() };
}

describe("dtp check", () => {
  test("prints one aligned line each and a summary", async () => {
    const { code, out } = await check({ expectations: [base, holds, bare] }, "paper.dtp");
    expect(code).toBe(1);
    expect(out).toMatchInlineSnapshot(`
      "paper.dtp
          line  expectation                 actual  expected   error
        ✗   17  t175.mfu ~= 51.4%           44.90%    51.40%  -12.6%  within 10%  arXiv:2205.05198, Table 5
        ✓   18  t175.step_time ~= 13.75 s  13.90 s   13.75 s  +1.09%  within 10%  arXiv:2205.05198, Table 5
        ✓   20  t175.memory.peak < 80 GiB   60 GiB    80 GiB

      3 expectations: 2 hold, 1 failed; absolute relative error: mean 6.87%, median 6.87%
      "
    `);
  });

  test("rounds numbers as a notebook does; --json keeps all digits", async () => {
    const params = { ...bare, text: "t175.params < 1e12 params", actual: 174_563_733_504, unit: "params" };
    const bytes = {
      ...bare,
      text: "t175.memory.state == 3",
      actual: 3_221_225_472.5,
      expected: 3,
      unit: "B",
    };
    const near = { ...params, text: "t175.params == 174_563_733_505", expected: 174_563_733_505 };
    const expectations = [
      { ...params, expected: 1e12 },
      bytes,
      near,
      { ...bare, actual: null, answer: "no" },
    ];
    const { out } = await check({ expectations }, "paper.dtp");
    const cells = out
      .split("\n")
      .slice(2, 6)
      .map((line) => line.split(/ {2,}/).slice(4, 6));
    expect(cells).toEqual([
      ["174.6B params", "1T params"],
      ["3,221,225,473 B", "3 B"],
      ["174,563,733,504 params", "174,563,733,505 params"],
      ["no", "80 GiB"],
    ]);
    expect((await check({ expectations }, "paper.dtp", "--json")).out).toContain("3221225472.5");
  });

  test("exits with 0 only when all hold and nothing is an error", async () => {
    expect((await check({ expectations: [holds, bare] }, "paper.dtp")).code).toBe(0);
    expect((await check({}, "paper.dtp")).code).toBe(0);
    const diagnostic = { code: "x", severity: "error", message: "m", related: [], notes: [] } as const;
    const failed = await check({ expectations: [holds], diagnostics: [diagnostic] }, "paper.dtp");
    expect(failed.code).toBe(1);
    expect(failed.err).toContain("error[x]: m");
    const warned = { ...diagnostic, severity: "warning" } as const;
    expect((await check({ expectations: [holds], diagnostics: [warned] }, "paper.dtp")).code).toBe(0);
  });

  test("takes every file of a folder, each once", async () => {
    const { out } = await check({ expectations: [holds] }, ".", "paper.dtp");
    expect(out).toContain("second.dtp\n");
    expect(out).toContain("2 expectations: 2 hold, 0 failed");
  });

  test("goes on past a missing file and exits with 2", async () => {
    const { code, out, err } = await check({ expectations: [holds] }, "gone.dtp", "paper.dtp");
    expect(code).toBe(2);
    expect(err).toBe("dtp: there is no file gone.dtp\n");
    expect(out).toContain("1 expectation: 1 holds, 0 failed");
  });

  test("--json has exactly the documented keys", async () => {
    const { code, out } = await check({ expectations: [base, bare] }, "paper.dtp", "--json");
    expect(code).toBe(1);
    const data = JSON.parse(out);
    expect(Object.keys(data)).toEqual(["diagnostics", "expectations", "summary"]);
    expect(data.expectations).toEqual([base, bare]);
    expect(data.summary).toEqual({
      count: 2,
      failed: 1,
      open: 0,
      wrong: 0,
      meanAbsRelError: Math.abs(base.relError ?? 0),
      medianAbsRelError: Math.abs(base.relError ?? 0),
      errors: 0,
      warnings: 0,
    });
  });

  test("the median of an even number of errors is between the middle two", async () => {
    const errors = [0.4, -0.1, 0.2, 0.3].map((relError) => ({ ...holds, relError }));
    const { out } = await check({ expectations: errors }, "paper.dtp", "--json");
    expect(JSON.parse(out).summary.medianAbsRelError).toBeCloseTo(0.25);
    expect(JSON.parse(out).summary.meanAbsRelError).toBeCloseTo(0.25);
  });
});
