import type { Diagnostic } from "../../../dsl/diagnostics/diagnostic.ts";
import { diagnostic, suggest } from "../../../dsl/diagnostics/index.ts";
import type { Magic, MagicCell, MagicOutcome } from "./magic.ts";
import { magics } from "./magics.ts";
import type { WrittenMagic } from "./readMagics.ts";

/** Runs a magic for which `magicProblem` has found no problem. */
export async function runMagic(
  written: WrittenMagic,
  kind: Magic["kind"],
  cell: Omit<MagicCell, "magics">,
): Promise<MagicOutcome> {
  return (await find(written.name, kind)?.run(written, { ...cell, magics })) ?? null;
}

/**
 * Problem of a magic before it runs, such as an unknown name. null for none. A cell with an unknown magic
 * runs nothing.
 */
export function magicProblem(
  { name, argument, source, span }: WrittenMagic,
  kind: Magic["kind"],
): Diagnostic | null {
  const sign = kind === "line" ? "%" : "%%";
  const magic = find(name, kind);
  if (!magic) {
    const other = magics.find((row) => row.name === name);
    const near = suggest(
      name,
      magics.map((row) => row.name),
    );
    const meant = other ?? magics.find((row) => row.name === near);
    const start = { start: span.start, end: span.start + sign.length + name.length };
    const suggestion = meant && `${meant.kind === "line" ? "%" : "%%"}${meant.name}`;
    const all = magics.map((row) => `\`${row.signature}\``).join(", ");
    return diagnostic(
      "unknown-magic",
      { magic: `${sign}${name}`, suggestion, all },
      { source, span: start },
      suggestion === undefined ? {} : { fix: { place: { source, span: start }, text: suggestion } },
    );
  }
  if (!magic.words || (argument === "" && magic.words.size === 0) || magic.words.has(argument)) return null;
  const params = { magic: `${sign}${name}`, argument, signature: magic.signature };
  return diagnostic("wrong-magic-argument", params, { source, span });
}

export function find(name: string, kind: Magic["kind"]): Magic | undefined {
  return magics.find((row) => row.name === name && row.kind === kind);
}
