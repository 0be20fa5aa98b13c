import { definers, isDefinitionKind, statementWords } from "../syntax/words.ts";
import type { Known, KnownName, NameKind } from "./known.ts";
import { scan, type Token } from "./scan.ts";

/** What the name behind a word that defines one stands for; `let` gives no hint. */
const kindBehind: ReadonlyMap<string, NameKind | null> = new Map(
  definers.map((word) => [word, isDefinitionKind(word) ? word : word === "let" ? null : "table"]),
);
/** A line that defines a name, or says in words what the next one does. */
const HEAD = new RegExp(`^(?:##|${definers.join("|")})`);
const statements: ReadonlySet<string> = new Set(statementWords);

/** The names that a text defines or imports, with a guess of what they are; later ones win over `known.names`. */
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
      ...(columns === undefined ? {} : { columns }),
    });
  }
  return names;
}

/**
 * What a file defines, without reading the definitions: the library is long, and a list of its names must not wait for a
 * parser. Definitions stand at the beginning of their lines, as the formatter writes them.
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
    queueOutputs: [],
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

/** A file of rows, under the name that its import gives it. */
export function dataTable(name: string, columns: readonly string[]): KnownName {
  const detail = `columns: ${columns.join(", ")}`;
  return {
    name,
    kind: "table",
    detail,
    columns: columns.map((one) => ({ name: one, detail: `column of ${name}` })),
  };
}

/** What `derive NAME = ..` adds to the table that begins at `at`. */
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

/** `let x = a on b ...` is a scenario; `let x = known with ..` is what `known` is; anything else a value. */
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

/** The `##` lines right above a definition. */
function docAbove(tokens: readonly Token[], at: number): string | null {
  const lines: string[] = [];
  for (let i = at - 1; i >= 0; i--) {
    const token = tokens[i];
    if (token?.kind !== "comment" || !token.text.startsWith("##")) break;
    lines.unshift(token.text.slice(2).trim());
  }
  return lines.length > 0 ? lines.join(" ") : null;
}
