import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.ts";
import { render } from "../../dsl/diagnostics/render.ts";
import type { Expectation } from "../../session/world/runResult.ts";
import type { Arguments } from "../io/arguments.ts";
import { diagnosticData } from "../io/diagnosticData.ts";
import type { Io } from "../io/io.ts";
import { progressLine } from "../io/progressLine.ts";
import { lockProblem } from "../lock/lock.ts";
import { findPrograms } from "../programs/findPrograms.ts";
import { readRunnable } from "../programs/readRunnable.ts";
import { expectationLines } from "./expectationLines.ts";
import { summarise, summaryText } from "./summarise.ts";

/**
 * Command `dtp check`: prints a line for every expectation of every file, and a summary. The exit code is 0
 * only if all expectations hold and no file has an error.
 */
export async function check({ operands, flags }: Arguments, io: Io): Promise<number> {
  const json = flags.has("--json");
  const { files, problems } = await findPrograms(operands, io, { keys: false });
  for (const problem of problems) io.err(`dtp: ${problem}\n`);
  let unread = problems.length;
  let interrupted = false;
  const diagnostics: Diagnostic[] = [];
  const reported: ReturnType<typeof diagnosticData>[] = [];
  const expectations: Expectation[] = [];
  for (const file of files) {
    const program = await readRunnable(file, io);
    const problem =
      "problem" in program ? program.problem : await lockProblem(program.folder, program.root, io);
    if ("problem" in program || problem !== null) {
      io.err(`dtp: ${problem}\n`);
      unread++;
      continue;
    }
    const progress = progressLine(io.stderr, io.err);
    const result = await io.evaluate(
      { ...program, overrides: flags.get("--set") ?? [] },
      { progress: progress.update },
    );
    progress.clear();
    diagnostics.push(...result.diagnostics);
    reported.push(...result.diagnostics.map((each) => diagnosticData(each, program.name)));
    expectations.push(...result.expectations);
    if (!json) {
      for (const line of expectationLines(program.name, result.expectations, io.stdout)) io.out(`${line}\n`);
      for (const each of result.diagnostics) {
        // A failed expectation has its own line above; `dtp run` shows its values, too.
        if (each.code === "expect-failed") continue;
        const where = each.place ? "" : `${program.name}: `;
        io.err(`${where}${render(each, { color: io.stderr.color }).trimEnd()}\n\n`);
      }
    }
    if (result.interrupted) {
      interrupted = true;
      break;
    }
  }
  const summary = summarise(expectations, diagnostics);
  if (json) {
    const data = { diagnostics: reported, expectations, summary };
    io.out(`${JSON.stringify(data, null, 2)}\n`);
  } else if (files.length > 0) io.out(`${summaryText(summary)}\n`);
  if (interrupted) io.err("dtp: interrupted\n");
  if (unread > 0) return 2;
  return interrupted || summary.failed > 0 || summary.wrong > 0 || summary.errors > 0 ? 1 : 0;
}
