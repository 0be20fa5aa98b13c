import type { Diagnostic } from "../dsl/diagnostics/index.ts";
import { parse, printExpr } from "../dsl/syntax/index.ts";

/**
 * A program split into pieces of text that can change independently. The order of definitions has no meaning
 * in the language.
 */
export interface Parts {
  /**
   * Pieces of the program by a key that users can read: `plan tp8: tp`, `search best: where memory.peak`,
   * `import h100_sxm`.
   */
  readonly pieces: Pieces;
  /** Texts of the statements `show`, `plot`, `explain` and `expect`. They display results and change none. */
  readonly verbs: readonly string[];
  /** Texts of scenarios written inside a `show`. */
  readonly shown: readonly string[];
  /** Text span of each definition and verb, with its owner (null for a verb). Imports are left out. */
  readonly spans: readonly { readonly owner: string | null; readonly start: number; readonly end: number }[];
}

export type Pieces = ReadonlyMap<string, Piece>;

export interface Piece {
  /** Key of the definition that the piece belongs to: `plan tp8`, `search best`. */
  readonly owner: string;
  /**
   * Kind of the piece. A `field` stands between the braces of its definition's head, a `clause` below the
   * head; `whole` is an undivided definition.
   */
  readonly kind: "import" | "head" | "field" | "clause" | "whole";
  /** Path of a field: `tp`. Empty for other kinds of pieces. */
  readonly path: string;
  /** Text of the piece as written, with insignificant blanks removed. */
  readonly text: string;
  /** Expressions of `minimize`, `maximize` and `pareto`, or the paths that `keep` keeps rows per. */
  readonly list?: readonly string[];
}

/** Splits a program text into its parts. Returns the diagnostics where it does not parse. */
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
        for (const piece of importsOf(item)) add(piece.owner, piece);
        break;
      case "define":
      case "exercise":
      case "predict":
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
      case "search":
      case "solve":
        addTable(item, slice, pieces);
        break;
      case "show":
        for (const { value } of item.items) {
          let expr = value;
          while (expr.kind === "paren") expr = expr.inner;
          if (expr.kind === "binary" && (expr.op === "on" || expr.op === "with"))
            shown.push(slice(expr.span).replace(/\s+/g, " "));
        }
        verbs.push(slice(item.span));
        break;
      case "fn": {
        const owner = `fn ${item.name.name}`;
        add(owner, { owner, kind: "whole", path: "", text: slice(item.span) });
        break;
      }
      default:
        verbs.push(slice(item.span));
    }
  }
  return { pieces, verbs, shown, spans };
}

/** Adds the pieces of a table: its head, and its clauses. */
function addTable(item: Table, slice: Slice, pieces: Map<string, Piece>): void {
  const owner = `${item.kind} ${item.name.name}`;
  const end = item.clauses[0]?.span.start ?? item.span.end;
  pieces.set(owner, { owner, kind: "head", path: "", text: slice({ start: item.span.start, end }) });
  for (const clause of item.clauses) {
    const list = listOf(clause);
    const piece: Piece = {
      ...{ owner, kind: "clause", path: "", text: clauseText(clause, slice) },
      ...(list === null ? {} : { list: list.map(slice) }),
    };
    const key = `${owner}: ${clauseName(clause, slice)}`;
    // A second piece with the same key gets a numbered key.
    let own = key;
    for (let i = 2; pieces.has(own); i++) own = `${key} (${i})`;
    pieces.set(own, piece);
  }
}

/** Text of a clause. Each limit of a `within` is a clause of its own. */
const clauseText = (clause: Clause, slice: Slice): string =>
  `${clause.kind === "where" && clause.budget ? "within " : ""}${slice(clause.span)}`;

/** Pieces of one `import` statement: one per imported name. */
function importsOf({ names, from }: Extract<Item, { readonly kind: "import" }>): readonly Piece[] {
  return names.map(({ name, as }) => {
    const alias = as ? `${name.name} as ${as.name}` : name.name;
    const line = `import ${alias} from ${JSON.stringify(from.value)}`;
    return { owner: `import ${as?.name ?? name.name}`, kind: "import", path: "", text: line };
  });
}

type Table = Extract<Item, { readonly kind: "search" | "sweep" | "solve" }>;
type Clause = Table["clauses"][number];
type Slice = (span: { readonly start: number; readonly end: number }) => string;

/** Key of the definition that an item is: `plan tp8`, `let base`, `search best`. null for a verb. */
function ownerOf(item: Item): string | null {
  switch (item.kind) {
    case "define":
      return `${item.what} ${item.name.name}`;
    case "exercise":
    case "predict":
    case "let":
    case "fn":
    case "sweep":
    case "search":
    case "solve":
      return `${item.kind} ${item.name.name}`;
    default:
      return null;
  }
}

/**
 * Name of a clause in its piece's key, by its subject: `for plan.tp`, `where memory.peak`, `derive saved`.
 * All rankings are `ranked by`, because a table has only one.
 */
function clauseName(clause: Clause, slice: Slice): string {
  switch (clause.kind) {
    case "for":
      return `for ${clause.paths.map(({ span }) => slice(span)).join(", ")}`;
    case "where": {
      const { condition, budget } = clause;
      if (budget && condition.kind === "binary") return `within ${printExpr(condition.left)}`;
      return `where ${slice((condition.kind === "binary" ? condition.left : condition).span)}`;
    }
    case "derive":
      return `derive ${clause.name.name}`;
    case "keep":
    case "scaling":
      return clause.kind;
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
type Definition = Extract<Item, { readonly kind: "define" | "let" | "exercise" | "predict" }>;

/** Right side of a definition: the braces, or `base with { .. }`. */
function bodyOf(item: Definition): Extract<Item, { readonly kind: "let" }>["value"] {
  let expr = item.kind === "let" ? item.value : item.body;
  while (expr.kind === "binary" && expr.op === "with" && expr.right.kind === "record") expr = expr.right;
  return expr;
}

function withoutComments(text: string): string {
  const out: string[] = [];
  // A `#` inside a quoted string starts no comment.
  for (const line of text.split("\n"))
    out.push(line.replace(/^((?:[^"#]|"(?:[^"\\]|\\.)*")*)#.*$/, "$1").trim());
  return out
    .filter((line) => line !== "")
    .join("\n")
    .replace(/[ \t]+/g, " ");
}

/** Identifiers that occur in a text, keywords included. */
export const wordsOf = (text: string): readonly string[] => text.match(/[A-Za-z_]\w*/g) ?? [];
