import type { Sheet } from "../../session/index.ts";

/**
 * Store of TypeScript declarations for the names that a cell can read: variables of earlier TypeScript cells,
 * and definitions of DTP cells.
 */
export interface Declarations {
  /**
   * Declarations that a cell's `body` is checked against. With `evaluate`, DTP names in it get their exact
   * types, which evaluates them.
   */
  before(body: string, evaluate: boolean): string;
  /** Stores the declarations that the converter returns after a cell. */
  keep(after: string, declared: ReadonlySet<string>): void;
  /**
   * True where a name means a DTP definition although a TypeScript cell has declared the name too: the last
   * definition wins.
   */
  hides(name: string): boolean;
  /**
   * Variables that TypeScript cells have declared and that no DTP definition hides, each with its type as
   * TypeScript writes it.
   */
  names(): readonly { readonly name: string; readonly type: string }[];
  clear(): void;
}

export function declarations(sheet: Sheet): Declarations {
  let kept = "";
  /**
   * Names that TypeScript cells have declared, each with the DTP definition that it had at that time (null
   * for none).
   */
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

/**
 * TypeScript type of a DTP definition. A definition with an error is `any`, because reading it reports the
 * error.
 */
function typeOf(sheet: Sheet, name: string, exact: boolean): string {
  try {
    return sheet.type(name, exact);
  } catch {
    return "any";
  }
}

/**
 * Statements of a declaration text. The compiler starts each statement at the beginning of a line; other
 * lines are indented or begin with a bracket.
 */
function statements(text: string): readonly string[] {
  return text.split(/\n(?=[a-zA-Z/@])/).filter((one) => one.trim() !== "");
}

/**
 * Type in a declaration: `declare let x: number;` gives `number`. A function, class or enum gives that word.
 */
function typeIn(statement: string): string {
  const [, kind = "", type] =
    /\b(const|let|var|function|class|enum) [\w$]+(?:(?:: | = )([\s\S]*?);?\s*$)?/.exec(statement) ?? [];
  return type === undefined ? kind : type.replace(/\s+/g, " ");
}

/** Name of the variable, function or class that a declaration declares. Empty for other statements. */
function nameOf(statement: string): string {
  return (
    /^(?:\/\*\*[\s\S]*?\*\/\s*)?(?:declare )?(?:abstract )?(?:const|let|var|function|class|enum) ([\w$]+)/.exec(
      statement,
    )?.[1] ?? ""
  );
}
