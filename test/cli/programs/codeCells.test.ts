import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { dtp } from "../../../src/cli/dtp.ts";
import { evaluateHere } from "../../../src/cli/evaluateHere.ts";
import { codeCells } from "../../../src/cli/programs/codeCells.ts";
import { testIo } from "../testIo.ts";

const folder = mkdtempSync(join(tmpdir(), "dtp-cells-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Notebook of format 4 with code cells of these sources below a Markdown cell. */
function notebook(sources: readonly (string | readonly string[])[], kernel = "dtp"): string {
  const code = sources.map((source) => ({ cell_type: "code", metadata: {}, outputs: [], source }));
  const cells = [{ cell_type: "markdown", metadata: {}, source: "# Title" }, ...code];
  return JSON.stringify({
    cells,
    metadata: { kernelspec: { name: kernel } },
    nbformat: 4,
    nbformat_minor: 5,
  });
}

/** `dtp` on a notebook of this text, evaluated by the real engine. */
async function on(command: "check" | "run" | "fix", text: string) {
  writeFileSync(join(folder, "lesson.ipynb"), text);
  const io = testIo({ cwd: folder, evaluate: async (request, events) => evaluateHere(request, events) });
  const code = await dtp([command, "lesson.ipynb"], io);
  return { code, out: io.stdoutText(), err: io.stderrText() };
}

const CELLS = [
  ["edition 2026\n", "let a = 2"],
  "",
  "%%ts\nconst notDtp = 1;",
  "let b = a * 3\nexpect b == 6",
  "expect a == 3",
];

/** Program whose scenario gives one warning: FSDP does not run ZeRO stage 1. */
const WARNED = `edition 2026
import llama3_8b from "std/models"
import dgx_h100 from "std/clusters"
plan ours {
  dp = 8
  zero = 1
  framework = fsdp
  seq_len = 4Ki
  global_batch = 8 sequences
}
let base = llama3_8b on (dgx_h100 with { nodes = 1 }) with ours
`;

describe("code cells", () => {
  test("are numbered as after a restart, and a magic's lines are blank", async () => {
    expect(await codeCells(notebook(CELLS), "lesson.ipynb")).toEqual({
      cells: [
        { name: "lesson.ipynb, cell [1]", text: "edition 2026\nlet a = 2" },
        { name: "lesson.ipynb, cell [2]", text: "" },
        { name: "lesson.ipynb, cell [3]", text: "let b = a * 3\nexpect b == 6" },
        { name: "lesson.ipynb, cell [4]", text: "expect a == 3" },
      ],
    });
  });

  test("a file that is no notebook of DTP is refused in a sentence", async () => {
    expect(await codeCells("edition 2026", "a.ipynb")).toEqual({
      problem: "a.ipynb is no notebook: it is not JSON",
    });
    expect(await codeCells("{}", "a.ipynb")).toEqual({
      problem: "a.ipynb is no notebook of format 4: it has no list of cells",
    });
    expect(await codeCells(notebook([], "python3"), "a.ipynb")).toEqual({
      problem: 'a.ipynb is a notebook of the kernel "python3", not of DTP',
    });
  });
});

describe("a notebook on the command line", () => {
  test("check evaluates the cells in order and names the cell of an expectation", async () => {
    const { code, out } = await on("check", notebook(CELLS));
    expect(code).toBe(1);
    expect(out).toMatch(/^lesson\.ipynb\n/);
    expect(out).toMatch(/✓ +cell \[3\]:2 +b == 6 +6 +6/);
    expect(out).toMatch(/✗ +cell \[4\]:1 +a == 3 +2 +3/);
  });

  test("an error names its cell, and the cells below it are evaluated", async () => {
    const { code, out, err } = await on(
      "check",
      notebook(["edition 2026\nlet a = missing", "expect 1 == 1"]),
    );
    expect(code).toBe(1);
    expect(err).toContain("lesson.ipynb, cell [1]:2:9");
    expect(out).toMatch(/✓ +cell \[2\]:1 +1 == 1/);
  });

  test("a warning about a scenario that several cells read is printed once", async () => {
    const { err } = await on("check", notebook([WARNED, "show base.step_time", "show base.mfu"]));
    expect(err.match(/^warning\[/gm)).toHaveLength(1);
  });

  test("run prints the outputs of all cells", async () => {
    const { code, out } = await on("run", notebook(["edition 2026\nlet a = 41", "show a + 1"]));
    expect(code).toBe(0);
    expect(out).toContain("42");
  });

  test("other commands name the three that read notebooks", async () => {
    const { code, err } = await on("fix", notebook(CELLS));
    expect(code).toBe(2);
    expect(err).toContain("lesson.ipynb is a notebook; `dtp check`, `dtp run` and `dtp fmt` read notebooks");
  });
});
