import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bundledCommand } from "./bundledCommand.ts";

/** The real process and its evaluating thread, with a stand-in for what is evaluated. */
const { folder, script } = bundledCommand("test/cli/standInEvaluation.ts");
for (const text of ["end", "loop", "crash", "flood"]) writeFileSync(join(folder, `${text}.dtp`), text);

function start(...argv: string[]) {
  const child = spawn(process.execPath, [script, ...argv], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    err += chunk;
  });
  const ended = new Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>(
    (resolve) => {
      child.on("close", (code) => resolve({ code, out, err }));
    },
  );
  return { child, ended };
}

function firstOutput(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => child.stdout?.once("data", () => resolve()));
}

describe("the process", () => {
  test("prints plain text into a pipe and exits with 0", async () => {
    expect(await start("run", "end.dtp").ended).toEqual({ code: 0, out: "first output\n", err: "" });
  });

  test("Ctrl-C stops a computing evaluation, with what it had printed", async () => {
    const { child, ended } = start("run", "loop.dtp");
    await firstOutput(child);
    child.kill("SIGINT");
    const { code, out, err } = await ended;
    expect({ code, out }).toEqual({ code: 1, out: "first output\n" });
    expect(err).toContain("interrupted");
  });

  test("a bug of ours is not a mistake in the file", async () => {
    const { code, err } = await start("run", "crash.dtp").ended;
    expect(code).toBe(3);
    expect(err).toContain("this is a bug in dtp");
    expect(err).toContain("a stand-in crash");
  });

  test.skipIf(process.platform === "win32")("a full disk behind standard output is told in a line", () => {
    const { status, stderr } = spawnSync(
      "sh",
      ["-c", `"$0" "$1" run end.dtp > /dev/full`, process.execPath, script],
      { cwd: folder, encoding: "utf8" },
    );
    expect(status).toBe(2);
    expect(stderr).toBe("dtp: standard output cannot be written: the disk is full or read-only\n");
  });

  test("a reader that leaves early is no error", async () => {
    const { child, ended } = start("run", "flood.dtp");
    await firstOutput(child);
    child.stdout.destroy();
    const { code, err } = await ended;
    expect({ code, err }).toEqual({ code: 0, err: "" });
  });
});
