import { resolve } from "node:path";
import { parse } from "../../dsl/syntax/index.ts";
import {
  piecesOf,
  type SealedExercise,
  sealLesson,
  type Variant,
  variantOf,
  variantProblems,
  withVariant,
} from "../../session/index.ts";
import { evaluated } from "../grade/evaluated.ts";
import { handOutFormats, handOutText } from "../grade/handOut.ts";
import { partsOf } from "../grade/partsOf.ts";
import { keysAt, stemOf } from "../grade/readKeys.ts";
import type { Arguments } from "../io/arguments.ts";
import type { Io } from "../io/io.ts";
import { cellsOfProgram } from "../notebook/cellsOfProgram.ts";
import { notebookText } from "../notebook/notebookText.ts";
import { isNotebook } from "../programs/readProgram.ts";
import { readRunnable } from "../programs/readRunnable.ts";
import { replaceFile } from "../write/replaceFile.ts";
import { unwritable } from "../write/unwritable.ts";

/** Command `dtp seal`: writes the seals of lessons. Seals are the same on every run, so that `--check` can compare them. */
export async function seal({ operands, flags }: Arguments, io: Io): Promise<number> {
  const given = flags.get("--key")?.[0];
  const found =
    given === undefined ? { problem: "`dtp seal` needs the key: --key KEY" } : await keysAt(given, io);
  if ("problem" in found) return say(found.problem, io);
  const [student, out] = [flags.get("--student")?.[0], flags.get("--out")?.[0]];
  if (student !== undefined && (out === undefined || operands.length > 1))
    return say("--student writes one lesson to a file of its own: --out FILE", io);
  if (out !== undefined && operands.length > 1) return say("--out takes one lesson", io);
  const format = flags.get("--format")?.[0];
  const misused =
    format === undefined
      ? null
      : flags.has("--check")
        ? "--check compares a lesson's seals, and writes no --format"
        : formatProblem(format, operands, out);
  if (misused !== null) return say(misused, io);
  const only = found.keys.size === 1 && operands.length === 1 ? [...found.keys.values()][0] : undefined;
  let status = 0;
  for (const operand of operands) {
    const path = found.keys.get(stemOf(operand)) ?? only;
    if (path === undefined) return say(`no key is named like ${operand}`, io);
    const one = await sealOne(
      { operand, path, student, format, out: out ?? operand, check: flags.has("--check") },
      io,
    );
    if (one === 2) return 2;
    status = Math.max(status, one);
  }
  return status;
}

function formatProblem(format: string, operands: readonly string[], out: string | undefined): string | null {
  if (!(format in handOutFormats))
    return `there is no format “${format}”; there are ${Object.keys(handOutFormats).join(", ")}`;
  if (out === undefined || operands.length > 1)
    return "--format writes one lesson to a notebook of its own: --out FILE.ipynb";
  return isNotebook(out) ? null : `--format writes a notebook: call ${out} FILE.ipynb`;
}

function say(problem: string, io: Io): 2 {
  io.err(`dtp: ${problem}\n`);
  return 2;
}

interface ToWrite {
  readonly operand: string;
  /** Path of the key. */
  readonly path: string;
  readonly student: string | undefined;
  /** Grader for which a notebook is written. Absent for a lesson as it is. */
  readonly format: string | undefined;
  readonly out: string;
  readonly check: boolean;
}

