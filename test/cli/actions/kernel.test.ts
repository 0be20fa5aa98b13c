import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { dtp } from "../../../src/cli/dtp.ts";
import { installKernel } from "../../../src/kernel/install/index.ts";
import { testIo } from "../testIo.ts";

const prefix = mkdtempSync(join(tmpdir(), "dtp-kernel-"));
afterAll(() => rmSync(prefix, { recursive: true }));

async function kernel(...argv: string[]) {
  const io = testIo();
  const code = await dtp(["kernel", ...argv, "--prefix", prefix], io);
  return { code, out: io.stdoutText(), err: io.stderrText() };
}

describe("dtp kernel", () => {
  test("lists and removes what is installed under a prefix", async () => {
    expect(await kernel("list")).toMatchObject({
      code: 0,
      out: "",
      err: expect.stringContaining("dtp kernel install"),
    });
    // The test needs no dist/: any entry file will do.
    const installed = await installKernel({ prefix, entry: process.execPath, extension: null });
    expect(installed.ok).toBe(true);
    const folder = join(prefix, "share/jupyter/kernels/dtp");
    expect(JSON.parse(readFileSync(join(folder, "kernel.json"), "utf8")).language).toBe("dtp");
    expect(await kernel("list")).toEqual({ code: 0, out: `dtp  ${folder}\n`, err: "" });
    expect((await kernel("uninstall")).code).toBe(0);
    expect(existsSync(folder)).toBe(false);
    expect((await kernel("uninstall")).code).toBe(1);
  });

  test("--user or --sys-prefix with --prefix is misuse", async () => {
    expect((await kernel("list", "--user")).code).toBe(2);
    expect((await kernel("list", "--sys-prefix")).code).toBe(2);
  });
});
