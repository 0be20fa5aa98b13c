import {
  type DocumentHighlight,
  DocumentHighlightKind,
  type Location,
  type Range,
  type TextEdit,
  type WorkspaceEdit,
} from "vscode-languageserver";
import type { File, Span } from "../../dsl/ast/ast.ts";
import { type Occurrence, occurrences } from "../../dsl/services/index.ts";
import { isHardWord, parse } from "../../dsl/syntax/index.ts";
import type { EditedText, Host } from "../contract/host.ts";
import { nameOf, type Programs } from "../text/programs.ts";
import { rangeIn } from "../text/ranges.ts";

/** A name that a file defines: the file, and the name in it. */
interface Definition {
  readonly file: EditedText;
  readonly name: string;
  /** Place of the name in its definition; null where an imported file has no such name. */
  readonly span: Span | null;
}

const sourceOf = ({ uri, text }: EditedText) => ({ name: nameOf(uri), text });

/** Name of a program at an offset; null between names. */
export function occurrenceAt(file: File, offset: number): Occurrence | null {
  return occurrences(file).find(({ span }) => span.start <= offset && offset <= span.end) ?? null;
}

/** Maximum number of files that a name is followed through. */
const DEEPEST = 8;

/** Definition of a name in a program, followed through imports. A table, a log or a configuration defines its names as a whole. */
function definitionOf(programs: Programs, file: EditedText, name: string, depth = 0): Definition {
  if (depth > 0 && !isProgram(file)) return { file, name, span: null };
  const tree = programs.tree(file);
  for (const item of tree.items) {
    if (item.kind !== "import") continue;
    const found = item.names.find((one) => (one.as ?? one.name).name === name);
    const target = found && depth < DEEPEST ? programs.resolve(item.from.value, file.uri) : null;
    if (found && target) return definitionOf(programs, target, found.name.name, depth + 1);
    if (found) return { file, name, span: (found.as ?? found.name).span };
  }
  const own = occurrences(tree).find((one) => one.role === "definition" && one.name === name);
  return { file, name, span: own?.span ?? null };
}

const locationOf = (file: EditedText, span: Span): Location => ({
  uri: file.uri,
  range: rangeIn(sourceOf(file), span),
});

const isProgram = ({ uri }: EditedText): boolean => uri.endsWith(".dtp");

/** Place that defines the name at an offset; for the path of an import, the imported file. */
export function definition(programs: Programs, file: EditedText, offset: number): Location | null {
  const tree = programs.tree(file);
  const item = tree.items.find(({ span }) => span.start <= offset && offset <= span.end);
  if (item?.kind === "import") {
    const target = programs.resolve(item.from.value, file.uri);
    if (item.from.span.start <= offset) return target && locationOf(target, { start: 0, end: 0 });
    const taken = item.names.find(({ name }) => name.span.start <= offset && offset <= name.span.end);
    if (taken && target) return placeOf(definitionOf(programs, target, taken.name.name, 1));
  }
  const found = occurrenceAt(tree, offset);
  return found && placeOf(definitionOf(programs, file, found.name));
}

const placeOf = ({ file, span }: Definition): Location => locationOf(file, span ?? { start: 0, end: 0 });

/** A file's places of one definition. */
interface Places {
  readonly file: EditedText;
  readonly places: readonly Occurrence[];
}

const same = (a: Definition, b: Definition): boolean => a.file.uri === b.file.uri && a.name === b.name;

/** Places of a definition in all programs of the project. Names after `as` are other names. */
function placesOf(programs: Programs, wanted: Definition, from: EditedText): readonly Places[] {
  const files = programs.project(from.uri);
  const all = files.some(({ uri }) => uri === wanted.file.uri) ? files : [...files, wanted.file];
  return all.flatMap((file): Places[] => {
    if (!file.text.includes(wanted.name)) return [];
    const tree = programs.tree(file);
    const places = occurrences(tree).filter(({ name, span, role }) => {
      if (name !== wanted.name) return false;
      return same(
        role === "exported" ? exportedAt(programs, file, tree, span) : definitionOf(programs, file, name),
        wanted,
      );
    });
    return places.length === 0 ? [] : [{ file, places }];
  });
}

/** Definition of the name before `as` in an import. */
function exportedAt(programs: Programs, file: EditedText, tree: File, span: Span): Definition {
  for (const item of tree.items) {
    if (item.kind !== "import") continue;
    const found = item.names.find(({ name }) => name.span.start === span.start);
    const target = found && programs.resolve(item.from.value, file.uri);
    if (found && target) return definitionOf(programs, target, found.name.name, 1);
  }
  return { file, name: "", span: null };
}

