import { definers, isDefinitionKind, statementWords } from "../../ast/words.ts";
import type { Known, KnownName, NameKind } from "./known.ts";
import { scan, type Token } from "./scan.ts";

const OTHERS: Readonly<Partial<Record<string, NameKind>>> = {
  sweep: "table",
  search: "table",
  solve: "table",
  fn: "function",
};
/**
 * Kind of the name that a statement defines, by the statement's first word. Null after `let`, which can define
 * anything.
 */
const kindBehind: ReadonlyMap<string, NameKind | null> = new Map(
  definers.map((word) => [word, isDefinitionKind(word) ? word : (OTHERS[word] ?? null)]),
);
/** Pattern of a line that begins a definition, or of a line of its doc comment. */
const HEAD = new RegExp(`^(?:##|${definers.join("|")})`);
const statements: ReadonlySet<string> = new Set(statementWords);

/**
 * Names that a text defines or imports, together with the names in `known`. Their kinds are guessed without evaluation.
 * A name of the text replaces a known one.
 */
export function namesIn(tokens: readonly Token[], known: Known): ReadonlyMap<string, KnownName> {
  const names = new Map(known.names.map((entry) => [entry.name, entry]));
  for (const [i, token] of tokens.entries()) {
    if (!token.leads || token.kind !== "word") continue;
    if (token.text === "import") importsAt(tokens, i, known, names);
    const kind = kindBehind.get(token.text);
    const name = tokens[i + 1];
    if (kind === undefined || name?.kind !== "word" || name.leads) continue;
    const guessed = kind ?? guess(tokens, i + 3, names);
    const columns = kind === "table" ? columnsAt(tokens, i) : undefined;
    names.set(name.text, {
      name: name.text,
      kind: guessed,
      detail: docAbove(tokens, i) ?? guessed,
      ...(kind === "function" ? { signature: signatureAt(tokens, i + 1) } : {}),
      ...(columns === undefined ? {} : { columns }),
    });
  }
  return names;
}

/**
 * Names that a file of formatted text defines. The definitions are not parsed, because a list of the library's names
 * must be fast. Only definitions that begin a line are found.
 */
export function definedIn(text: string): readonly KnownName[] {
  const heads = text
    .split("\n")
    .filter((line) => HEAD.test(line))
    .join("\n");
  const alone: Known = {
    names: [],
    outputs: [],
    modelOutputs: [],
    groupOutputs: { queue: [], run: [] },
    modules: [],
    columns: () => null,
    exports: () => [],
  };
  return [...namesIn(scan(heads), alone).values()];
}

function importsAt(tokens: readonly Token[], at: number, known: Known, names: Map<string, KnownName>): void {
  const taken: string[] = [];
  for (const token of tokens.slice(at + 1)) {
    if (token.kind === "string") {
      const module = token.text.replace(/"/g, "");
      const columns = known.columns(module);
      if (columns) for (const name of taken) names.set(name, dataTable(name, columns));
      const exported = known.exports(module);
      for (const entry of exported) if (taken.includes(entry.name)) names.set(entry.name, entry);
      return;
    }
    if (token.kind === "word") taken.push(token.text);
    else if (token.text !== ",") return;
  }
}

/** Makes the entry for the table of a data file, which has the name given in the import. */
export function dataTable(name: string, columns: readonly string[]): KnownName {
  const detail = `columns: ${columns.join(", ")}`;
  return {
    name,
    kind: "table",
    detail,
    columns: columns.map((one) => ({ name: one, detail: `column of ${name}` })),
  };
}

/** Name of a function with its parameters, `per_token(s, share)`, where the name is the token `at`. */
function signatureAt(tokens: readonly Token[], at: number): string {
  const end = tokens.findIndex((token, i) => i > at && (token.text === ")" || token.text === "="));
  const params = tokens.slice(at + 2, Math.max(end, at + 2)).filter(({ kind }) => kind === "word");
  return `${tokens[at]?.text ?? ""}(${params.map(({ text }) => text).join(", ")})`;
}

/** Columns that `derive NAME = ..` adds to the table whose statement begins at the token `at`. */
function columnsAt(tokens: readonly Token[], at: number): NonNullable<KnownName["columns"]> {
  const columns: { readonly name: string; readonly detail: string }[] = [];
  for (let i = at + 1; i < tokens.length; i++) {
    const token = tokens[i];
    if (token?.leads && statements.has(token.text)) break;
    const name = tokens[i + 1];
    if (token?.kind === "word" && token.text === "derive" && name?.kind === "word")
      columns.push({ name: name.text, detail: `derived in ${tokens[at + 1]?.text ?? "the table"}` });
  }
  return columns;
}

/**
 * Guesses the kind of a `let`'s value: a scenario for `a on b ...`, the kind of `known` for `known with ..`, a plain
 * value for anything else.
 */
function guess(tokens: readonly Token[], at: number, names: ReadonlyMap<string, KnownName>): NameKind {
  let depth = 0;
  let first: string | undefined;
  for (const token of tokens.slice(at)) {
    if (token.leads && depth === 0 && token !== tokens[at] && token.text !== "on" && token.text !== "with")
      break;
    if (token.kind === "mark" && /[([{]/.test(token.text)) depth++;
    if (token.kind === "mark" && /[)\]}]/.test(token.text)) depth--;
    if (token.kind !== "word") continue;
    if (token.text === "on" && depth === 0) return "scenario";
    first ??= token.text;
  }
  return names.get(first ?? "")?.kind ?? "value";
}

/** Text of the `##` lines directly above a definition; null for none. */
function docAbove(tokens: readonly Token[], at: number): string | null {
  const lines: string[] = [];
  for (let i = at - 1; i >= 0; i--) {
    const token = tokens[i];
    if (token?.kind !== "comment" || !token.text.startsWith("##")) break;
    lines.unshift(token.text.slice(2).trim());
  }
  return lines.length > 0 ? lines.join(" ") : null;
}
