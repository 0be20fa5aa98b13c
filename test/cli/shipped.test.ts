import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { dtp } from "../../src/cli/dtp.ts";
import { evaluateHere } from "../../src/cli/evaluateHere.ts";
import type { Io } from "../../src/cli/io/io.ts";
import { testIo } from "./testIo.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const evaluate: Io["evaluate"] = async (request, events) => evaluateHere(request, events);

async function call(...argv: string[]) {
  const io = testIo({ cwd: root, evaluate });
  const code = await dtp(argv, io);
  return { code, out: io.stdoutText(), err: io.stderrText() };
}

/** The programs in the package, through the whole command and the real evaluator. */
describe("shipped programs", () => {
  test("are in canonical form", async () => {
    expect(await call("fmt", "--check", "examples", "src/std")).toEqual({ code: 0, out: "", err: "" });
  });

  // All papers are in test/std/papers/papers.test.ts.
  test("hold every expectation, summed over files", async () => {
    const papers = ["params", "llama3_2024", "schedules"].map((name) => `src/std/papers/${name}.dtp`);
    const { code, out, err } = await call("check", ...papers);
    expect(err).not.toContain("error[");
    expect(out).not.toContain("✗");
    expect(out).toMatch(/\d\d expectations: \d+ hold, 0 failed; absolute relative error: mean/);
    expect(code).toBe(0);
  });

  const examples = readdirSync(`${root}/examples`).filter((name) => name.endsWith(".dtp"));
  test.each(examples)("examples/%s runs", async (name) => {
    const { code, out, err } = await call("run", `examples/${name}`);
    expect(err).not.toContain("error[");
    expect(out).not.toBe("");
    expect(code).toBe(0);
  });

  test("a field set from the command line changes the numbers", async () => {
    const peak = async (...flags: string[]) =>
      JSON.parse((await call("run", "examples/gpt3.dtp", "--json", ...flags)).out);
    const plain = await peak();
    const halved = await peak("--set", "plan.tp=4", "--set", "plan.pp=16", "--set", "plan.dp=16");
    expect(plain.diagnostics).toEqual([]);
    expect(plain.outputs.length).toBeGreaterThan(5);
    expect(halved.outputs[0]).not.toEqual(plain.outputs[0]);
  });

  test("a wrong override is an error that names it", async () => {
    const { code, err } = await call("run", "examples/gpt3.dtp", "--set", "plan.tpp=4");
    expect(code).toBe(1);
    expect(err).toMatch(/error\[unknown-field\].*`tpp`/);
    expect(err).toContain("`tp`");
  });
});
