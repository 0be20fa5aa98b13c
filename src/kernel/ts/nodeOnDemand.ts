import { builtinModules } from "node:module";
import { runInNewContext } from "node:vm";
import type { Converted, Converter } from "./conversion.ts";
import type { Surroundings } from "./surroundings.ts";

/**
 * A converter without Node's declarations until a cell needs them: these two megabytes are half of what a first cell takes, and
 * most cells ask for the sheet and print. A cell that names something of Node's, or has a mistake that Node's declarations
 * could mend, is converted with them, and so is every later one: what a reader sees is the same.
 */
export function nodeOnDemand(make: (surroundings: Surroundings) => Converter): Converter {
  let surroundings: Surroundings = "lean";
  let converter = make(surroundings);
  function addNode(): void {
    surroundings = "node";
    converter = make(surroundings);
  }
  function lookAt(source: string): void {
    if (surroundings === "lean" && namesNode(source)) addNode();
  }
  return {
    convert(declarations, source) {
      lookAt(source);
      const made = converter.convert(declarations, source);
      if (surroundings === "node" || !lacks(made)) return made;
      addNode();
      return converter.convert(declarations, source);
    },
    complete(declarations, source, offset) {
      lookAt(source);
      return converter.complete(declarations, source, offset);
    },
    inspect(declarations, source, offset) {
      lookAt(source);
      return converter.inspect(declarations, source, offset);
    },
    isComplete: (source) => converter.isComplete(source),
  };
}

/** TypeScript's codes for a name, a module, a namespace, a property or an export that is not there. */
const MISSING: ReadonlySet<number> = new Set([
  2304, 2305, 2307, 2318, 2339, 2503, 2550, 2551, 2552, 2580, 2591, 2613, 2614, 2694, 2724, 7016,
]);

function lacks(made: Converted): boolean {
  return made.kind === "wrong" && made.mistakes.some(({ code }) => MISSING.has(code));
}

let globals: ReadonlySet<string> | null = null;

/** The names that Node adds to those of the language. */
function nodeGlobals(): ReadonlySet<string> {
  if (globals) return globals;
  const all = new Set(Object.getOwnPropertyNames(globalThis));
  for (const name of runInNewContext("Object.getOwnPropertyNames(globalThis)") as string[]) all.delete(name);
  for (const name of ["require", "module", "exports", "__dirname", "__filename", "NodeJS"]) all.add(name);
  all.delete("console");
  globals = all;
  return all;
}

const modules: ReadonlySet<string> = new Set(builtinModules);

function namesNode(source: string): boolean {
  const words = source.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [];
  if (words.some((word) => nodeGlobals().has(word))) return true;
  return [...source.matchAll(/["']([\w:/]+)["']/g)].some(
    ([, id = ""]) => id.startsWith("node:") || modules.has(id),
  );
}
