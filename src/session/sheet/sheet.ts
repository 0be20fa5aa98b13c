import type { Place } from "../../dsl/diagnostics/diagnostic.ts";
import {
  type Context,
  type Entry,
  entryValue,
  evaluate,
  type Module,
  moduleScope,
  namesRead,
  silentContext,
  type Value,
} from "../../dsl/evaluate/index.ts";
import { parse } from "../../dsl/syntax/index.ts";
import type { Document, Versions } from "../../report/index.ts";
import { engineOutputs } from "../results/engineOutputs.ts";
import { show } from "../show/show.ts";
import type { World } from "../world/world.ts";
import { type NamedText, namedTexts } from "./namedTexts.ts";
import type { Reading } from "./reading.ts";
import { SheetError } from "./sheetError.ts";
import type { SheetValue } from "./sheetTypes.ts";
import { toSheet } from "./toSheet.ts";
import { typeOfEntry, typeOfValue } from "./typeText.ts";

/**
 * Names and values of a session as a TypeScript cell reads them. Reading a value that has errors throws a `SheetError`.
 */
export interface Sheet {
  /** Names of the session that are also valid names of variables in TypeScript. */
  names(): readonly string[];
  has(name: string): boolean;
  /** Value of a name. It is evaluated if that has not been done before. */
  read(name: string): SheetValue;
  /** Numbers and words of the session by their names, as `show` prints them. What has errors is left out. */
  texts(): readonly NamedText[];
  /** Evaluates an expression of the language. `source` is the name that messages give to the expression's text. */
  evaluate(expression: string, source: string): SheetValue;
  /**
   * TypeScript type of a name's value. With `exact` the name is evaluated for it; otherwise the type follows from its
   * definition.
   */
  type(name: string, exact: boolean): string;
  /** Names of the session that occur in a text of the language. */
  readBy(text: string): readonly string[];
  /**
   * Object that identifies the current definition of a name: a different object after the name is defined again. Null
   * for an unknown name.
   */
  definition(name: string): object | null;
  /**
   * Defines a name as a value that the sheet has returned, such as the result of `with`, so that texts can read it. Throws
   * a `SheetError` for any other value.
   */
  bind(name: string, value: object): void;
}

/** The language's values behind the objects that sheets have returned. */
const origins = new WeakMap<object, { readonly value: Value; readonly place: Place }>();
const documents = new WeakMap<object, () => Document>();

/** Document that `show` prints for a value read from the session; null for any other value. */
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
      origins.set(object, { value, place });
      documents.set(object, () => {
        const shown = show(context(), label, value, place, versions);
        if (shown.kind === "poison") throw new SheetError(shown.diagnostics);
        return shown.document;
      });
      return object;
    },
  };
  /** Memo of converted values, so that a program that reads a name in a loop gets one object each time. */
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
    texts: () =>
      [...module.entries].flatMap(([name, entry]) => namedTexts(reading, name, entryValue(context(), entry))),
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
    bind(name, value) {
      const origin = origins.get(value);
      if (!origin) throw new SheetError([], `\`${name}\` is no value of a sheet`);
      const { source } = origin.place;
      const entry = { name, place: origin.place, statement: null, from: null, scope: scope(source) };
      module.entries.set(name, { ...entry, value: origin.value });
    },
  };
}

/**
 * Value of a name that is already evaluated; null for any other name. The value of an imported name is looked up in the
 * module that defines it.
 */
function valueNow(entry: Entry): object | null {
  if (entry.from) {
    const remote = entry.from.module.entries.get(entry.from.name);
    return remote ? valueNow(remote) : null;
  }
  return entry.value;
}

const SPELLABLE = /^[A-Za-z_]\w*$/;
/** Reserved words of JavaScript, which cannot be variable names in TypeScript cells. */
const RESERVED: ReadonlySet<string> = new Set(
  `arguments await break case catch class const continue debugger default delete do else enum eval export extends false
  finally for function if implements import in instanceof interface let new null package private protected public return
  static super switch this throw true try typeof undefined var void while with yield`.split(/\s+/),
);
