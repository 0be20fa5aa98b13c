import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { dtp } from "../../../src/cli/dtp.ts";
import { cellsOfProgram } from "../../../src/cli/notebook/cellsOfProgram.ts";
import { notebookText } from "../../../src/cli/notebook/notebookText.ts";
import { testIo } from "../testIo.ts";

const folder = mkdtempSync(join(tmpdir(), "dtp-notebook-"));
afterAll(() => rmSync(folder, { recursive: true }));

const lesson = `edition 2026

# # The memory wall
#
# Sixteen bytes a parameter.

# A second paragraph.

import gpt2 from "std/models"
# touches the code
let a = 1  # behind

plan p {
  tp = 1

  # inside a record

  pp = 1
}
# %%
let b = 2

## a doc comment
let c = 3
# %%
`;

test("paragraphs of comments are Markdown, what stands between is code", () => {
  expect(cellsOfProgram("lesson.dtp", lesson)).toEqual([
    { kind: "markdown", source: "# The memory wall\n\nSixteen bytes a parameter." },
    { kind: "markdown", source: "A second paragraph." },
    {
      kind: "code",
      source: `edition 2026
import gpt2 from "std/models"
# touches the code
let a = 1  # behind

plan p {
  tp = 1

  # inside a record

  pp = 1
}`,
    },
    { kind: "code", source: "let b = 2\n\n## a doc comment\nlet c = 3" },
  ]);
});

test("any text gives cells", () => {
  expect(cellsOfProgram("x.dtp", "")).toEqual([]);
  expect(cellsOfProgram("x.dtp", "edition 2026")).toEqual([{ kind: "code", source: "edition 2026" }]);
  expect(cellsOfProgram("x.dtp", "plan {{ # \n\n# text\n\n)(")).not.toEqual([]);
  expect(cellsOfProgram("x.dtp", "# a\r\n\r\nlet b = 1\r\n")).toEqual([
    { kind: "markdown", source: "a" },
    { kind: "code", source: "let b = 1" },
  ]);
});

test("dtp notebook writes the file and keeps the outputs of what did not change", async () => {
  const io = testIo({ cwd: folder });
  writeFileSync(join(folder, "lesson.dtp"), lesson);
  expect(await dtp(["notebook", "lesson.dtp"], io)).toBe(0);
  expect(io.stdoutText()).toBe("lesson.ipynb: 4 cells\n");
  const path = join(folder, "lesson.ipynb");
  const read = () => JSON.parse(readFileSync(path, "utf8"));
  const first = read();
  expect(first.cells.map((cell: { id: string }) => cell.id)).toEqual([
    "cell-01",
    "cell-02",
    "cell-03",
    "cell-04",
  ]);
  const output = { output_type: "stream", name: "stdout", text: "kept" };
  for (const at of [2, 3]) first.cells[at].outputs = [output];
  writeFileSync(path, JSON.stringify(first));
  writeFileSync(join(folder, "lesson.dtp"), lesson.replace("let b = 2", "let b = 4"));
  expect(await dtp(["notebook", "lesson.dtp"], io)).toBe(0);
  expect(read().cells[2].outputs).toEqual([output]);
  expect(read().cells[3].outputs).toEqual([]);
});

const twice = [
  { kind: "markdown", source: "# Title" },
  { kind: "code", source: "%who" },
  { kind: "code", source: "let a = 1\na" },
  { kind: "code", source: "%who" },
] as const;
const said = (text: string) => [{ output_type: "stream", name: "stdout", text }];
const executed = {
  cells: [
    {
      attachments: { "a.png": { "image/png": "AAAA" } },
      cell_type: "markdown",
      id: "cell-01",
      metadata: { slideshow: { slide_type: "slide" } },
      source: ["# Title"],
    },
    {
      cell_type: "code",
      execution_count: 1,
      id: "cell-02",
      metadata: {},
      outputs: said("one"),
      source: ["%who"],
    },
    {
      cell_type: "code",
      execution_count: 2,
      id: "cell-03",
      metadata: { tags: ["parameters"] },
      outputs: said("two"),
      source: ["let a = 1\n", "a"],
    },
    {
      cell_type: "code",
      execution_count: 3,
      id: "cell-04",
      metadata: {},
      outputs: said("three"),
      source: ["%who"],
    },
  ],
  metadata: {
    authors: [{ name: "A. Author" }],
    kernelspec: { display_name: "DTP", language: "dtp", name: "dtp" },
    language_info: { file_extension: ".dtp", name: "dtp", version: "2026" },
  },
  nbformat: 4,
  nbformat_minor: 5,
};
const text = (notebook: unknown) => `${JSON.stringify(notebook, null, 1)}\n`;

test("a notebook written again from the same program is the same to the byte", () => {
  expect(notebookText(twice, text(executed))).toBe(text(executed));
});

test("a cell that moves takes its outputs and metadata along, one that changes loses its own", () => {
  const [title, who, let1] = twice;
  const again = JSON.parse(
    notebookText([let1, title, { ...who, source: "%who a" }, who], text(executed)),
  ) as typeof executed;
  expect(again.cells.map(({ outputs, metadata }) => [outputs, metadata])).toEqual([
    [said("two"), { tags: ["parameters"] }],
    [undefined, { slideshow: { slide_type: "slide" } }],
    [[], {}],
    [said("one"), {}],
  ]);
  expect(again.cells.map(({ id }) => id)).toEqual(["cell-01", "cell-02", "cell-03", "cell-04"]);
  expect(again.metadata).toEqual(executed.metadata);
});

test("of another kernel's notebook, and of what is none, nothing is kept", () => {
  const fresh = notebookText(twice, null);
  expect(JSON.parse(fresh).metadata).toEqual({ kernelspec: executed.metadata.kernelspec });
  const python = { ...executed, metadata: { kernelspec: { name: "python3" }, language_info: {} } };
  for (const other of [text(python), "{", "null", "[]", '{"cells":1}', '{"cells":[null,{}]}'])
    expect(notebookText(twice, other)).toBe(fresh);
});

test("a file that is not there is a sentence", async () => {
  const io = testIo({ cwd: folder });
  expect(await dtp(["notebook", "none.dtp"], io)).toBe(2);
  expect(io.stderrText()).toContain("there is no file none.dtp");
});
