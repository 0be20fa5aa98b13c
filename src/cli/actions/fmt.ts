import { render } from "../../dsl/diagnostics/render.ts";
import { format, parse } from "../../dsl/syntax/index.ts";
import type { Arguments } from "../io/arguments.ts";
import type { Io } from "../io/io.ts";
import { rewritePrograms } from "../programs/rewritePrograms.ts";

/**
 * Command `dtp fmt`: rewrites files in canonical form. A file that does not parse stays unchanged, because a
 * formatter that guesses would lose text.
 */
export function fmt(args: Arguments, io: Io): Promise<number> {
  return rewritePrograms(args, io, "is not in canonical form", ({ name, text }) => {
    const { file, diagnostics } = parse({ name, text }, "file");
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    for (const error of errors) io.err(`${render(error, { color: io.stderr.color }).trimEnd()}\n\n`);
    return errors.length > 0 ? { text, ok: false } : { text: format(file), ok: true };
  });
}
