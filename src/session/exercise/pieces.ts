import type { Exercise, File, Import, Statement } from "../../dsl/ast/ast.ts";
import { namesRead } from "../../dsl/evaluate/index.ts";
import { parse, statementWords } from "../../dsl/syntax/index.ts";

/** Text of a program, or of a cell of a notebook. */
export interface Part {
  readonly name: string;
  readonly text: string;
}

/** Definition of a name, cut out of a text. */
export interface Piece {
  readonly text: string;
  readonly isImport: boolean;
  /** Names that its expressions read. */
  readonly reads: ReadonlySet<string>;
}

/** Exercise of a text: its fields as texts, by name. */
export interface ExercisePiece {
  readonly name: string;
  readonly fields: ReadonlyMap<string, string>;
  readonly reads: ReadonlySet<string>;
  /** Question in words. */
  readonly doc?: string;
}

/** Definitions and exercises of texts, in written order. A later definition of a name replaces an earlier one, as in a notebook. */
export interface Pieces {
  readonly definitions: ReadonlyMap<string, Piece>;
  readonly exercises: ReadonlyMap<string, ExercisePiece>;
  /** Values that `control NAME in [..]` lists, as texts. A key says by them what differs between students. */
  readonly controls: ReadonlyMap<string, readonly string[]>;
  /** Messages of syntax errors, with the names of the exercises whose text has them; null for the rest of a text. */
  readonly errors: readonly { readonly exercise: string | null; readonly message: string }[];
}

/**
 * Takes texts apart into definitions and exercises. Statements that show something are left out, and so is what a syntax
 * error makes unreadable: the rest stays.
 */
export function piecesOf(parts: readonly Part[]): Pieces {
  const definitions = new Map<string, Piece>();
  const exercises = new Map<string, ExercisePiece>();
  const controls = new Map<string, readonly string[]>();
  const errors: { exercise: string | null; message: string }[] = [];
  for (const { name, text } of parts) {
    const whole = parse({ name, text }, "cell");
    const broken = whole.diagnostics.some(isError);
    const read = broken ? statementTexts(text).map((one) => parse({ name, text: one }, "cell")) : [whole];
    for (const { file, diagnostics } of read) {
      const own = diagnostics.find(isError);
      const [, exercise = null] = /^exercise\s+(\w+)/.exec(file.source.text) ?? [];
      if (own) errors.push({ exercise, message: own.message });
      for (const item of file.items) {
        if (item.kind === "import")
          for (const [own, piece] of importPieces(item)) definitions.set(own, piece);
        else if (item.kind === "exercise") {
          if (!own) exercises.set(item.name.name, exercisePiece(file, item));
        } else if (item.kind === "control") {
          const [name, ...more] = item.path.names;
          if (name && more.length === 0 && item.in.kind === "list" && item.in.items.length > 0)
            controls.set(
              name.name,
              item.in.items.map(({ span }) => file.source.text.slice(span.start, span.end)),
            );
        } else if ("name" in item) definitions.set(item.name.name, definitionPiece(file, item));
      }
    }
  }
  return { definitions, exercises, controls, errors };
}

const isError = ({ severity }: { readonly severity: string }): boolean => severity === "error";

/** Pattern of the lines on which statements begin, as the formatter writes them. */
const BEGINS = new RegExp(`^(?=(?:${statementWords.join("|")})\\b)`, "m");

/** Statements of a text that has a syntax error, each by itself, so that an open bracket takes no later one along. */
const statementTexts = (text: string): readonly string[] => text.split(BEGINS);

function importPieces({ names, from }: Import): readonly (readonly [string, Piece])[] {
  return names.map(({ name, as }) => {
    const alias = as ? `${name.name} as ${as.name}` : name.name;
    const text = `import ${alias} from ${JSON.stringify(from.value)}`;
    return [as?.name ?? name.name, { text, isImport: true, reads: new Set<string>() }];
  });
}

const definitionPiece = ({ source }: File, item: Statement): Piece => ({
  text: source.text.slice(item.span.start, item.span.end),
  isImport: false,
  reads: namesRead(item),
});

function exercisePiece({ source }: File, { name, body, doc }: Exercise): ExercisePiece {
  const fields = new Map<string, string>();
  for (const { path, value } of body.fields)
    fields.set(
      path.names.map((one) => one.name).join("."),
      source.text.slice(value.span.start, value.span.end),
    );
  return { name: name.name, fields, reads: namesRead(body), ...(doc === undefined ? {} : { doc }) };
}

/** Exercise to run, with the fields to give it as texts. */
export interface Asked {
  readonly name: string;
  readonly fields: ReadonlyMap<string, string>;
  readonly reads: ReadonlySet<string>;
}

/**
 * Program that runs exercises with the definitions that they read, directly or through others, and nothing else: what
 * they do not read is not evaluated.
 */
export function programOf(definitions: ReadonlyMap<string, Piece>, exercises: readonly Asked[]): string {
  const own = new Set(exercises.map(({ name }) => name));
  const needed = new Set<string>();
  const need = (names: Iterable<string>): void => {
    for (const name of names) {
      const piece = definitions.get(name);
      if (!piece || needed.has(name) || own.has(name)) continue;
      needed.add(name);
      need(piece.reads);
    }
  };
  for (const { reads } of exercises) need(reads);
  const taken = [...definitions].filter(([name]) => needed.has(name)).map(([, piece]) => piece);
  const texts = exercises.map(({ name, fields }) => {
    const lines = [...fields].map(([field, text]) => `  ${field} = ${text}`);
    return [`exercise ${name} {`, ...lines, "}"].join("\n");
  });
  const imports = taken.filter(({ isImport }) => isImport);
  const others = taken.filter(({ isImport }) => !isImport);
  return `${[...imports, ...others].map(({ text }) => text).join("\n")}\n${texts.join("\n")}\n`;
}
