import type { Diagnostic } from "../dsl/diagnostics/index.ts";
import { parse } from "../dsl/syntax/index.ts";

/** A program in the pieces that can change by themselves. What stands where does not matter to the language. */
export interface Parts {
  /** By a key that names them to a reader: `plan tp8: tp`, `search best: where memory.peak`, `import h100_sxm`. */
  readonly pieces: Pieces;
  /** Its `show`, `plot`, `explain` and `expect`: they ask, and change no number. */
  readonly verbs: readonly string[];
  /** Scenarios that a `show` puts together itself, as written. */
  readonly shown: readonly string[];
  /** Where each definition stands, by owner; null for a verb. Imports are left out. */
  readonly spans: readonly { readonly owner: string | null; readonly start: number; readonly end: number }[];
}

export type Pieces = ReadonlyMap<string, Piece>;

export interface Piece {
  /** The definition that it is a part of, by its first words: `plan tp8`, `search best`. */
  readonly owner: string;
  /** A field stands between the braces of its head, a clause below it. */
  readonly kind: "import" | "head" | "field" | "clause" | "whole";
  /** The field's path, for fields. */
  readonly path: string;
  /** As written, without blanks that mean nothing. */
  readonly text: string;
  /** Of `minimize`, `maximize` and `pareto` the expressions, of `keep` the paths that it keeps rows per. */
  readonly list?: readonly string[];
}

/** Cuts a text; what is wrong with it where it does not parse. */
export function partsOf(name: string, text: string): Parts | { readonly diagnostics: readonly Diagnostic[] } {
  const { file, diagnostics } = parse({ name, text }, "file");
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) return { diagnostics: errors };
  const pieces = new Map<string, Piece>();
  const verbs: string[] = [];
  const shown: string[] = [];
  const spans: Parts["spans"][number][] = [];
  const slice: Slice = (span) => withoutComments(text.slice(span.start, span.end));
  const add = (key: string, piece: Piece): unknown => pieces.set(key, piece);
  for (const item of file.items) {
    if (item.kind !== "import") spans.push({ owner: ownerOf(item), ...item.span });
    switch (item.kind) {
      case "import":
        for (const { name: one, as } of item.names) {
          const alias = as ? `${one.name} as ${as.name}` : one.name;
          const line = `import ${alias} from ${JSON.stringify(item.from.value)}`;
          const owner = `import ${as?.name ?? one.name}`;
          add(owner, { owner, kind: "import", path: "", text: line });
        }
        break;
      case "define":
      case "let": {
        const owner = ownerOf(item) ?? "";
        const body = bodyOf(item);
        const record = body.kind === "record" ? body : null;
        if (!record) {
          add(owner, { owner, kind: "whole", path: "", text: slice(item.span) });
          break;
        }
        add(owner, {
          owner,
          kind: "head",
          path: "",
          text: slice({ start: item.span.start, end: record.span.start }),
        });
        for (const field of record.fields) {
          const path = field.path.names.map((one) => one.name).join(".");
          add(`${owner}: ${path}`, {
            owner,
            kind: "field",
            path,
            text: slice(field.span).slice(path.length),
          });
        }
        break;
      }
      case "sweep":
      case "search": {
        const owner = `${item.kind} ${item.name.name}`;
        const end = item.clauses[0]?.span.start ?? item.span.end;
        add(owner, { owner, kind: "head", path: "", text: slice({ start: item.span.start, end }) });
        for (const clause of item.clauses) {
          const list = listOf(clause);
          const piece: Piece = {
            ...{ owner, kind: "clause", path: "", text: slice(clause.span) },
            ...(list === null ? {} : { list: list.map(slice) }),
          };
          const key = `${owner}: ${clauseName(clause, slice)}`;
          // What is said twice needs a key each.
          let own = key;
          for (let i = 2; pieces.has(own); i++) own = `${key} (${i})`;
          add(own, piece);
        }
        break;
      }
      case "show":
        for (const { value } of item.items) {
          let expr = value;
          while (expr.kind === "paren") expr = expr.inner;
          if (expr.kind === "binary" && (expr.op === "on" || expr.op === "with"))
            shown.push(slice(expr.span).replace(/\s+/g, " "));
        }
        verbs.push(slice(item.span));
        break;
      default:
        verbs.push(slice(item.span));
    }
  }
  return { pieces, verbs, shown, spans };
}

type Clause = Extract<Item, { readonly kind: "search" | "sweep" }>["clauses"][number];
type Slice = (span: { readonly start: number; readonly end: number }) => string;

/** `plan tp8`, `let base`, `search best`; null for a verb. */
function ownerOf(item: Item): string | null {
  switch (item.kind) {
    case "define":
      return `${item.what} ${item.name.name}`;
    case "let":
    case "sweep":
    case "search":
      return `${item.kind} ${item.name.name}`;
    default:
      return null;
  }
}

/** What a clause is about: `for plan.tp`, `where memory.peak`, `derive saved`. A table is ranked by one thing. */
function clauseName(clause: Clause, slice: Slice): string {
  switch (clause.kind) {
    case "for":
      return `for ${clause.paths.map(({ span }) => slice(span)).join(", ")}`;
    case "where": {
      const { condition } = clause;
      return `where ${slice((condition.kind === "binary" ? condition.left : condition).span)}`;
    }
    case "derive":
      return `derive ${clause.name.name}`;
    case "keep":
      return "keep";
    default:
      return "ranked by";
  }
}

function listOf(clause: Clause): readonly Parameters<Slice>[0][] | null {
  switch (clause.kind) {
    case "pareto":
      return clause.objectives.map(({ span }) => span);
    case "minimize":
    case "maximize":
      return [clause.objective.span];
    case "keep":
      return clause.per.map(({ span }) => span);
    default:
      return null;
  }
}

type Item = ReturnType<typeof parse>["file"]["items"][number];
type Definition = Extract<Item, { readonly kind: "define" | "let" }>;

/** The record that a definition is, or that it changes another with: `{ .. }`, or the right side of `base with { .. }`. */
function bodyOf(item: Definition): Extract<Item, { readonly kind: "let" }>["value"] {
  let expr = item.kind === "define" ? item.body : item.value;
  while (expr.kind === "binary" && expr.op === "with" && expr.right.kind === "record") expr = expr.right;
  return expr;
}

function withoutComments(text: string): string {
  const out: string[] = [];
  // A `#` in a text in quotes is no comment.
  for (const line of text.split("\n"))
    out.push(line.replace(/^((?:[^"#]|"(?:[^"\\]|\\.)*")*)#.*$/, "$1").trim());
  return out
    .filter((line) => line !== "")
    .join("\n")
    .replace(/[ \t]+/g, " ");
}

/** The words of a text, names among them. */
export const wordsOf = (text: string): readonly string[] => text.match(/[A-Za-z_]\w*/g) ?? [];
