import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readRuns } from "../../../src/calibration/readRuns.ts";
import { dtp } from "../../../src/cli/dtp.ts";
import { readTable } from "../../../src/validation/rows/row.ts";
import { world } from "../../validation/rows.ts";
import { testIo } from "../testIo.ts";

const folder = mkdtempSync(join(tmpdir(), "dtp-probe-"));
afterAll(() => rmSync(folder, { recursive: true }));
const python = process.env.DTP_TORCH ?? "python3";
const has = (code: string): boolean => spawnSync(python, ["-c", code]).status === 0;

async function script(): Promise<string> {
  const io = testIo({ cwd: folder });
  expect(await dtp(["probe"], io)).toBe(0);
  return io.stdoutText();
}

describe("dtp probe", () => {
  test("prints a script that imports PyTorch and Python's own library alone", async () => {
    const text = await script();
    const imports = [...text.matchAll(/^(?:import|from) (\w+)/gm)].map(([, name]) => name);
    expect(new Set(imports)).toEqual(
      new Set(["argparse", "csv", "os", "socket", "sys", "time", "warnings", "torch"]),
    );
  });

  test("and nothing else is an operand", async () => {
    expect(await dtp(["probe", "x"], testIo({ cwd: folder }))).toBe(2);
  });

  test.skipIf(!has("pass"))("its grammar is that of Python 3.9", async () => {
    const code = "import ast, sys; ast.parse(sys.stdin.read(), feature_version=(3, 9))";
    const { status, stderr } = spawnSync(python, ["-c", code], { input: await script(), encoding: "utf8" });
    expect(stderr).toBe("");
    expect(status).toBe(0);
  });

  // The run takes half a minute, so it is asked for.
  test.skipIf(!process.env.DTP_TORCH || !has("import torch"))(
    "on two ranks of a CPU it writes a table that `dtp calibrate` reads",
    async () => {
      writeFileSync(join(folder, "probe.py"), await script());
      const options = ["--cpu", "--tiny", "--ranks", "2", "--seconds", "0.02"];
      const { status, stderr } = spawnSync(
        python,
        ["probe.py", ...options, "--gpu", "NVIDIA A100-SXM4-80GB"],
        { cwd: folder, encoding: "utf8" },
      );
      expect(status, stderr).toBe(0);
      const { rows } = readTable(readFileSync(join(folder, "probe.csv"), "utf8"));
      const { runs, skipped } = readRuns(rows, world);
      expect(skipped).toEqual([]);
      expect(new Set(runs.map(({ row }) => row.text("kind") ?? row.text("collective")))).toEqual(
        new Set([
          ...["gemm", "attention fwd", "attention bwd", "gelu"],
          ...["all_reduce", "all_gather", "reduce_scatter", "all_to_all", "send_recv"],
        ]),
      );
      const io = testIo({ cwd: folder });
      expect(await dtp(["calibrate", "probe.csv", "--out", "cpu.dtp"], io)).toBe(0);
      expect(readFileSync(join(folder, "cpu.dtp"), "utf8")).toMatch(/device a100_80gb_sxm_calibrated/);
    },
    120_000,
  );
});
