import { parse } from "../../dsl/syntax/index.ts";

type Json = Record<string, unknown>;

interface StoredCell extends Json {
  cell_type: string;
  source: string | readonly string[];
  metadata: Json;
}

/** Notebook file, as far as it is read here. */
interface StoredNotebook {
  cells: StoredCell[];
  metadata: Json;
}

/** Lesson that is written for another grader. */
interface HandOut {
  /** Lesson's name: `01-memory-wall`. */
  readonly lesson: string;
  /** Points of the exercises, by name. */
  readonly points: ReadonlyMap<string, number>;
  /** True for a student's copy, false for the notebook from which the grader makes one. */
  readonly copy: boolean;
}

/** Exercises of a cell: one `grade` of the other grader, whose points are theirs together. */
interface Question {
  readonly names: readonly string[];
  readonly points: number;
}

/** Formats of other graders, by the name of the tool. */
export const handOutFormats: Readonly<
  Record<string, { write(notebook: StoredNotebook, how: HandOut): void; readonly says: string }>
> = {
  nbgrader: {
    write: forNbgrader,
    says: 'nbgrader_config.py needs: c.ClearSolutions.code_stub = {"dtp": "answer = none"}',
  },
  otter: { write: forOtter, says: "answers are marked as manual: `dtp grade` judges them" },
};

/**
 * Text of a notebook file in the format of another grader. Every cell with an exercise is one of its questions, and all outputs are
 * taken out.
 *
 * @param text the notebook file, `.ipynb`
 */
export function handOutText(text: string, format: string, how: HandOut): string {
  const notebook = JSON.parse(text) as StoredNotebook;
  for (const cell of notebook.cells) {
    cell.metadata ??= {};
    if (cell.cell_type !== "code") continue;
    cell.outputs = [];
    cell.execution_count = null;
  }
  handOutFormats[format]?.write(notebook, how);
  return `${JSON.stringify(notebook, null, 1)}\n`;
}

const sourceOf = ({ source }: StoredCell): string => (typeof source === "string" ? source : source.join(""));
const linesOf = (text: string): readonly string[] => text.split(/(?<=\n)/);

function questionOf(cell: StoredCell, { points }: HandOut): Question | null {
  if (cell.cell_type !== "code") return null;
  const { items } = parse({ name: "cell", text: sourceOf(cell) }, "cell").file;
  const names = items.flatMap((item) => (item.kind === "exercise" ? [item.name.name] : []));
  return names.length === 0
    ? null
    : { names, points: names.reduce((sum, name) => sum + (points.get(name) ?? 1), 0) };
}

/**
 * nbgrader's metadata of a cell, version 3 of its schema: an exercise is a manually graded answer, which may be edited. `nbgrader
 * generate_assignment` replaces what is between the marks by the `code_stub`.
 */
function forNbgrader({ cells }: StoredNotebook, how: HandOut): void {
  for (const cell of cells) {
    const question = questionOf(cell, how);
    if (!question) continue;
    cell.metadata.nbgrader = {
      ...{ grade: true, solution: true, locked: false, task: false, schema_version: 3 },
      // The schema takes letters of ASCII, digits, `_` and `-`.
      grade_id: question.names.join("-").replace(/[^\w-]/g, "_"),
      points: question.points,
      ...(how.copy ? { cell_type: "code" } : {}),
    };
    if (!how.copy) cell.source = linesOf(marked(sourceOf(cell)));
  }
}

/** Text of a cell with nbgrader's marks around the answers of its exercises. */
function marked(text: string): string {
  const { items } = parse({ name: "cell", text }, "cell").file;
  return items.reduceRight((rest, item) => {
    if (item.kind !== "exercise") return rest;
    const answer = item.body.fields.find(({ path }) => path.names[0]?.name === "answer");
    const end = item.body.span.end - 1;
    const from = answer?.path.span.start ?? end;
    const to = answer?.value.span.end ?? end;
    const written = answer ? rest.slice(from, to) : "answer = none";
    const after = rest.slice(to).replace(/^[ \t]*,?[ \t]*\n?/, "");
    const region = `  ### BEGIN SOLUTION\n  ${written}\n  ### END SOLUTION\n`;
    return `${rest.slice(0, from).trimEnd()}\n${region}${after}`;
  }, text);
}

/**
 * Otter's assignment: raw cells around each question, with its configuration as YAML. Otter runs Python and R, so a question is graded
 * by hand there, and nothing of Otter's own is added to the cells.
 */
function forOtter(notebook: StoredNotebook, how: HandOut): void {
  if (how.copy) {
    for (const cell of notebook.cells) {
      if (!questionOf(cell, how)) continue;
      const tags = Array.isArray(cell.metadata.tags) ? cell.metadata.tags : [];
      cell.metadata.tags = [...tags, "otter_answer_cell"];
    }
    notebook.metadata.otter = { assignment_name: how.lesson };
    return;
  }
  const named = notebook.cells.some((cell) => "id" in cell);
  const raw = (id: string, ...lines: readonly string[]): StoredCell => ({
    cell_type: "raw",
    ...(named ? { id: `otter-${id}` } : {}),
    metadata: {},
    source: linesOf(lines.join("\n")),
  });
  const settings = ["init_cell", "check_all_cell", "export_cell"].map((name) => `${name}: false`);
  const cells = [
    raw(
      "assignment",
      "# ASSIGNMENT CONFIG",
      `name: ${JSON.stringify(how.lesson)}`,
      ...settings,
      "suppress_no_tests_warning: true",
    ),
  ];
  for (const [at, cell] of notebook.cells.entries()) {
    const question = questionOf(cell, how);
    if (!question) {
      cells.push(cell);
      continue;
    }
    // The text above an exercise asks it.
    const text = notebook.cells[at - 1]?.cell_type === "markdown" ? cells.splice(-1) : [];
    const id = question.names.join("-");
    const config = [`name: ${id}`, "manual: true", `points: ${question.points}`];
    cells.push(
      raw(`${at}-question`, "# BEGIN QUESTION", ...config),
      ...text,
      raw(`${at}-prompt`, "# BEGIN PROMPT"),
      cell,
      raw(`${at}-prompt-end`, "# END PROMPT"),
      raw(`${at}-question-end`, "# END QUESTION"),
    );
  }
  notebook.cells = cells;
}
