import type { Item } from "./item.ts";
import type { Known, KnownName } from "./text/known.ts";

/**
 * Names that importable modules define and that the text does not have yet. Modules on papers (`std/papers/`) are left
 * out.
 */
export function importable(names: ReadonlyMap<string, KnownName>, known: Known): readonly Importable[] {
  return known.modules.flatMap((module) =>
    module.startsWith("std/papers/")
      ? []
      : known
          .exports(module)
          .filter((entry) => !names.has(entry.name))
          .map((entry) => ({ entry, module })),
  );
}

interface Importable {
  readonly entry: KnownName;
  readonly module: string;
}

const importText = ({ entry, module }: Importable): string => `import ${entry.name} from "${module}"`;

export const importItem = (one: Importable): Item => ({
  text: importText(one),
  kind: "module",
  detail: one.entry.kind,
  doc: one.entry.detail,
});

/**
 * Completion of a library name that the text has not imported, at a place where it is used. Its detail shows the import
 * that it needs.
 */
export const importedItem = (one: Importable): Item => ({
  text: one.entry.name,
  kind: one.entry.kind,
  detail: `${one.entry.kind}; needs ${importText(one)}`,
  doc: one.entry.detail,
});
