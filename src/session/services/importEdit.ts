import type { Source } from "../../dsl/ast/ast.ts";
import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.ts";

/** Text edit that imports a library name. It extends an existing import of the same file, or adds an import line. */
export function importEdit(source: Source, name: string, file: string): NonNullable<Diagnostic["fix"]> {
  const insert = (at: number, text: string) => ({ place: { source, span: { start: at, end: at } }, text });
  for (const found of source.text.matchAll(/^import\s+([\w\s,]*?)\s+from\s+"([^"\n]*)"/gm)) {
    if (found[2] !== file) continue;
    const before = found[0].indexOf(found[1] ?? "");
    return insert(found.index + before + (found[1] ?? "").length, `, ${name}`);
  }
  return insert(headEnd(source.text), `import ${name} from "${file}"\n`);
}

/** Offset at which a text's first import goes: after its leading comments and its `edition`. */
function headEnd(text: string): number {
  const first = /^import\b/m.exec(text);
  if (first) return first.index;
  return /^(?:(?:#(?!#)[^\n]*\n)+\n)?(?:edition\s+\d+[^\n]*\n+)?/.exec(text)?.[0].length ?? 0;
}