async function sealOne({ operand, path, student, format, out, check }: ToWrite, io: Io): Promise<0 | 1 | 2> {
  const [lesson, key] = [await readRunnable(operand, io), await readRunnable(path, io)];
  if ("problem" in lesson) return say(lesson.problem, io);
  if ("problem" in key) return say(key.problem, io);
  const { folder, root } = lesson;
  const [asked, keyed] = [piecesOf(partsOf(lesson)), piecesOf(partsOf(key))];
  const variant: Variant = student === undefined ? new Map() : variantOf(keyed, stemOf(operand), student);
  const run = (text: string) => evaluated({ name: `key of ${lesson.name}`, text, folder, root });
  const sealed = sealLesson(withVariant(asked, variant), keyed, stemOf(operand), run);
  const problems = [...sealed.problems, ...variantProblems(keyed, asked)];
  for (const problem of problems) io.err(`dtp: ${operand}: ${problem}\n`);
  if (problems.length > 0) return 1;
  const copy = student !== undefined;
  const whole = isNotebook(operand)
    ? sealedNotebook(lesson.text, sealed.exercises, variant, copy)
    : sealedText(lesson.text, sealed.exercises, variant);
  const points = new Map(sealed.exercises.map(({ name, points }) => [name, points]));
  const notebook = (): string =>
    isNotebook(operand) ? whole : notebookText(cellsOfProgram(lesson.name, whole), null);
  if (isNotebook(operand) && !isNotebook(out))
    return say(`${operand} is a notebook, and ${out} is not: call it FILE.ipynb`, io);
  const asIs = isNotebook(out) ? notebook() : whole;
  const text =
    format === undefined ? asIs : handOutText(notebook(), format, { lesson: stemOf(operand), points, copy });
  const seals = sealed.exercises.filter(({ fields }) => fields.has("seal")).length;
  if (text === lesson.text && out === operand) {
    io.out(`${operand}: ${seals} seals, up to date\n`);
    return 0;
  }
  if (check) {
    io.err(`dtp: ${operand}: its seals are out of date; write them with dtp seal\n`);
    return 1;
  }
  const problem = await unwritable(out, "the lesson", io);
  if (problem !== null) return say(problem, io);
  await replaceFile(resolve(io.cwd, out), text);
  io.out(`${out}: ${seals} seals written\n`);
  if (format !== undefined && !copy) io.out(`${handOutFormats[format]?.says ?? ""}\n`);
  return 0;
}

/** Text of a program, or of a cell, with the seals of its exercises. */
function sealedText(text: string, exercises: readonly SealedExercise[], variant: Variant): string {
  const { items } = parse({ name: "lesson", text }, "cell").file;
  return items.reduceRight((rest, item) => {
    if (item.kind === "let") {
      const value = variant.get(item.name.name);
      const { start, end } = item.value.span;
      return value === undefined ? rest : rest.slice(0, start) + value + rest.slice(end);
    }
    if (item.kind !== "exercise") return rest;
    const fresh = exercises.find(({ name }) => name === item.name.name)?.fields.get("seal");
    if (fresh === undefined) return rest;
    const old = item.body.fields.find(({ path }) => path.names[0]?.name === "seal");
    if (old) return rest.slice(0, old.value.span.start) + fresh + rest.slice(old.value.span.end);
    const before = rest.slice(0, item.body.span.end - 1).trimEnd();
    return `${before}\n  seal = ${fresh}\n${rest.slice(item.body.span.end - 1)}`;
  }, text);
}

/** Text of a notebook file with the seals of its exercises. Everything else stays as it is, but a `copy` for a student has no outputs. */
function sealedNotebook(
  text: string,
  exercises: readonly SealedExercise[],
  variant: Variant,
  copy: boolean,
): string {
  const stored = JSON.parse(text) as {
    cells: {
      cell_type: string;
      source: string | readonly string[];
      outputs?: readonly unknown[];
      execution_count?: number | null;
    }[];
  };
  let changed = false;
  for (const cell of stored.cells) {
    if (cell.cell_type !== "code") continue;
    const before = typeof cell.source === "string" ? cell.source : cell.source.join("");
    const after = sealedText(before, exercises, variant);
    if (copy) {
      cell.outputs = [];
      cell.execution_count = null;
      changed = true;
    }
    if (after === before) continue;
    changed = true;
    cell.source = typeof cell.source === "string" ? after : after.split(/(?<=\n)/);
  }
  return changed ? `${JSON.stringify(stored, null, 1)}\n` : text;
}
