import { basename, resolve } from "node:path";
import { packed } from "../../host/index.ts";
import type { Document } from "../../report/document/document.ts";
import type { NamedTimeline } from "../../report/index.ts";
import { toText } from "../../report/render/toText.ts";
import type { Output } from "../../session/world/output.ts";
import type { RunResult } from "../../session/world/runResult.ts";
import { figuresTarget } from "../figures/figuresTarget.ts";
import type { Arguments } from "../io/arguments.ts";
import { diagnosticData } from "../io/diagnosticData.ts";
import type { Io } from "../io/io.ts";
import { progressLine } from "../io/progressLine.ts";
import { lockProblem } from "../lock/lock.ts";
import { readRunnable } from "../programs/readRunnable.ts";
import { sourceText } from "../sources/sourceText.ts";
import { notAFolder, unwritable } from "../write/unwritable.ts";

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
  const locked = await lockProblem(program.folder, program.root, io);
  if (locked !== null) {
    io.err(`dtp: ${locked}\n`);
    return 2;
  }
  const json = flags.has("--json");
  const markdown = flags.has("--markdown");
  const asked = (flag: string) => flags.get(flag)?.[0];
  const problem = await flagProblem(flags, program.cells !== undefined, asked, io);
  if (problem !== null) {
    io.err(`dtp: ${problem}\n`);
    return 2;
  }
  const source = () => sourceText(program, flags.get("--set"));
  const page = asked("--html");
  const timelines: NamedTimeline[] = [];
  const traced = flags.has("--trace") || flags.has("--chakra");
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
      drawn: !json && !flags.has("--csv"),
      ...(traced ? { timelines: true } : {}),
      ...(flags.has("--latex") ? { texts: true } : {}),
    },
    {
      progress: progress.update,
      ...(json || markdown ? {} : { output: print }),
      ...(traced ? { timeline: (one) => timelines.push(one) } : {}),
    },
  );
  progress.clear();
  if (markdown) {
    const { markdownOutputs } = await import("../figures/markdownOutputs.ts");
    const [format = ""] = figures?.formats ?? [];
    io.out(markdownOutputs(result.outputs, figures && { folder: figures.folder, format, source: source() }));
  }
  if (json) io.out(asJson(result, program.name));
  else await reportDiagnostics(result, printed, io);
  const documents = result.outputs.map(({ document }) => document);
  if (page !== undefined && documents.length > 0) {
    const target = {
      path: resolve(io.cwd, page),
      shown: page,
      title: titleOf(program.name),
      still: flags.has("--static"),
      live: flags.has("--live") ? { ...program, overrides: flags.get("--set") ?? [] } : null,
    };
    const { writePage } = await import("../write/writePage.ts");
    if (!(await writePage(documents, target, io))) return 2;
    io.err(nextStep(operand, page, io));
  }
  if (!(await writeFiles(result, source, timelines, asked, io))) return 2;
  if (figures !== null) {
    const { writeFigures } = await import("../figures/writeFigures.ts");
    if (!(await writeFigures(documents, figures, source(), io))) return 2;
  }
  const failed = result.diagnostics.some(({ severity }) => severity === "error");
  const unmet = result.expectations.some(({ pass, exercise }) => !pass && exercise === null);
  return failed || unmet || result.interrupted ? 1 : 0;
}

/** Reason why the flags cannot be met: a path that cannot be written, or flags that need others. null for none. */
async function flagProblem(
  flags: Arguments["flags"],
  isNotebook: boolean,
  asked: (flag: string) => string | undefined,
  io: Io,
): Promise<string | null> {
  if (flags.has("--markdown") && flags.has("--json")) return "--markdown prints instead of --json: take one";
  for (const [flag, what] of FILES) {
    const shown = asked(flag);
    const problem = shown === undefined ? null : await unwritable(shown, what, io);
    if (problem !== null) return problem;
  }
  const [page, still] = [asked("--html"), flags.has("--static")];
  if (still && page === undefined) return "--static needs --html";
  if (flags.has("--live") && (page === undefined || still)) return "--live needs --html, without --static";
  if (flags.has("--live") && packed) return "--live needs an installed dtp: `npx dtplan`";
  if (flags.has("--live") && isNotebook) return "--live needs a program, not a notebook";
  for (const [flag, what] of FOLDERS) {
    const shown = asked(flag);
    const problem = shown === undefined ? null : await notAFolder(shown, what, io);
    if (problem !== null) return problem;
  }
  return null;
}

/**
 * Writes the tables and traces that flags ask for, each with a writer of its own that loads only then. Returns false after a
 * failure, which has been reported.
 */
async function writeFiles(
  { outputs, texts = [] }: RunResult,
  source: () => string,
  timelines: readonly NamedTimeline[],
  asked: (flag: string) => string | undefined,
  io: Io,
): Promise<boolean> {
  const [latex, tables, trace, chakra] = ["--latex", "--csv", "--trace", "--chakra"].map(asked);
  if (latex !== undefined) {
    const { writeLatex } = await import("../write/writeLatex.ts");
    if (!(await writeLatex(shownBy(outputs), { shown: latex, source: source(), texts }, io))) return false;
  }
  if (tables !== undefined) {
    const { writeTables } = await import("../write/writeTables.ts");
    if (!(await writeTables(outputs, tables, io))) return false;
  }
  if (trace !== undefined) {
    const { writeTrace } = await import("../write/writeTrace.ts");
    if (!(await writeTrace(timelines, trace, io))) return false;
  }
  if (chakra !== undefined) {
    const { writeChakra } = await import("../write/writeChakra.ts");
    if (!(await writeChakra(timelines, chakra, io))) return false;
  }
  return true;
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
async function reportDiagnostics(result: RunResult, printed: number, io: Io): Promise<void> {
  if (result.diagnostics.length === 0 && !result.interrupted) return;
  const { render } = await import("../../dsl/diagnostics/render.ts");
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
