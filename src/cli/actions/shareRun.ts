import { readFile } from "node:fs/promises";
import { basename, relative, resolve } from "node:path";
import { type MeasuredNumbers, sharedRun } from "../../calibration/index.ts";
import { createWorld } from "../../host/index.ts";
import { type MeasuredLog, readLog, steadyState } from "../../measured/index.ts";
import type { Arguments } from "../io/arguments.ts";
import { fileProblem } from "../io/fileProblem.ts";
import type { Io } from "../io/io.ts";
import { operandOrder } from "../io/operandOrder.ts";
import { readText } from "../io/readText.ts";
import { readProgram } from "../programs/readProgram.ts";
import { replaceFile } from "../write/replaceFile.ts";

/** Fewest steady steps of a run whose median is a measurement. */
const FEWEST = 10;

/** Command `dtp share-run FILE SCENARIO LOG`: prints a measured run as a row of the table of measured runs, or appends it. */
export async function shareRun({ operands, flags }: Arguments, io: Io): Promise<number> {
  const [file = "", scenario = "", log = ""] = operands;
  const order = operandOrder(file, [scenario, log], "FILE SCENARIO LOG");
  if (order !== null) {
    io.err(`dtp: ${order}\n`);
    return 2;
  }
  const program = await readProgram(file, io);
  const text = await readText(log, io);
  for (const one of [program, text])
    if ("problem" in one) {
      io.err(`dtp: ${one.problem}\n`);
      return 2;
    }
  if ("problem" in program || "problem" in text) return 2;
  if (program.path === null) {
    io.err("dtp: the program must be a file: standard input cannot be imported\n");
    return 2;
  }
  const read = readLog(text.text);
  const measured = "problem" in read ? read : numbersOf(read);
  if ("problem" in measured) {
    io.err(`dtp: ${log}: ${measured.problem}\n`);
    return 1;
  }
  const from = `./${relative(program.folder, program.path) || basename(program.path)}`;
  const source = { name: "dtp share-run", text: `import ${scenario} as run from ${JSON.stringify(from)}\n` };
  const shared = sharedRun(source, createWorld(program.folder, program.root), measured);
  if ("problems" in shared) {
    for (const one of shared.problems) io.err(`dtp: ${one}\n`);
    return 1;
  }
  const error = ((100 * (shared.predicted - shared.measured)) / shared.measured).toFixed(1);
  io.err(`step time: measured ${shared.measured.toPrecision(4)} s, predicted error ${error}%\n`);
  for (const one of shared.assumed) io.err(`the row's reader assumes: ${one}\n`);
  const out = flags.get("--out")?.[0];
  if (out === undefined) {
    io.out(`${shared.header}\n${shared.line}\n`);
    return 0;
  }
  return append(out, shared, io);
}

/** Appends a row to a table with the same columns, which is made where there is none. A row is never there twice. */
async function append(
  out: string,
  { header, line }: { readonly header: string; readonly line: string },
  io: Io,
): Promise<number> {
  const path = resolve(io.cwd, out);
  try {
    const old = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return `${header}\n`;
      throw error;
    });
    const lines = old.split(/\r?\n/);
    if (lines[0]?.replace(/^\uFEFF/, "") !== header) {
      io.err(`dtp: ${out} has other columns than validation/runs.csv\n`);
      return 1;
    }
    if (lines.includes(line)) io.err(`${out} has this row already\n`);
    else await replaceFile(path, `${old.endsWith("\n") ? old : `${old}\n`}${line}\n`);
  } catch (error) {
    io.err(`dtp: ${fileProblem(out, error)}\n`);
    return 2;
  }
  return 0;
}

/** Numbers of a log that a row has, or the reason why the log is no measurement. */
function numbersOf(log: MeasuredLog): MeasuredNumbers | { readonly problem: string } {
  const { seconds, steadyCount } = steadyState(log);
  if (seconds === null || steadyCount < FEWEST)
    return { problem: `it has ${steadyCount} steady steps with a duration; a row needs ${FEWEST}` };
  const { facts, iterations } = log;
  const { memoryAllocated, memoryReserved } = facts;
  const memory =
    memoryReserved === undefined
      ? memoryAllocated === undefined
        ? undefined
        : { bytes: memoryAllocated, kind: "allocated" as const }
      : { bytes: memoryReserved, kind: "reserved" as const };
  const batch = facts.batch ?? iterations.at(-1)?.batch;
  return {
    stepSeconds: seconds.median,
    steadySteps: steadyCount,
    ...(memory ? { memory } : {}),
    ...(facts.devices === undefined ? {} : { devices: facts.devices }),
    ...(batch === undefined ? {} : { batch }),
    ...(facts.seqLen === undefined ? {} : { seqLen: facts.seqLen }),
  };
}
