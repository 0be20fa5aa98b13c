import type { Source, Span } from "../ast/ast.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { type Parsed, parseSection, type Section, sectionsOf } from "../syntax/index.ts";
import { define, type Entry, type Loader, type Module, moduleScope } from "./module.ts";

/**
 * Makes a module from a file of the shipped library. Each definition is parsed when it is first read, because the
 * library is long and a program uses little of it. Library files therefore have to be formatted and free of errors,
 * which tests check.
 */
export function libraryModule(
  source: Source,
  loader: Loader,
  report: (diagnostic: Diagnostic) => void,
): Module {
  const module: Module = { name: source.name, entries: new Map() };
  const { head, definitions } = sectionsOf(source.text);
  const read = (span: Span): Parsed["file"] => {
    const { file, diagnostics } = parseSection(source, span);
    for (const one of diagnostics) report(one);
    return file;
  };
  const { entries, diagnostics } = define(read(head), module, loader);
  for (const one of diagnostics) report(one);
  for (const entry of entries) module.entries.set(entry.name, entry);
  const scope = moduleScope(module, source);
  for (const section of definitions) {
    module.entries.set(section.name, new LibraryEntry(section, scope, read));
  }
  return module;
}

class LibraryEntry implements Entry {
  readonly name: string;
  readonly place: Entry["place"];
  readonly from = null;
  value: Entry["value"] = null;
  #statement: Entry["statement"] | undefined;

  constructor(
    private readonly section: Section,
    readonly scope: Entry["scope"],
    private readonly read: (span: Span) => Parsed["file"],
  ) {
    this.name = section.name;
    this.place = { source: scope.source, span: section.nameSpan };
  }

  get statement(): Entry["statement"] {
    if (this.#statement === undefined) {
      const [item] = this.read(this.section.span).items;
      this.#statement = item && "name" in item ? item : null;
    }
    return this.#statement;
  }
}
