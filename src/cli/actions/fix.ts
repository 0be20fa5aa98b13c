import { applyFixes, render } from "../../dsl/diagnostics/index.ts";
import type { Arguments } from "../io/arguments.ts";
import type { Io } from "../io/io.ts";
import type { Program } from "../programs/readProgram.ts";
import { type Rewritten, rewritePrograms } from "../programs/rewritePrograms.ts";

/**
 * Limit on the times that a text is checked and edited. Fixing one mistake reveals the next; a text that
 * needs more rounds does not improve.
 */
const MOST_READINGS = 20;

/**
 * Command `dtp fix`: applies the edits that diagnostics suggest after "write:". Mistakes without a suggested
 * edit are reported.
 */
export function fix(args: Arguments, io: Io): Promise<number> {
  return rewritePrograms(args, io, "has mistakes that `dtp fix` can correct", (program) => mend(program, io));
}

async function mend(program: Program, io: Io): Promise<Rewritten> {
  let { text } = program;
  let count = 0;
  for (let reading = 1; ; reading++) {
    const { diagnostics } = await io.evaluate({ ...program, text, overrides: [] }, {});
    const { text: mended, applied } = applyFixes({ name: program.name, text }, diagnostics);
    if (applied.length === 0 || reading === MOST_READINGS) {
      const errors = diagnostics.filter(({ severity }) => severity === "error");
      for (const one of errors) io.err(`${render(one, { color: io.stderr.color }).trimEnd()}\n\n`);
      return { text, about: count === 1 ? "1 fix" : `${count} fixes`, ok: errors.length === 0 };
    }
    text = mended;
    count += applied.length;
  }
}
