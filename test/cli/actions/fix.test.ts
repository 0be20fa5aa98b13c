import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { dtp } from "../../../src/cli/dtp.ts";
import { evaluateHere } from "../../../src/cli/evaluateHere.ts";
import { testIo } from "../testIo.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "dtp-fix-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function fix(argv: readonly string[], stdin = "") {
  const io = testIo({
    cwd: folder,
    readStdin: async () => Buffer.from(stdin),
    evaluate: async (request, events) => evaluateHere(request, events),
  });
  const code = await dtp(["fix", ...argv], io);
  return { code, out: io.stdoutText(), err: io.stderrText() };
}

const WRONG = `edition 2024

let a = [1, 2 3]
let b = 80 gib
// said twice
show a, b
`;
const RIGHT = `edition 2026

let a = [1, 2, 3]
let b = 80 GiB
# said twice
show a, b
`;

test("applies what messages show behind write:, reading by reading", async () => {
  writeFileSync(join(folder, "a.dtp"), WRONG);
  expect(await fix(["--check", "a.dtp"])).toEqual({
    code: 1,
    out: "a.dtp has mistakes that `dtp fix` can correct\n",
    err: "",
  });
  expect(readFileSync(join(folder, "a.dtp"), "utf8")).toBe(WRONG);
  expect(await fix(["a.dtp"])).toEqual({ code: 0, out: "a.dtp: 4 fixes\n", err: "" });
  expect(readFileSync(join(folder, "a.dtp"), "utf8")).toBe(RIGHT);
  expect(await fix(["--check", "a.dtp"])).toEqual({ code: 0, out: "", err: "" });
});

test("mends what it can, and says what is left", async () => {
  const { code, out, err } = await fix(["-"], "let b = 80 gib\nshow nobody\n");
  expect(out).toBe("let b = 80 GiB\nshow nobody\n");
  expect(err).toContain("nobody");
  expect(code).toBe(1);
});

test("leaves a right program alone", async () => {
  expect(await fix(["-"], RIGHT)).toEqual({ code: 0, out: RIGHT, err: "" });
});
