import { createRequire } from "node:module";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { Script } from "node:vm";

/** Modules that a TypeScript cell can load with `require`. */
export interface SideModules {
  readonly require: NodeJS.Require;
  /** Sets the project files that a cell imports, converted to CommonJS in memory, by path. */
  update(files: ReadonlyMap<string, string>): void;
}

/**
 * Creates the module loader of TypeScript cells. Modules are resolved from the notebook's folder, and this
 * package itself is always available.
 */
export function sideModules(folder: string): SideModules {
  const sources = new Map<string, string>();
  const loaded = new Map<string, { readonly exports: object }>();
  const ownPackage = createRequire(import.meta.url);

  function converted(from: string, id: string): object | null {
    if (!id.startsWith(".") && !isAbsolute(id)) return null;
    const path = resolve(from, id);
    const names = [path, `${path}.js`, path.replace(/\.ts$/, ".js"), join(path, "index.js")];
    for (const key of names.map((name) => name.replaceAll("\\", "/"))) {
      const source = sources.get(key);
      if (source === undefined) continue;
      const known = loaded.get(key);
      if (known) return known.exports;
      const module = { exports: {} };
      loaded.set(key, module);
      const script = new Script(`(function (exports, require, module) { ${source}\n})`, { filename: key });
      const body = script.runInThisContext() as (...given: readonly unknown[]) => void;
      body(module.exports, requireFrom(dirname(key)), module);
      return module.exports;
    }
    return null;
  }

  function requireFrom(from: string): NodeJS.Require {
    const real = createRequire(join(from, "cell.js"));
    const require = (id: string): unknown => {
      const file = converted(from, id);
      if (file) return file;
      try {
        return real(id);
      } catch (error) {
        if (id !== "dtplan") throw error;
        return ownPackage(id);
      }
    };
    const { resolve, cache, main, extensions } = real;
    return Object.assign(require, { resolve, cache, main, extensions });
  }

  return {
    require: requireFrom(folder),
    update(files) {
      for (const [path, source] of files) sources.set(path, source);
      // Modules that import a changed file hold its old exports, so drop all loaded modules.
      if (files.size > 0) loaded.clear();
    },
  };
}
