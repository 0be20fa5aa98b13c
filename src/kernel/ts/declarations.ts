import type { Sheet } from "../../session/index.ts";

/** What TypeScript knows of the names around a cell: those of earlier cells, and those of the sheet. */
export interface Declarations {
  /** For converting `body`; names that it mentions get their exact types if `evaluate`. */
  before(body: string, evaluate: boolean): string;
  /** Takes what the converter made of them and of the cell. */
  keep(after: string, declared: ReadonlySet<string>): void;
  /** Whether a name means the sheet's definition although a cell has declared it: the last to define it wins. */
  hides(name: string): boolean;
  /** The names that cells have declared and that mean it still, each with its type as TypeScript writes it. */
  names(): readonly { readonly name: string; readonly type: string }[];
  clear(): void;
}

export function declarations(sheet: Sheet): Declarations {
  let kept = "";
  /** Names that cells have declared: what the sheet meant by them then. */
  const own = new Map<string, object | null>();
  let seeded: ReadonlySet<string> = new Set();

  const hides = (name: string): boolean => {
    const definition = sheet.definition(name);
    return definition !== null && own.get(name) !== definition;
  };

  return {
    before(body, evaluate) {
      const words = new Set(body.match(/[A-Za-z_]\w*/g));
      const names = sheet.names().filter(hides);
      seeded = new Set(names);
      const seeds = names.map(
        (name) => `declare const ${name}: ${typeOf(sheet, name, evaluate && words.has(name))};`,
      );
      return [...seeds, ...statements(kept).filter((one) => !seeded.has(nameOf(one)))].join("\n");
    },
    keep(after, declared) {
      kept = statements(after)
        .filter((one) => declared.has(nameOf(one)) || !seeded.has(nameOf(one)))
        .join("\n");
      for (const name of declared) own.set(name, sheet.definition(name));
    },
    hides: (name) => !own.has(name) || hides(name),
    names: () =>
      statements(kept).flatMap((one) => {
        const name = nameOf(one);
        return own.has(name) && !hides(name) ? [{ name, type: typeIn(one) }] : [];
      }),
    clear() {
      kept = "";
      own.clear();
    },
  };
}

/** A name that is broken may be written as anything: what is wrong with it is told when it is read. */
function typeOf(sheet: Sheet, name: string, exact: boolean): string {
  try {
    return sheet.type(name, exact);
  } catch {
    return "any";
  }
}

/** The compiler prints each statement at the start of a line; its other lines are indented or begin with a bracket. */
function statements(text: string): readonly string[] {
  return text.split(/\n(?=[a-zA-Z/@])/).filter((one) => one.trim() !== "");
}

/** `declare let x: number;` is a `number`; a function, a class and an enum are called that. */
function typeIn(statement: string): string {
  const [, kind = "", type] =
    /\b(const|let|var|function|class|enum) [\w$]+(?:(?:: | = )([\s\S]*?);?\s*$)?/.exec(statement) ?? [];
  return type === undefined ? kind : type.replace(/\s+/g, " ");
}

/** The variable, function or class that a statement declares; "" for others. */
function nameOf(statement: string): string {
  return (
    /^(?:\/\*\*[\s\S]*?\*\/\s*)?(?:declare )?(?:abstract )?(?:const|let|var|function|class|enum) ([\w$]+)/.exec(
      statement,
    )?.[1] ?? ""
  );
}
