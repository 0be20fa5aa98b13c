import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { render } from "../../dsl/diagnostics/render.ts";
import type { Arguments } from "../io/arguments.ts";
import { fileProblem } from "../io/fileProblem.ts";
import type { Io } from "../io/io.ts";
import { operandOrder } from "../io/operandOrder.ts";
import { readText } from "../io/readText.ts";
import { readProgram } from "../programs/readProgram.ts";
import { replaceFile } from "../write/replaceFile.ts";
import { isAlarmed } from "./look.ts";
import { lookLines } from "./lookLines.ts";
import { prometheusText } from "./prometheus.ts";
import { createWatcher, type Stopped } from "./watcher.ts";

/** Shortest and longest time between two looks, s. */
const EVERY = { least: 0.1, most: 86_400 };

/**
 * Command `dtp watch LOG FILE`: looks at a running job's log again and again, and prints its numbers beside the
 * prediction. It ends with exit status 1 when an alarm is on, and with 2 where the log cannot be read.
 */
export async function watch({ operands, flags }: Arguments, io: Io): Promise<number> {
  const [log = "", file = "", scenario] = operands;
  const every = Number(flags.get("--every")?.[0] ?? 10);
  if (!(every >= EVERY.least && every <= EVERY.most)) {
    io.err(`dtp: --every takes seconds from ${EVERY.least} to ${EVERY.most}\n`);
    return 2;
  }
  if (log === "-" || file === "-") {
    io.err("dtp: a watch needs files: standard input cannot be read again\n");
    return 2;
  }
  const order = operandOrder(file, [log, scenario ?? ""], "LOG FILE [SCENARIO]");
  if (order !== null) {
    io.err(`dtp: ${order}\n`);
    return 2;
  }
  const program = await readProgram(file, io);
  const { path = null } = "problem" in program ? {} : program;
  if ("problem" in program || path === null) {
    io.err(`dtp: ${"problem" in program ? program.problem : `${file} is no file`}\n`);
    return 2;
  }
  const asked = { scenario, overrides: flags.get("--set") ?? [], rules: flags.get("--alarm") ?? [] };
  const watcher = createWatcher({ ...program, path }, log, asked);
  if (!("look" in watcher)) return stopped(watcher, io);
  const out = flags.get("--prometheus")?.[0];
  for (let shown = ""; ; ) {
    const read = await readLogFile(log, io);
    if ("problem" in read) {
      io.err(`dtp: ${read.problem}\n`);
      return 2;
    }
    const look = watcher.look(read.text, read.silence);
    if (!("state" in look)) return stopped(look, io);
    const isNew = shown !== seen(read.text, isAlarmed(look));
    shown = seen(read.text, isAlarmed(look));
    if (flags.has("--json")) io.out(`${JSON.stringify(look)}\n`);
    else if (isNew) io.out(`${lookLines(look).join("\n")}\n`);
    if (out !== undefined) {
      try {
        await replaceFile(resolve(io.cwd, out), prometheusText(look));
      } catch (error) {
        io.err(`dtp: ${fileProblem(out, error)}\n`);
        return 2;
      }
    }
    if (isAlarmed(look)) return 1;
    if (flags.has("--once")) return 0;
    await sleep(1e3 * every);
  }
}

/** Text of a log, and the time since it was written, s. */
async function readLogFile(
  log: string,
  io: Io,
): Promise<{ readonly text: string; readonly silence: number } | { readonly problem: string }> {
  const read = await readText(log, io);
  if ("problem" in read) return read;
  try {
    const { mtimeMs } = await stat(resolve(io.cwd, log));
    return { text: read.text, silence: Math.max(0, Math.round(Date.now() - mtimeMs) / 1e3) };
  } catch (error) {
    return { problem: fileProblem(log, error) };
  }
}

/** Key of a printed look: the length of the log, and whether an alarm was on. */
const seen = (text: string, alarmed: boolean): string => `${text.length} ${alarmed}`;

function stopped({ diagnostics, problem }: Stopped, io: Io): number {
  for (const one of diagnostics) io.err(`${render(one, { color: io.stderr.color }).trimEnd()}\n\n`);
  if (problem !== undefined) io.err(`dtp: ${problem}\n`);
  return 2;
}
