import type { PartLoader } from "./partLoader.ts";

/**
 * Sets the global function by which the program loads parts of its own code, synchronously, at the first call of one of their functions
 * (`scripts/parts/`). A part is a function of what it shares with the main bundle.
 */
export function serveCode(scope: object, { load }: Pick<PartLoader, "load">): void {
  const loaded = new Map<string, unknown>();
  Reflect.set(scope, "dtp:part", (name: string) => {
    if (!loaded.has(name)) {
      const make = load(name) as (shared: unknown) => unknown;
      loaded.set(name, make(Reflect.get(scope, "dtp:shared")));
    }
    return loaded.get(name);
  });
}
