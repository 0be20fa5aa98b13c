import { writeFile } from "node:fs/promises";
import { render } from "../dsl/diagnostics/index.ts";
import { format, parse } from "../dsl/syntax/index.ts";
import { findPrograms } from "./findPrograms.ts";
import type { Io } from "./io.ts";
import type { Arguments } from "./parseArguments.ts";
import { fileProblem, type Program, readProgram } from "./readProgram.ts";

/** `dtp fmt`: rewrites files in place and names those it changed; `-` goes from standard input to standard output. */
export async function fmt({ operands, flags }: Arguments, io: Io): Promise<number> {
  const only = flags.has("--check");
  const { files, problems } = await findPrograms(operands, io);
  for (const problem of problems) io.err(`dtp: ${problem}\n`);
  let unread = problems.length;
  let broken = 0;
  let changed = 0;
  for (const file of files) {
    const program = await readProgram(file, io);
    if ("problem" in program) {
      io.err(`dtp: ${program.problem}\n`);
      unread++;
      continue;
    }
    const formatted = formatProgram(program, io);
    if (formatted === null) {
      broken++;
      continue;
    }
    if (program.path === null && !only) io.out(formatted);
    if (formatted === program.text) continue;
    changed++;
    if (only) io.out(`${program.name} is not in canonical form\n`);
    else if (program.path !== null) {
      const problem = await rewrite(program.path, program.name, formatted);
      if (problem === null) io.out(`${program.name}\n`);
      else {
        io.err(`dtp: ${problem}\n`);
        unread++;
      }
    }
  }
  if (unread > 0) return 2;
  return broken > 0 || (only && changed > 0) ? 1 : 0;
}

/** null when the text does not parse: a formatter that guesses loses what it could not read. */
function formatProgram({ name, text }: Program, io: Io): string | null {
  const { file, diagnostics } = parse({ name, text }, "file");
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  for (const error of errors) io.err(`${render(error, { color: io.stderr.color }).trimEnd()}\n\n`);
  return errors.length > 0 ? null : format(file);
}

async function rewrite(path: string, shown: string, text: string): Promise<string | null> {
  try {
    await writeFile(path, text);
    return null;
  } catch (error) {
    return fileProblem(shown, error);
  }
}
