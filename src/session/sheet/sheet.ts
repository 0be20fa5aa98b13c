import {
  type Context,
  type Entry,
  entryValue,
  evaluate,
  type Module,
  moduleScope,
  namesRead,
  silentContext,
} from "../../dsl/evaluate/index.ts";
import { parse } from "../../dsl/syntax/index.ts";
import type { Document, Versions } from "../../report/index.ts";
import { engineOutputs } from "../results/engineOutputs.ts";
import { show } from "../show/show.ts";
import type { World } from "../world.ts";
import type { Reading } from "./reading.ts";
import { SheetError } from "./sheetError.ts";
import type { SheetValue } from "./sheetTypes.ts";
import { toSheet } from "./toSheet.ts";
import { typeOfEntry, typeOfValue } from "./typeText.ts";

/** A session's names as a program reads them. What cannot be read is thrown as a `SheetError`. */
export interface Sheet {
  /** Names that a program can spell as its own. */
  names(): readonly string[];
  has(name: string): boolean;
  /** The value of a name, evaluated if need be. */
  read(name: string): SheetValue;
  /** The value of an expression of the language; `source` names it in messages. */
  evaluate(expression: string, source: string): SheetValue;
  /** A name's TypeScript type. Unless it must be exact it is told from the definition, and nothing is evaluated. */
  type(name: string, exact: boolean): string;
  /** The session's names that a text of the language reads. */
  readBy(text: string): readonly string[];
  /** The same thing until the name is defined again. */
  definition(name: string): object | null;
}

const documents = new WeakMap<object, () => Document>();

/** What the language's `show` makes of a value that a sheet gave; null for anything else. */
export function documentOfValue(value: unknown): Document | null {
  return typeof value === "object" && value !== null ? (documents.get(value)?.() ?? null) : null;
}

export function createSheet(world: World, versions: Versions | undefined, module: Module): Sheet {
  const context = (): Context => silentContext(engineOutputs, { interrupted: () => world.interrupted() });
  const scope: Reading["scope"] = (source) => moduleScope(module, source);
  const reading: Reading = {
    context,
    scope,
    evaluate: (expr, source) => evaluate(context(), expr, scope(source), null),
    shown(object, label, value, place) {
      documents.set(object, () => {
        const shown = show(context(), label, value, place, versions);
        if (shown.kind === "poison") throw new SheetError(shown.diagnostics);
        return shown.document;
      });
      return object;
    },
  };
  /** A value is read once: a program that asks for a name in a loop gets the same object. */
  const values = new WeakMap<object, SheetValue>();
  const types = new WeakMap<object, string>();
  const read = (name: string): SheetValue => {
    const entry = module.entries.get(name);
    if (!entry) throw new SheetError([], `the sheet has no \`${name}\``);
    const value = entryValue(context(), entry);
    const known = values.get(value);
    if (known !== undefined) return known;
    const made = toSheet(reading, name, value, entry.place);
    values.set(value, made);
    types.set(value, typeOfValue(made));
    return made;
  };
  return {
    names: () => [...module.entries.keys()].filter((name) => SPELLABLE.test(name) && !RESERVED.has(name)),
    has: (name) => module.entries.has(name),
    read,
    evaluate(expression, name) {
      const source = { name, text: expression };
      const { file, diagnostics } = parse(source, "cell");
      const wrong = diagnostics.filter(({ severity }) => severity === "error");
      if (!file.result || wrong.length > 0) throw new SheetError(wrong, "this is not an expression");
      const place = { source, span: file.result.span };
      return toSheet(reading, expression.trim(), reading.evaluate(file.result, source), place);
    },
    type(name, exact) {
      const entry = module.entries.get(name);
      if (!entry) return "SheetValue";
      if (exact) read(name);
      const value = exact ? entryValue(context(), entry) : valueNow(entry);
      return (value && types.get(value)) ?? typeOfEntry(entry);
    },
    readBy(text) {
      const { items, result } = parse({ name: "text", text }, "cell").file;
      const statements = items.filter((item) => item.kind !== "import");
      const read = namesRead(result ? [...statements, result] : statements);
      return [...read].filter((name) => module.entries.has(name));
    },
    definition: (name) => module.entries.get(name) ?? null,
  };
}

/** What an import stands for is found in its own module. */
function valueNow(entry: Entry): object | null {
  if (entry.from) {
    const remote = entry.from.module.entries.get(entry.from.name);
    return remote ? valueNow(remote) : null;
  }
  return entry.value;
}

const SPELLABLE = /^[A-Za-z_]\w*$/;
/** Words that JavaScript keeps for itself. */
const RESERVED: ReadonlySet<string> = new Set(
  `arguments await break case catch class const continue debugger default delete do else enum eval export extends false
  finally for function if implements import in instanceof interface let new null package private protected public return
  static super switch this throw true try typeof undefined var void while with yield`.split(/\s+/),
);
