import { render } from "../../dsl/diagnostics/render.ts";
import { format, parse } from "../../dsl/syntax/index.ts";
import type { Arguments } from "../io/arguments.ts";
import type { Io } from "../io/io.ts";
import { rewriteCells } from "../programs/codeCells.ts";
import { isNotebook, type Program } from "../programs/readProgram.ts";
import { rewritePrograms } from "../programs/rewritePrograms.ts";

/**
 * Command `dtp fmt`: rewrites programs and the code cells of notebooks in canonical form. A program or cell that does
 * not parse stays unchanged, because a formatter that guesses would lose text.
 */
export function fmt(args: Arguments, io: Io): Promise<number> {
  const form = (program: Program) =>
    isNotebook(program.name) ? ofNotebook(program, io) : ofProgram(program, io);
  return rewritePrograms(args, io, "is not in canonical form", form, { notebooks: true });
}

function ofProgram({ name, text }: Program, io: Io) {
  const formatted = canonical(name, text, "file", io);
  return { text: formatted ?? text, ok: formatted !== null };
}

async function ofNotebook({ name, text }: Program, io: Io) {
  let ok = true;
  const read = await rewriteCells(text, name, (cell) => {
    const formatted = canonical(cell.name, cell.text, "cell", io);
    ok &&= formatted !== null;
    return formatted?.trimEnd() ?? cell.text;
  });
  return "problem" in read ? read : { text: read.text, ok };
}

/** Canonical form of a text. null after its syntax errors have been printed. */
function canonical(name: string, text: string, kind: "file" | "cell", io: Io): string | null {
  const { file, diagnostics } = parse({ name, text }, kind);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  for (const error of errors) io.err(`${render(error, { color: io.stderr.color }).trimEnd()}\n\n`);
  return errors.length > 0 ? null : format(file);
}
