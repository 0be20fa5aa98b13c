import { dirname, resolve } from "node:path";
import { compare } from "../../diff/compare.ts";
import { comparisonData } from "../../diff/comparisonData.ts";
import { comparisonDocument } from "../../diff/comparisonDocument.ts";
import type { Side } from "../../diff/side.ts";
import { type Diagnostic, render } from "../../dsl/diagnostics/index.ts";
import { toMarkdown, toText } from "../../report/index.ts";
import type { Arguments } from "../io/arguments.ts";
import type { Io } from "../io/io.ts";
import { progressLine } from "../io/progressLine.ts";
import { shownPath } from "../io/shownPath.ts";
import { type Program, readProgram } from "../programs/readProgram.ts";
import { changedSince, gitProblem } from "./git.ts";
import { noSide, sideAt, sideOnDisk } from "./sides.ts";

/**
 * Number of arguments with which git calls an external diff program: path, old file, its hash and mode, new
 * file, its hash and mode. For a renamed file git adds the new path.
 */
const DRIVER = 7;
const ABSENT = "/dev/null";

/**
 * Command `dtp diff`: prints the changes between two programs, and their effect on memory, time and cost. The
 * exit code is that of `diff`: 0 for no change, 1 for changes, 2 for trouble. Called by git as an external
 * diff it is 0 for changes, too, since git takes anything else for a crash.
 */
export async function diff({ operands, flags }: Arguments, io: Io): Promise<number> {
  const revision = flags.get("--git")?.[0];
  const driven = revision === undefined && operands.length >= DRIVER;
  if (revision === undefined && !driven && operands.length !== 2) {
    io.err("dtp: dtp diff needs two files, or --git REVISION and files\n");
    return 2;
  }
  const files = revision !== undefined && operands.length === 0 ? changedSince(revision, io.cwd) : operands;
  if ("problem" in files) {
    io.err(`dtp: ${files.problem}\n`);
    return 2;
  }
  const pairs =
    revision !== undefined ? await revised(revision, files, io) : [await pairOf(files, driven, io)];
  let [different, trouble] = [false, false];
  const { width, color } = io.stdout;
  for (const pair of pairs) {
    const progress = progressLine(io.stderr, io.err);
    const found = "problem" in pair ? pair : compare(pair.before, pair.after, progress.update);
    progress.clear();
    if ("problem" in found || "of" in found) {
      // A half-written program in git's history must not end the whole log.
      if (driven) io.out(`${troubleText(found, color)}\n\n`);
      else io.err(`${troubleText(found, io.stderr.color)}\n`);
      trouble = true;
      continue;
    }
    different ||= !found.identical;
    if (found.identical) continue;
    const document = comparisonDocument(found);
    if (flags.has("--json")) io.out(`${JSON.stringify(comparisonData(found), null, 2)}\n`);
    else if (flags.has("--markdown")) io.out(`${toMarkdown(document)}\n${pairs.length > 1 ? "\n" : ""}`);
    // A blank line separates files in git's output.
    else io.out(`${toText(document, { width, color })}\n${driven || pairs.length > 1 ? "\n" : ""}`);
  }
  if (driven) return 0;
  return trouble ? 2 : different ? 1 : 0;
}

/** Message on a comparison that is impossible: a file cannot be read, or a text does not parse. */
function troubleText(
  found: Problem | { readonly of: Side; readonly diagnostics: readonly Diagnostic[] },
  color: boolean,
): string {
  if ("problem" in found) return `dtp: ${found.problem}`;
  const [first] = found.diagnostics;
  return [`dtp: ${found.of.name} does not parse`, ...(first ? [render(first, { color })] : [])].join("\n");
}

interface Pair {
  readonly before: Side;
  readonly after: Side;
}
type Problem = { readonly problem: string };

async function pairOf(operands: readonly string[], driven: boolean, io: Io): Promise<Pair | Problem> {
  const [path = "", second = "", , , fifth = "", , , renamed = path] = operands;
  const files = driven ? [second, fifth] : [path, second];
  const sides: Side[] = [];
  for (const [i, file] of files.entries()) {
    if (file === ABSENT) {
      sides.push(noSide(ABSENT, io.cwd));
      continue;
    }
    const program = await readProgram(file, io);
    if ("problem" in program) return program;
    // git's copy of the file is in another folder, but imports must be read from the original file's folder.
    const folder = dirname(resolve(io.cwd, renamed));
    const name = i === 0 ? `a/${path}` : `b/${renamed}`;
    sides.push(sideOnDisk(driven ? { ...program, name, folder, root: io.cwd } : program));
  }
  const [before, after] = sides;
  return before && after ? { before, after } : { problem: "two files are needed" };
}

/**
 * Pairs of programs to compare: in a git revision and on disk. A file missing on one side is compared with an
 * empty one.
 */
async function revised(
  revision: string,
  operands: readonly string[],
  io: Io,
): Promise<readonly (Pair | Problem)[]> {
  const pairs: (Pair | Problem)[] = [];
  for (const operand of operands) {
    const read = await readProgram(operand, io);
    const path = resolve(io.cwd, operand);
    const program: Program =
      "problem" in read
        ? { name: shownPath(path, io.cwd), text: "", folder: dirname(path), root: io.cwd, path }
        : read;
    try {
      const before = sideAt(revision, program);
      if ("problem" in read && before.absent) pairs.push(read);
      else pairs.push({ before, after: { ...sideOnDisk(program), absent: "problem" in read } });
    } catch (error) {
      pairs.push("problem" in read ? read : { problem: gitProblem(error, revision, operand) });
    }
  }
  return pairs;
}
