import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.ts";
import { either, suggest } from "../../dsl/diagnostics/index.ts";
import { importEdit } from "./importEdit.ts";

const RUN_ABOVE = "run the cells above, if one of them defines it: after a restart no name is known";

/** Maximum number of library names that one hint lists. */
const MOST = 5;

type Library = ReadonlyMap<string, readonly string[]>;

/**
 * Returns a function that adds hints to diagnostics: how to import a library name that is not imported, or from which
 * file. The library's names are read at the first such error.
 */
export function importAdvice(read: () => Library): (one: Diagnostic) => Diagnostic {
  let library: Library | null = null;
  let homes: ReadonlyMap<string, string> = new Map();
  const open = (): Library => {
    if (library) return library;
    library = read();
    homes = new Map([...library].flatMap(([module, names]) => names.map((name) => [name, module] as const)));
    return library;
  };
  return (one) => {
    const { place, code } = one;
    if (!place || !(code === "unknown-name" || code === "unknown-import" || code === "unknown-word"))
      return one;
    const files = open();
    const raw = place.source.text.slice(place.span.start, place.span.end);
    const written = raw.replace(/"/g, "");
    if (code === "unknown-import" && raw.startsWith('"')) {
      const near = suggest(written, files.keys());
      if (near === null) return one;
      const known = namesFor(place).every((name) => files.get(near)?.includes(name));
      const fix = known ? { fix: { place, text: `"${near}"` } } : {};
      return { ...one, help: `did you mean "${near}"?`, ...fix };
    }
    const home = homes.get(written);
    if (home !== undefined && code !== "unknown-import")
      return {
        ...one,
        help: `it is in the library: \`import ${written} from "${home}"\``,
        fix: importEdit(place.source, written, home),
      };
    if (home !== undefined) {
      const file = fileOf(place);
      return {
        ...one,
        help: `it is in "${home}"`,
        fix: file ? { place: file, text: `"${home}"` } : undefined,
      };
    }
    if (one.help !== undefined) return one;
    const near = suggest(written, homes.keys());
    if (near !== null) return { ...one, help: `did you mean \`${near}\`, of "${homes.get(near)}"?` };
    const begun = [...homes.keys()].filter((name) => name.startsWith(`${written.toLowerCase()}_`));
    if (begun.length === 0)
      return code === "unknown-name" && /^(cell )?\[/.test(place.source.name)
        ? { ...one, help: RUN_ABOVE }
        : one;
    const some = begun.slice(0, MOST).map((name) => `\`${name}\``);
    const their = [...new Set(begun.map((name) => `"${homes.get(name)}"`))];
    return { ...one, help: `${their.join(" and ")} ${their.length === 1 ? "has" : "have"} ${either(some)}` };
  };
}
/**
 * Place of the file name in an import statement, given the place of the imported name. Null where the import takes
 * several names: the file may be right for the rest.
 */
function fileOf({ source, span }: NonNullable<Diagnostic["place"]>): Diagnostic["place"] | null {
  const before = /\bimport\s+$/.exec(source.text.slice(0, span.start));
  const after = /^(\s+from\s+)("[^"\n]*")/.exec(source.text.slice(span.end));
  const [, from = "", file = ""] = after ?? [];
  const start = span.end + from.length;
  return before && after ? { source, span: { start, end: start + file.length } } : null;
}

/** Names that an import statement takes, given the place of its file name. */
function namesFor({ source, span }: NonNullable<Diagnostic["place"]>): readonly string[] {
  const names = /\bimport\s+([^"]*?)\s+from\s*$/.exec(source.text.slice(0, span.start))?.[1] ?? "";
  return names.split(",").map((one) => one.trim().split(/\s/)[0] ?? "");
}
