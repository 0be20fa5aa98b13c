import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.ts";
import { suggest } from "../../dsl/diagnostics/index.ts";

type Library = ReadonlyMap<string, readonly string[]>;

/**
 * A name that the library has, but the text has not imported; a file of the library under a wrong name. The library (its
 * files' names) is looked at once, when there is such a mistake.
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
    if (!place || (code !== "unknown-name" && code !== "unknown-import")) return one;
    const files = open();
    const raw = place.source.text.slice(place.span.start, place.span.end);
    const written = raw.replace(/"/g, "");
    if (code === "unknown-import" && raw.startsWith('"')) {
      const near = suggest(written, files.keys());
      if (near === null) return one;
      return { ...one, help: `did you mean "${near}"?`, fix: { place, text: `"${near}"` } };
    }
    const home = homes.get(written);
    if (home !== undefined && code === "unknown-name")
      return { ...one, help: `it is in the library: \`import ${written} from "${home}"\`` };
    if (home !== undefined) {
      const file = fileOf(place);
      const fix = file ? { fix: { place: file, text: `"${home}"` } } : {};
      return { ...one, help: `it is in "${home}"`, ...fix };
    }
    if (one.help !== undefined) return one;
    const near = suggest(written, homes.keys());
    return near === null ? one : { ...one, help: `did you mean \`${near}\`, of "${homes.get(near)}"?` };
  };
}

/** Where the file stands that a name is imported from; null where the import takes other names too, which may well be there. */
function fileOf({ source, span }: NonNullable<Diagnostic["place"]>): Diagnostic["place"] | null {
  const before = /\bimport\s+$/.exec(source.text.slice(0, span.start));
  const after = /^(\s+from\s+)("[^"\n]*")/.exec(source.text.slice(span.end));
  const [, from = "", file = ""] = after ?? [];
  const start = span.end + from.length;
  return before && after ? { source, span: { start, end: start + file.length } } : null;
}
