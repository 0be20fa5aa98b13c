/** `dtp seal --format`: notebooks for other graders. `test/jupyter/test_graders.py` gives them to the graders themselves. */
import { beforeEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { classFolder } from "./classFolder.ts";

/** Exercises with an answer on a line of its own, among others on a line, and without one. */
const CELLS = [
  'let size = 8\nexercise half {\n  unit = "GB"\n  answer = none\n  hints = ["halve"]\n}\n',
  "exercise gpus { answer = none, points = 2 }\nshow size\n",
  'exercise bare { hints = ["none"] }\nexercise more {\n  points = 3\n  answer = none\n}',
];
const KEY = `edition 2026
exercise half { answer = size * 0.5 GB }
exercise gpus { answer = 32 }
exercise bare { answer = 1 }
exercise more { answer = 2 }
`;

interface Cell {
  readonly cell_type: string;
  readonly id?: string;
  readonly source: string | readonly string[];
  readonly outputs?: readonly unknown[];
  readonly metadata: { readonly nbgrader?: object; readonly tags?: readonly string[] };
}

const { put, read, run } = classFolder();
const textOf = ({ source }: Cell): string => [source].flat().join("");
const cellsOf = (name: string): readonly Cell[] => JSON.parse(read(name)).cells;

async function sealed(...flags: readonly string[]): Promise<readonly Cell[]> {
  const done = await run("seal", "lesson.ipynb", "--key", "key.dtp", ...flags, "-o", "out.ipynb");
  expect(done).toMatchObject({ code: 0, err: "" });
  return cellsOf("out.ipynb");
}

beforeEach(() => {
  put("key.dtp", KEY);
  const outputs = [{ output_type: "stream", name: "stdout", text: "seen" }];
  const cells = [
    { cell_type: "markdown", id: "a", metadata: {}, source: "# A lesson" },
    { cell_type: "markdown", id: "b", metadata: {}, source: "Half of `size`?" },
    ...CELLS.map((source, at) => ({
      ...{ cell_type: "code", id: `c${at}`, metadata: {}, execution_count: 3, source, outputs },
    })),
  ];
  put("lesson.ipynb", JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 }));
});

/** What `nbgrader generate_assignment` makes of a cell: the stub in place of each marked region. */
const released = (text: string): string =>
  text.replace(/^( *)### BEGIN SOLUTION\n[\s\S]*?### END SOLUTION$/gm, "$1answer = none");

describe("nbgrader", () => {
  test("each cell with an exercise is a graded answer with their names and points", async () => {
    const cells = await sealed("--format", "nbgrader");
    const same = { grade: true, solution: true, locked: false, task: false, schema_version: 3 };
    expect(cells.map(({ metadata }) => metadata.nbgrader)).toEqual([
      ...[undefined, undefined],
      ...[
        { ...same, grade_id: "half", points: 1 },
        { ...same, grade_id: "gpus", points: 2 },
        { ...same, grade_id: "bare-more", points: 4 },
      ],
    ]);
    expect(cells.flatMap(({ outputs }) => outputs ?? [])).toEqual([]);
  });

  test("the marks leave a cell that is the lesson's", async () => {
    const cells = await sealed("--format", "nbgrader");
    const plain = await sealed();
    expect(released(textOf(cells[2] as Cell))).toBe(textOf(plain[2] as Cell));
    const all = cells.slice(2).map((cell) => released(textOf(cell)));
    for (const text of all) expect(text).not.toContain("###");
    put("released.dtp", all.join("\n"));
    const { code, out } = await run("check", "released.dtp");
    expect(code).toBe(0);
    expect(out).toContain("4 exercises open");
    put("answered.dtp", all.join("\n").replaceAll("answer = none", "answer = 2"));
    expect((await run("check", "answered.dtp")).out).toContain("✓");
  });

  test("a student's copy has no marks, and a program is written as a notebook", async () => {
    put("lesson.dtp", `edition 2026\n\n# A lesson\n\n${CELLS.join("\n")}`);
    const done = await run(
      ...["seal", "lesson.dtp", "--key", "key.dtp", "--format", "nbgrader"],
      ...["--student", "ada", "-o", "ada.ipynb"],
    );
    expect(done).toMatchObject({ code: 0, out: "ada.ipynb: 4 seals written\n" });
    const [text, code] = cellsOf("ada.ipynb");
    expect(text?.cell_type).toBe("markdown");
    expect(code?.metadata.nbgrader).toMatchObject({ grade_id: "half-gpus-bare-more", cell_type: "code" });
    expect(textOf(code as Cell)).not.toContain("###");
    expect(textOf(code as Cell).match(/seal = /g)).toHaveLength(4);
  });
});

describe("Otter", () => {
  test("raw cells are around each exercise and the text that asks it", async () => {
    const cells = await sealed("--format", "otter");
    const shown = cells.map((cell) => `${cell.cell_type} ${textOf(cell).split("\n")[0]}`);
    expect(shown).toEqual([
      ...["raw # ASSIGNMENT CONFIG", "markdown # A lesson"],
      ...["raw # BEGIN QUESTION", "markdown Half of `size`?", "raw # BEGIN PROMPT", "code let size = 8"],
      ...["raw # END PROMPT", "raw # END QUESTION"],
      ...["raw # BEGIN QUESTION", "raw # BEGIN PROMPT", expect.stringContaining("code exercise gpus")],
      ...["raw # END PROMPT", "raw # END QUESTION"],
      ...["raw # BEGIN QUESTION", "raw # BEGIN PROMPT", expect.stringContaining("code exercise bare")],
      ...["raw # END PROMPT", "raw # END QUESTION"],
    ]);
    const settings = cells
      .filter((cell) => /^# (?:ASSIGNMENT|BEGIN QUESTION)/.test(textOf(cell)))
      .map((cell) => parse(textOf(cell)));
    expect(settings).toEqual([
      expect.objectContaining({ name: "lesson", init_cell: false }),
      { name: "half", manual: true, points: 1 },
      { name: "gpus", manual: true, points: 2 },
      { name: "bare-more", manual: true, points: 4 },
    ]);
    expect(new Set(cells.map(({ id }) => id)).size).toBe(cells.length);
  });

  test("a student's copy has its exercises tagged", async () => {
    const cells = await sealed("--format", "otter", "--student", "ada");
    const tagged = cells.filter(({ metadata }) => metadata.tags?.includes("otter_answer_cell"));
    expect(tagged.map(({ id }) => id)).toEqual(["c0", "c1", "c2"]);
    expect(JSON.parse(read("out.ipynb")).metadata.otter).toEqual({ assignment_name: "lesson" });
  });
});

test.each([
  [["--format", "blackboard", "-o", "x.ipynb"], "there is no format “blackboard”; there are nbgrader, otter"],
  [["--format", "otter"], "--format writes one lesson to a notebook of its own: --out FILE.ipynb"],
  [
    ["--format", "otter", "-o", "x.ipynb", "--check"],
    "--check compares a lesson's seals, and writes no --format",
  ],
  [["--format", "otter", "-o", "x.dtp"], "--format writes a notebook: call x.dtp FILE.ipynb"],
])("misuse %s", async (flags, problem) => {
  expect(await run("seal", "lesson.ipynb", "--key", "key.dtp", ...flags)).toEqual({
    ...{ code: 2, out: "", err: `dtp: ${problem}\n` },
  });
});