function definitionAt(programs: Programs, file: EditedText, offset: number) {
  const tree = programs.tree(file);
  const found = occurrenceAt(tree, offset);
  if (!found) return null;
  const wanted =
    found.role === "exported"
      ? exportedAt(programs, file, tree, found.span)
      : definitionOf(programs, file, found.name);
  return { found, wanted };
}

/** All places of the name at an offset, in all programs of the project. */
export function references(
  programs: Programs,
  file: EditedText,
  offset: number,
  withDefinition: boolean,
): Location[] {
  const at = definitionAt(programs, file, offset);
  if (!at) return [];
  return placesOf(programs, at.wanted, file).flatMap(({ file: one, places }) =>
    places
      .filter(({ role }) => withDefinition || role !== "definition")
      .map(({ span }) => locationOf(one, span)),
  );
}

/** Places of the name at an offset in its own file. */
export function documentHighlights(
  programs: Programs,
  file: EditedText,
  offset: number,
): DocumentHighlight[] {
  const tree = programs.tree(file);
  const found = occurrenceAt(tree, offset);
  return occurrences(tree)
    .filter(({ name }) => name === found?.name)
    .map(({ span, role }) => ({
      range: rangeIn(sourceOf(file), span),
      kind: role === "reference" ? DocumentHighlightKind.Read : DocumentHighlightKind.Write,
    }));
}

/** Result of a request to rename: edits, or why the name stays. */
export type Renamed = { readonly edit: WorkspaceEdit } | { readonly refused: string };

/** Range and text of the name at an offset, if it can be renamed. */
export function renameable(
  programs: Programs,
  host: Host,
  file: EditedText,
  offset: number,
): { readonly range: Range; readonly placeholder: string } | { readonly refused: string } {
  const at = definitionAt(programs, file, offset);
  if (!at) return { refused: "there is no name of this program here" };
  const { found, wanted } = at;
  if (isAlias(programs, file, found.name) && found.role !== "exported")
    return { range: rangeIn(sourceOf(file), found.span), placeholder: found.name };
  if (host.isLibrary(wanted.file.uri))
    return {
      refused: `\`${wanted.name}\` is a name of the library; write \`import ${wanted.name} as …\` instead`,
    };
  if (wanted.span === null) return { refused: `nothing defines \`${wanted.name}\`` };
  return { range: rangeIn(sourceOf(file), found.span), placeholder: found.name };
}

const isAlias = (programs: Programs, file: EditedText, name: string): boolean =>
  occurrences(programs.tree(file)).some((one) => one.role === "alias" && one.name === name);

/** Edits that rename the name at an offset in all programs. Refused where the new name would mean something else. */
export function rename(
  programs: Programs,
  host: Host,
  file: EditedText,
  offset: number,
  name: string,
): Renamed {
  const can = renameable(programs, host, file, offset);
  if ("refused" in can) return can;
  if (!/^[A-Za-z_]\w*$/.test(name)) return { refused: `\`${name}\` is not a name: letters, digits and _` };
  if (isHardWord(name)) return { refused: `\`${name}\` is a word of the language` };
  const at = definitionAt(programs, file, offset);
  if (!at) return { refused: "there is no name of this program here" };
  const { found, wanted } = at;
  const alias = isAlias(programs, file, found.name) && found.role !== "exported";
  const places = alias
    ? [
        {
          file,
          places: occurrences(programs.tree(file)).filter(
            (one) => one.name === found.name && one.role !== "exported",
          ),
        },
      ]
    : placesOf(programs, wanted, file);
  const changes: Record<string, TextEdit[]> = {};
  for (const one of places) {
    const refused = conflict(programs, one, name);
    if (refused !== null) return { refused };
    changes[one.file.uri] = one.places.map(({ span }) => ({
      range: rangeIn(sourceOf(one.file), span),
      newText: name,
    }));
  }
  return { edit: { changes } };
}

/**
 * Reason against a new name in a file: it is taken, or a field, a parameter or a column of that name would hide it at
 * one of the places. Null where there is none.
 */
function conflict(programs: Programs, { file, places }: Places, name: string): string | null {
  const taken = occurrences(programs.tree(file)).some((one) => one.name === name && one.role !== "exported");
  if (taken) return `\`${name}\` is taken in ${nameOf(file.uri)}`;
  let text = "";
  let done = 0;
  for (const { span } of places) {
    text += file.text.slice(done, span.start) + name;
    done = span.end;
  }
  text += file.text.slice(done);
  const after = occurrences(parse({ name: "", text }, "file").file).filter((one) => one.name === name);
  return after.length === places.length
    ? null
    : `\`${name}\` would mean a field, a parameter or a column at a place in ${nameOf(file.uri)}`;
}
