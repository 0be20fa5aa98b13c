import { parse } from "../../dsl/syntax/index.ts";

/** A program in the pieces that can change by themselves. What stands where does not matter to the language. */
export interface Parts {
  /** By a key that names them to a reader: `plan tp8: tp`, `import h100_sxm`. */
  readonly pieces: ReadonlyMap<string, Piece>;
  /** Its `show`, `plot`, `explain` and `expect`: they ask, and change no number. */
  readonly verbs: readonly string[];
}

export interface Piece {
  /** The definition that it is a part of, as it begins; a field stands between its braces. */
  readonly owner: string;
  readonly kind: "import" | "head" | "field" | "whole";
  /** The field's path, for fields. */
  readonly path: string;
  /** As written, without blanks that mean nothing. */
  readonly text: string;
}

/** Cuts a text; null where it does not parse. */
export function partsOf(name: string, text: string): Parts | null {
  const { file, diagnostics } = parse({ name, text }, "file");
  if (diagnostics.some(({ severity }) => severity === "error")) return null;
  const pieces = new Map<string, Piece>();
  const verbs: string[] = [];
  const slice = (span: { readonly start: number; readonly end: number }): string =>
    withoutComments(text.slice(span.start, span.end));
  const add = (key: string, piece: Piece): unknown => pieces.set(key, piece);
  for (const item of file.items) {
    switch (item.kind) {
      case "import":
        for (const { name: one, as } of item.names) {
          const alias = as ? `${one.name} as ${as.name}` : one.name;
          const line = `import ${alias} from ${JSON.stringify(item.from.value)}`;
          add(`import ${as?.name ?? one.name}`, { owner: "", kind: "import", path: "", text: line });
        }
        break;
      case "define":
      case "let": {
        const owner = item.kind === "let" ? `let ${item.name.name}` : `${item.what} ${item.name.name}`;
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
        add(owner, { owner, kind: "whole", path: "", text: slice(item.span) });
        break;
      }
      default:
        verbs.push(slice(item.span));
    }
  }
  return { pieces, verbs };
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

/** The program that pieces make, without its verbs. */
export function programOf(pieces: Iterable<Piece>): string {
  const all = [...pieces];
  const imports = all.filter(({ kind }) => kind === "import").map(({ text }) => text);
  const fields = new Map<string, string[]>();
  for (const { kind, owner, path, text } of all)
    if (kind === "field") fields.set(owner, [...(fields.get(owner) ?? []), `  ${path}${text}`]);
  const definitions = all.flatMap(({ kind, owner, text }): readonly string[] => {
    if (kind === "whole") return [text];
    return kind === "head" ? [[`${text} {`, ...(fields.get(owner) ?? []), "}"].join("\n")] : [];
  });
  return `${[...imports, ...definitions].join("\n")}\n`;
}
