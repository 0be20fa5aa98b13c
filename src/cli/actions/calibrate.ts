import { basename, resolve } from "node:path";
import {
  benchmarkRows,
  calibrate,
  calibrationData,
  calibrationDocument,
  missingColumns,
  overlay,
  type Run,
  readBenchmark,
  readRuns,
  skippedTable,
} from "../../calibration/index.ts";
import { suggest } from "../../dsl/diagnostics/index.ts";
import { createWorld } from "../../host/index.ts";
import type { Document } from "../../report/document/document.ts";
import { toText } from "../../report/index.ts";
import { type Row, readTable } from "../../validation/rows/row.ts";
import type { Arguments } from "../io/arguments.ts";
import { fileProblem } from "../io/fileProblem.ts";
import type { Io } from "../io/io.ts";
import { progressLine } from "../io/progressLine.ts";
import { readText } from "../io/readText.ts";
import { replaceFile } from "../write/replaceFile.ts";
import { unwritable } from "../write/unwritable.ts";

/**
 * Error that ends `dtp calibrate`: a sentence for the user with an exit status, 1 for bad tables, 2 for
 * misuse.
 */
class Stop extends Error {
  constructor(
    message: string,
    readonly code: 1 | 2,
    readonly document?: Document,
  ) {
    super(message);
  }
}

/**
 * Command `dtp calibrate`: writes fitted constants and errors to standard output, and a `.dtp` overlay with
 * the constants to the file of `--out`.
 */
export async function calibrateRuns(args: Arguments, io: Io): Promise<number> {
  try {
    await calibrateTables(args, io);
    return 0;
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    io.err(`dtp: ${error.message}\n`);
    if (error.document) io.err(`\n${text(error.document, io)}\n`);
    return error.code;
  }
}

async function calibrateTables({ operands, flags }: Arguments, io: Io): Promise<void> {
  const one = (name: string) => flags.get(name)?.[0];
  const out = one("--out");
  const part = partOf(one("--part"));
  const device = one("--device");
  const deviceNames = device === undefined ? null : regex(device, "--device");
  if (out !== undefined) {
    const problem = await unwritable(out, "the definitions", io);
    if (problem !== null) throw new Stop(problem, 2);
  }
  const { columns, rows } = await readTables(operands, { link: one("--link"), gpu: one("--gpu") }, io);
  const chosen = (flags.get("--where") ?? []).reduce(
    (those, where) => those.filter(condition(where, columns)),
    rows,
  );
  if (chosen.length === 0)
    throw new Stop(rows.length === 0 ? "the tables have no rows" : "no row meets every --where", 1);

  const read = readRuns(chosen, createWorld(io.cwd), deviceNames);
  const { runs, skipped } = read;
  if (runs.length === 0) {
    if (deviceNames && read.others > 0) throw new Stop(`no row's device matches ${device}`, 2);
    throw new Stop("no row is a run that the engine can estimate", 1, {
      blocks: [skippedTable(skipped)],
    });
  }
  const devices = counted(runs.map((run) => run.device.label));
  if (deviceNames === null && devices.size > 1) {
    const list = [...devices].map(([label, count]) => `${label} (${count})`).join(", ");
    throw new Stop(
      `the runs come from ${devices.size} devices, each with constants of its own: ${list}; choose one with --device, for example --device ${quoted([...devices.keys()][0] ?? "")}`,
      2,
    );
  }
  const isFitted = (run: Run) => part === null || run.part === part;
  if (!runs.some(isFitted))
    throw new Stop(`none of the ${runs.length} runs is in the half used for fitting; try --part all`, 1);

  const paths = pathsOf(one("--fit"), runs);
  const progress = progressLine(io.stderr, io.err);
  const calibration = calibrate(runs, {
    isFitted,
    ...(paths ? { paths } : {}),
    ...(device !== undefined && devices.size > 1 ? { device } : {}),
    progress: (estimates) => progress.update(estimates, 0, "fitting: estimates"),
  });
  progress.clear();
  if (flags.has("--json")) io.out(`${JSON.stringify(calibrationData(calibration, skipped), null, 2)}\n`);
  else io.out(`${text(calibrationDocument(calibration, skipped), io)}\n`);

  if (!calibration.constants.some(({ found }) => found))
    throw new Stop("the runs do not depend on any of these constants: there is nothing to write", 1);
  if (out === undefined) return;
  const fitted = runs.filter(isFitted).length;
  const tables = operands.map((operand) => basename(operand)).join(", ");
  const cite = one("--cite") ?? `calibrated on ${tables}, ${fitted} ${fitted === 1 ? "run" : "runs"}`;
  try {
    await replaceFile(resolve(io.cwd, out), overlay(calibration, cite));
  } catch (error) {
    throw new Stop(fileProblem(out, error), 2);
  }
  io.err(`\nWrote ${out}: import its definitions in place of the standard library's.\n`);
}

