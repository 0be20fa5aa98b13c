import { basename, resolve } from "node:path";
import { render } from "../../dsl/diagnostics/index.ts";
import type { Document } from "../../report/document/document.ts";
import { type NamedTimeline, toText } from "../../report/index.ts";
import type { Output } from "../../session/world/output.ts";
import type { RunResult } from "../../session/world/runResult.ts";
import { figuresTarget } from "../figures/figuresTarget.ts";
import { writeFigures } from "../figures/writeFigures.ts";
import type { Arguments } from "../io/arguments.ts";
import type { Io } from "../io/io.ts";
import { progressLine } from "../io/progressLine.ts";
import { readRunnable } from "../programs/readRunnable.ts";
import { notAFolder, unwritable } from "../write/unwritable.ts";
import { writeChakra } from "../write/writeChakra.ts";
import { writeLatex } from "../write/writeLatex.ts";
import { writePage } from "../write/writePage.ts";
import { writeTables } from "../write/writeTables.ts";
import { writeTrace } from "../write/writeTrace.ts";
import { diagnosticData } from "./diagnosticData.ts";

/**
 * Flags whose value names an output file, with the file's purpose. They are checked before the evaluation,
 * which may take minutes.
 */
const FILES = [
  ["--html", "the page"],
  ["--latex", "the tables"],
  ["--trace", "the trace"],
] as const;

/** Flags whose value names a folder for files, with the files' purpose. */
const FOLDERS = [
  ["--csv", "the tables"],
  ["--chakra", "the traces"],
] as const;

/** Flags whose value names an output, in the order in which `run` reads them. */
const OUTS = [...FILES, ...FOLDERS].map(([flag]) => flag);

/**
 * Command `dtp run`: prints outputs to standard output as they are made, and diagnostics and everything else
 * to standard error.
 */
export async function run({ operands, flags }: Arguments, io: Io): Promise<number> {
  const operand = operands[0] ?? "-";
  const program = await readRunnable(operand, io);
  if ("problem" in program) {
    io.err(`dtp: ${program.problem}\n`);
    return 2;
  }
  const json = flags.has("--json");
  const asked = (flag: string) => flags.get(flag)?.[0];
  for (const [flag, what] of FILES) {
    const shown = asked(flag);
    const problem = shown === undefined ? null : await unwritable(shown, what, io);
    if (problem === null) continue;
    io.err(`dtp: ${problem}\n`);
    return 2;
  }
  const [page, latex, trace, tables, chakra] = OUTS.map(asked);
  const kind = pageKind(flags, program.cells !== undefined);
  if ("problem" in kind) {
    io.err(`dtp: ${kind.problem}\n`);
    return 2;
  }
  for (const [flag, what] of FOLDERS) {
    const shown = asked(flag);
    const problem = shown === undefined ? null : await notAFolder(shown, what, io);
    if (problem === null) continue;
    io.err(`dtp: ${problem}\n`);
    return 2;
  }
  const timelines: NamedTimeline[] = [];
  const traced = trace !== undefined || chakra !== undefined;
  const figures = await figuresTarget(flags, io);
  if (figures !== null && "problem" in figures) {
    io.err(`dtp: ${figures.problem}\n`);
    return 2;
  }
  const progress = progressLine(io.stderr, io.err);
  let printed = 0;
  const print = (output: Output) => {
    progress.clear();
    if (printed++ > 0) io.out("\n");
    io.out(ending(toText(output.document, { width: io.stdout.width, color: io.stdout.color })));
  };
  const result = await io.evaluate(
    {
      ...program,
      overrides: flags.get("--set") ?? [],
      drawn: !json && tables === undefined,
      ...(traced ? { timelines: true } : {}),
    },
    {
      progress: progress.update,
      ...(json ? {} : { output: print }),
      ...(traced ? { timeline: (one) => timelines.push(one) } : {}),
    },
  );
  progress.clear();
  if (json) io.out(asJson(result, program.name));
  else reportDiagnostics(result, printed, io);
  const documents = result.outputs.map(({ document }) => document);
  if (page !== undefined && documents.length > 0) {
    const target = {
      path: resolve(io.cwd, page),
      shown: page,
      title: titleOf(program.name),
      still: kind.still,
      live: kind.live ? { ...program, overrides: flags.get("--set") ?? [] } : null,
    };
    if (!(await writePage(documents, target, io))) return 2;
    io.err(nextStep(operand, page, io));
  }
  if (latex !== undefined && !(await writeLatex(shownBy(result.outputs), latex, io))) return 2;
  if (tables !== undefined && !(await writeTables(result.outputs, tables, io))) return 2;
  if (trace !== undefined && !(await writeTrace(timelines, trace, io))) return 2;
  if (chakra !== undefined && !(await writeChakra(timelines, chakra, io))) return 2;
  if (figures !== null && !(await writeFigures(documents, figures, io))) return 2;
  const failed = result.diagnostics.some(({ severity }) => severity === "error");
  const unmet = result.expectations.some(({ pass, exercise }) => !pass && exercise === null);
  return failed || unmet || result.interrupted ? 1 : 0;
}

/** Kind of page that `--html` writes: with static pictures, or with controls that answer. A problem is a sentence. */
function pageKind(
  flags: Arguments["flags"],
  isNotebook: boolean,
): { readonly still: boolean; readonly live: boolean } | { readonly problem: string } {
  const [still, live] = [flags.has("--static"), flags.has("--live")];
  if (still && !flags.has("--html")) return { problem: "--static needs --html" };
  if (live && (still || !flags.has("--html"))) return { problem: "--live needs --html, without --static" };
  if (live && isNotebook) return { problem: "--live needs a program, not a notebook" };
  return { still, live };
}

function asJson(result: RunResult, file: string): string {
  const outputs = result.outputs.map(({ line, kind, data }) => ({ file, line, kind, data }));
  const diagnostics = result.diagnostics.map((each) => diagnosticData(each, file));
  return `${JSON.stringify({ diagnostics, outputs, interrupted: result.interrupted }, null, 2)}\n`;
}

/**
 * Writes all diagnostics of a run to standard error, and a notice where an interrupt has no diagnostic of its
 * own. A blank line comes first where outputs were `printed`.
 */
function reportDiagnostics(result: RunResult, printed: number, io: Io): void {
  const talk = result.diagnostics.map((each) => ending(render(each, { color: io.stderr.color })));
  const reported = result.diagnostics.some(({ code }) => code === "interrupted");
  if (result.interrupted && !reported)
    talk.push("dtp: interrupted; the output above is complete up to this point\n");
  if (talk.length > 0) io.err(`${printed > 0 ? "\n" : ""}${talk.join("\n")}`);
}

/** Documents for LaTeX: all outputs of a run except the verdicts of expectations. */
function shownBy(outputs: readonly Output[]): readonly Document[] {
  return outputs.filter(({ kind }) => kind !== "expect").map(({ document }) => document);
}

function nextStep(operand: string, page: string, io: Io): string {
  if (operand === "-") return "";
  const override = `${io.program} run ${operand} --set plan.micro_batch=2 --html ${page}`;
  return `Next: open it in a browser; change ${operand} and run again, or try another plan:\n  ${override}\n`;
}

function titleOf(name: string): string {
  return basename(name).replace(/\.dtp$/, "");
}

function ending(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}
