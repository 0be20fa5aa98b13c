import { resolve } from "node:path";
import { parse } from "../../dsl/syntax/index.ts";
import { piecesOf, type SealedExercise, sealLesson } from "../../session/index.ts";
import { evaluated } from "../grade/evaluated.ts";
import { partsOf } from "../grade/partsOf.ts";
import { keysAt, stemOf } from "../grade/readKeys.ts";
import type { Arguments } from "../io/arguments.ts";
import type { Io } from "../io/io.ts";
import { isNotebook } from "../programs/readProgram.ts";
import { readRunnable } from "../programs/readRunnable.ts";
import { replaceFile } from "../write/replaceFile.ts";
import { unwritable } from "../write/unwritable.ts";

/** Command `dtp seal`: writes the seals of lessons. Seals are the same on every run, so that `--check` can compare them. */
export async function seal({ operands, flags }: Arguments, io: Io): Promise<number> {
  const say = (problem: string): number => {
    io.err(`dtp: ${problem}\n`);
    return 2;
  };
  const given = flags.get("--key")?.[0];
  if (given === undefined) return say("`dtp seal` needs the key: --key KEY");
  const found = await keysAt(given, io);
  if ("problem" in found) return say(found.problem);
  const only = found.keys.size === 1 && operands.length === 1 ? [...found.keys.values()][0] : undefined;
  let status = 0;
  for (const operand of operands) {
    const path = found.keys.get(stemOf(operand)) ?? only;
    if (path === undefined) return say(`no key is named like ${operand}`);
    const [lesson, key] = [await readRunnable(operand, io), await readRunnable(path, io)];
    if ("problem" in lesson) return say(lesson.problem);
    if ("problem" in key) return say(key.problem);
    const { folder, root } = lesson;
    const { exercises, problems } = sealLesson(
      piecesOf(partsOf(lesson)),
      piecesOf(partsOf(key)),
      stemOf(operand),
      (text) => evaluated({ name: `key of ${lesson.name}`, text, folder, root }),
    );
    for (const problem of problems) io.err(`dtp: ${operand}: ${problem}\n`);
    if (problems.length > 0) {
      status = 1;
      continue;
    }
    const text = isNotebook(operand)
      ? sealedNotebook(lesson.text, exercises)
      : sealedText(lesson.text, exercises);
    const seals = exercises.filter(({ fields }) => fields.has("seal")).length;
    if (text === lesson.text) io.out(`${operand}: ${seals} seals, up to date\n`);
    else if (flags.has("--check")) {
      io.err(`dtp: ${operand}: its seals are out of date; write them with dtp seal\n`);
      status = 1;
    } else {
      const problem = await unwritable(operand, "the lesson", io);
      if (problem !== null) return say(problem);
      await replaceFile(resolve(io.cwd, operand), text);
      io.out(`${operand}: ${seals} seals written\n`);
    }
  }
  return status;
}

/** Text of a program, or of a cell, with the seals of its exercises. */
function sealedText(text: string, exercises: readonly SealedExercise[]): string {
  const { items } = parse({ name: "lesson", text }, "cell").file;
  return items.reduceRight((rest, item) => {
    if (item.kind !== "exercise") return rest;
    const fresh = exercises.find(({ name }) => name === item.name.name)?.fields.get("seal");
    if (fresh === undefined) return rest;
    const old = item.body.fields.find(({ path }) => path.names[0]?.name === "seal");
    if (old) return rest.slice(0, old.value.span.start) + fresh + rest.slice(old.value.span.end);
    const before = rest.slice(0, item.body.span.end - 1).trimEnd();
    return `${before}\n  seal = ${fresh}\n${rest.slice(item.body.span.end - 1)}`;
  }, text);
}

/** Text of a notebook file with the seals of its exercises. Everything else stays as it is, to the byte. */
function sealedNotebook(text: string, exercises: readonly SealedExercise[]): string {
  const stored = JSON.parse(text) as { cells: { cell_type: string; source: string | readonly string[] }[] };
  let changed = false;
  for (const cell of stored.cells) {
    if (cell.cell_type !== "code") continue;
    const before = typeof cell.source === "string" ? cell.source : cell.source.join("");
    const after = sealedText(before, exercises);
    if (after === before) continue;
    changed = true;
    cell.source = typeof cell.source === "string" ? after : after.split(/(?<=\n)/);
  }
  return changed ? `${JSON.stringify(stored, null, 1)}\n` : text;
}
