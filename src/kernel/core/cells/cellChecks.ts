import type { Diagnostic } from "../../../dsl/diagnostics/index.ts";
import { createSession, type World } from "../../../session/index.ts";
import { readMagics, type WrittenMagic } from "../magics/readMagics.ts";
import { magicProblem } from "../magics/runMagic.ts";
import { cellName } from "./cellName.ts";

/** Time that one cell may compute, ms. */
const CELL = 1_000;

/**
 * Finds the mistakes of a notebook's cells: its cells run from the top, in a session of their own, within a budget. A cell that
 * does not get as far is checked for mistakes in its definitions only.
 *
 * @param world files and library
 * @param stopped true where the editor has given up the check
 * @param options texts of all cells with code, and the time that they may compute together, ms
 * @returns a list for each cell; a mistake in a cell above is in the list of the cell that found it, with its own place
 */
export function cellChecks(
  world: Pick<World, "versions" | "read" | "list">,
  stopped: () => boolean,
  { cells, budget }: { readonly cells: readonly string[]; readonly budget: number },
): readonly (readonly Diagnostic[])[] {
  const end = performance.now() + budget;
  let deadline = end;
  const session = createSession({ ...world, interrupted: () => stopped() || performance.now() > deadline });
  /** Words of cells whose names are not known here: cells of another language, and cells with a mistake. */
  const unsure = new Set<string>();

  function found(text: string, at: number): readonly Diagnostic[] {
    const name = cellName(at);
    const read = readMagics(text, name);
    const magics = read.kind === "cell magic" ? [read.magic] : [...read.before, ...read.after];
    const kind = read.kind === "cell magic" ? "cell" : "line";
    const problems = magics.flatMap((one) => magicProblem(one, kind) ?? []);
    if (read.kind === "cell magic" || problems.length > 0) return problems;
    if (read.before.some(isReset)) session.reset();
    deadline = Math.min(performance.now() + CELL, end);
    const { diagnostics } = session.run(read.code, { name, mode: "cell", aside: true, checks: true });
    if (read.after.some(isReset)) session.reset();
    return diagnostics.filter((one) => one.code !== "interrupted" && !isUnsure(one));
  }

  function isUnsure(one: Diagnostic): boolean {
    const name = unknownName(one);
    return name !== null && unsure.has(name);
  }

  return cells.map((text, at) => {
    if (stopped()) return [];
    const all = found(text, at);
    // A cell with an error defines nothing, and its names are then unknown below. TypeScript defines names by texts.
    if (/^\s*%%/.test(text) || all.some(({ severity }) => severity === "error")) {
      const unknown = new Set(all.map(unknownName));
      for (const [word] of text.matchAll(/[\p{L}_][\p{L}\p{N}_]*/gu))
        if (!unknown.has(word)) unsure.add(word);
    }
    return all;
  });
}

/** Name that a mistake says nothing is called; null for another mistake. */
const unknownName = ({ code, place }: Diagnostic): string | null =>
  code === "unknown-name" && place ? place.source.text.slice(place.span.start, place.span.end) : null;

const isReset = ({ name }: WrittenMagic): boolean => name === "reset";
