import { builtinModules } from "node:module";
import { runInNewContext } from "node:vm";
import type { Converted, Converter } from "./conversion.ts";
import type { Surroundings } from "./surroundings.ts";

/**
 * Converter that loads Node's declarations only when a cell needs them. Their two megabytes take half of a
 * first cell's time, and most cells only read definitions and print. The declarations are loaded once a cell
 * names something of Node's, or has an error that they could fix; later cells then use them too. Results do
 * not depend on this.
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

/**
 * TypeScript's error codes for a missing name, module, namespace, property or export, which Node's
 * declarations may fix.
 */
const MISSING: ReadonlySet<number> = new Set([
  2304, 2305, 2307, 2318, 2339, 2503, 2550, 2551, 2552, 2580, 2591, 2613, 2614, 2694, 2724, 7016,
]);

function lacks(made: Converted): boolean {
  return made.kind === "wrong" && made.mistakes.some(({ code }) => MISSING.has(code));
}

let globals: ReadonlySet<string> | null = null;

/** Global names that Node adds to those of the language. */
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