function partOf(word: string | undefined): Run["part"] | null {
  if (word === undefined || word === "all") return null;
  if (word === "fit") return "fit";
  if (word === "held-out") return "held out";
  throw new Stop(`--part is fit, held-out or all, not ${word}`, 2);
}

function regex(pattern: string, flag: string): RegExp {
  try {
    return new RegExp(pattern, "i");
  } catch (error) {
    throw new Stop(
      `${flag} ${pattern}: ${error instanceof Error ? error.message : "not a regular expression"}`,
      2,
    );
  }
}

/** Facts on benchmarks that flags state because the outputs leave them out. */
interface Stated {
  readonly link: string | undefined;
  readonly gpu: string | undefined;
}

/** Rows of all tables and outputs of benchmarks, and all column names that occur in them. */
async function readTables(operands: readonly string[], stated: Stated, io: Io) {
  const columns = new Set<string>();
  const rows: Row[] = [];
  const collectives: Readonly<Record<string, string>>[] = [];
  let { link } = stated;
  for (const operand of operands) {
    const text = await textOf(operand, io);
    const benchmark = readBenchmark(text, basename(operand), stated);
    if (benchmark && "problem" in benchmark) throw new Stop(`${operand} ${benchmark.problem}`, 1);
    if (benchmark?.kind === "collectives") {
      collectives.push(...benchmark.rows);
      continue;
    }
    if (benchmark?.kind === "network") {
      link ??= benchmark.link;
      io.err(`${operand}: ${benchmark.remark}\n`);
      continue;
    }
    const table = tableOf(text, operand);
    const missing = missingColumns(table.columns);
    if (missing.length > 0) throw new Stop(`${operand} lacks columns: ${missing.join(", ")}`, 1);
    for (const column of table.columns) columns.add(column);
    rows.push(...table.rows);
  }
  for (const cells of collectives) for (const column of Object.keys(cells)) columns.add(column);
  rows.push(...benchmarkRows(collectives, link));
  return { columns: [...columns], rows };
}

async function textOf(operand: string, io: Io): Promise<string> {
  const read = await readText(operand, io);
  if ("problem" in read) throw new Stop(read.problem.replace(".dtp", ".csv"), 2);
  return read.text;
}

function tableOf(csv: string, operand: string): ReturnType<typeof readTable> {
  try {
    return readTable(csv);
  } catch (error) {
    throw new Stop(
      `${operand} is not a table of comma-separated values: ${error instanceof Error ? error.message : ""}`,
      1,
    );
  }
}

/**
 * Function that tests a table row against a condition `COLUMN=REGEX`. A blank cell counts as an empty text.
 */
function condition(where: string, columns: readonly string[]): (row: Row) => boolean {
  const equals = where.indexOf("=");
  if (equals < 1) throw new Stop(`--where is COLUMN=REGEX, not ${where}`, 2);
  const column = where.slice(0, equals);
  if (!columns.includes(column))
    throw new Stop(`--where: no table has a column \`${column}\`${near(column, columns)}`, 2);
  const pattern = regex(where.slice(equals + 1), "--where");
  return (row) => pattern.test(row.text(column) ?? "");
}

/** Paths of the constants to fit, found by the last words that `--fit` gives. null without the flag. */
function pathsOf(fields: string | undefined, runs: readonly Run[]): ReadonlySet<string> | null {
  if (fields === undefined) return null;
  const known = [...new Set(runs.flatMap((run) => run.places.map(({ path }) => path)))];
  const found = fields.split(",").flatMap((field) => {
    const name = field.trim();
    const those = known.filter((path) => path === name || path.endsWith(`.${name}`));
    if (those.length > 0) return those;
    const words = known.flatMap((path) => path.split(".").map((_, at, all) => all.slice(at).join(".")));
    throw new Stop(
      `--fit: there is no calibrated field \`${name}\`${near(name, words)}\n  there are ${known.join(", ")}`,
      2,
    );
  });
  return new Set(found);
}

function near(word: string, candidates: readonly string[]): string {
  const found = suggest(word, candidates);
  return found === null ? "" : `; did you mean \`${found}\`?`;
}

function counted(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

const quoted = (word: string) => (/^[\w-]+$/.test(word) ? word : `'${word}'`);

const text = (document: Document, io: Io) =>
  toText(document, { width: io.stdout.width, color: io.stdout.color });
