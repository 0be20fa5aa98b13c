import type { Source } from "../../dsl/ast/ast.ts";
import {
  createModules,
  define,
  type Entry,
  type Module,
  moduleScope,
  type Read,
} from "../../dsl/evaluate/index.ts";
import { parse } from "../../dsl/syntax/index.ts";
import { chosenEntry } from "../definitions/choices.ts";
import { launchDefinitions } from "../definitions/launchDefinitions.ts";
import { parseOverrides } from "../definitions/overrides.ts";

/** A program as plain data, from which a worker thread parses it again. */
export interface ProgramTexts {
  /**
   * Texts of the program: one file, or a notebook's cells, each with the names whose definitions still come from it.
   */
  readonly texts: readonly { readonly source: Source; readonly names: readonly string[] }[];
  readonly mode: "file" | "cell";
  /**
   * Texts that the program imports from its project, by importer and specifier. Workers take these instead of the
   * files, which may have changed since.
   */
  readonly imports: ReadonlyMap<string, ReturnType<Read>>;
  readonly overrides: readonly string[];
  /** Values chosen for the program's `control` statements, by path. */
  readonly choices: readonly (readonly [path: string, text: string])[];
}

export type OpenProgram = { readonly module: Module } & Pick<ReturnType<typeof parseOverrides>, "changes">;

export function programTexts(
  module: Module,
  { mode, imports, overrides }: Pick<ProgramTexts, "mode" | "imports" | "overrides">,
): ProgramTexts {
  const names = new Map<Source, string[]>();
  for (const { name, place } of module.entries.values())
    names.set(place.source, [...(names.get(place.source) ?? []), name]);
  const texts = [...names].map(([source, own]) => ({ source, names: own }));
  const choices = [...module.entries.values()].flatMap(({ chosen = [] }) =>
    chosen.map(({ of, text }) => [of, text] as const),
  );
  return { texts, mode, imports, overrides, choices };
}

/**
 * Parses a program's texts on a worker thread, into a module in which each name has the same definition as in the main
 * thread.
 */
export function openProgram(
  { texts, mode, imports, overrides, choices }: ProgramTexts,
  library: Read,
): OpenProgram {
  const read: Read = (specifier, from) => imports.get(importKey(specifier, from)) ?? library(specifier, from);
  const loader = createModules(read, () => {}, launchDefinitions);
  const module: Module = { name: "program", entries: new Map<string, Entry>() };
  const chosen = new Map(choices);
  for (const { source, names } of texts) {
    const { entries } = define(parse(source, mode).file, module, loader);
    for (const entry of entries)
      if (names.includes(entry.name)) module.entries.set(entry.name, chosenEntry(module, entry, chosen));
  }
  const scope = moduleScope(module, { name: "--set", text: "" });
  return { module, changes: parseOverrides(overrides, scope).changes };
}

export function importKey(specifier: string, from: string): string {
  return `${from}\0${specifier}`;
}

/**
 * Reader of imported files that also records the texts of the project's files for worker threads. Library files never
 * change, and are not recorded.
 */
export function keptImports(read: Read): { readonly read: Read; readonly imports: ProgramTexts["imports"] } {
  const imports = new Map<string, ReturnType<Read>>();
  return {
    imports,
    read(specifier, from) {
      const found = read(specifier, from);
      if (!/^std[/@]/.test(specifier)) imports.set(importKey(specifier, from), found);
      return found;
    },
  };
}
