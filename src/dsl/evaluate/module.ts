import type {
  Define,
  Exercise,
  Expr,
  File,
  Fn,
  Let,
  Name,
  Predict,
  Solve,
  Source,
  Sweep,
} from "../ast/ast.ts";
import type { Diagnostic, Place } from "../diagnostics/diagnostic.ts";
import { diagnostic, suggest } from "../diagnostics/index.ts";
import type { DataTable } from "./dataTable.ts";
import { cycle } from "./expressions/cycle.ts";
import { evaluate } from "./expressions/evaluate.ts";
import { elementsOf, MAX_HELD } from "./expressions/listSize.ts";
import { ownFunction } from "./expressions/ownFunction.ts";
import { changesOf, makeRecord, withChanges } from "./expressions/record.ts";
import { changeScenario, makeScenario } from "./expressions/scenarioValue.ts";
import { type MeasuredFile, namedRun } from "./measuredRun.ts";
import { runTable } from "./search/runTable.ts";
import { runSolve } from "./solve/runSolve.ts";
import type { Context } from "./values/context.ts";
import { kindType } from "./values/recordType.ts";
import type { Scope } from "./values/scope.ts";
import {
  type Binding,
  type Busy,
  type Change,
  describe,
  type ExprBinding,
  type FunctionValue,
  NONE,
  type Poison,
  poison,
  type RecordValue,
  type Value,
} from "./values/value.ts";

/** A value that a reader has chosen by a `control` statement. Its path is empty where it is the value of a `let`. */
export interface Choice extends Change {
  /** Path of the control: `base.plan.tp`. */
  readonly of: string;
  /** Text of the chosen value. */
  readonly text: string;
}

/** A name in a module: defined by a statement, or imported from another module. */
export interface Entry {
  readonly name: string;
  readonly place: Place;
  readonly statement: Define | Let | Fn | Sweep | Solve | Exercise | Predict | null;
  /** Module and name that an import refers to; null for a name that a statement defines. */
  readonly from: { readonly module: Module; readonly name: string } | null;
  readonly scope: Scope;
  /** Values that a reader has chosen by `control` statements. */
  readonly chosen?: readonly Choice[];
  /** Value of the name. Null until the name is first read, and again after a name that it depends on is redefined. */
  value: Value | Busy | null;
}

/**
 * Names that a file, or the cells of a session, define. They are stored in a Map, because a program may define names
 * such as `constructor`, which every object has.
 */
export interface Module {
  readonly name: string;
  readonly entries: Map<string, Entry>;
}

/**
 * Scope in which one text of a module is evaluated: all names of the module. Errors point into the given text, since
 * the module of a session consists of many cells.
 */
export function moduleScope(module: Module, source: Source): Scope {
  return {
    source,
    record: null,
    find(context, name) {
      const entry = module.entries.get(name);
      return entry && entryValue(context, entry);
    },
    called(context, name) {
      const entry = module.entries.get(name);
      return entry && calledEntry(context, entry);
    },
    names: () => module.entries.keys(),
  };
}

/** Function that an entry defines or imports; undefined for any other name, which is not evaluated. */
function calledEntry(context: Context, entry: Entry): FunctionValue | Poison | undefined {
  if (entry.from) {
    const remote = entry.from.module.entries.get(entry.from.name);
    return remote && calledEntry(context, remote);
  }
  if (entry.statement?.kind !== "fn") return undefined;
  const value = entryValue(context, entry);
  return value.kind === "function" || value.kind === "poison" ? value : undefined;
}

/**
 * Value of a module's name. The value is computed when the name is first read, so that the order of definitions does
 * not matter.
 */
export function entryValue(context: Context, entry: Entry): Value {
  if (entry.value !== null && entry.value.kind !== "busy") return entry.value;
  if (entry.value?.run === context.trail) return cycle(context, entry.name, entry.place);
  if (entry.from && !entry.chosen) return importedValue(context, entry.from);
  entry.value = { kind: "busy", run: context.trail };
  context.trail.push({ name: entry.name, place: entry.place });
  const written = entry.from ? importedValue(context, entry.from) : statementValue(context, entry);
  const value = entry.chosen ? withChoices(context, entry, written, entry.chosen) : written;
  context.trail.pop();
  entry.value = held(context, entry, value);
  return entry.value;
}

function importedValue(context: Context, { module, name }: NonNullable<Entry["from"]>): Value {
  const remote = module.entries.get(name);
  return remote ? entryValue(context, remote) : poison();
}

/** Value of a definition with the fields that a reader has set by `control`; with an empty path, the chosen value. */
function withChoices(context: Context, { name }: Entry, written: Value, chosen: readonly Choice[]): Value {
  if (written.kind === "poison") return written;
  const whole = chosen.find(({ path }) => path.length === 0)?.binding;
  if (whole?.kind === "expr") return evaluate(context, whole.expr, whole.scope, null);
  if (written.kind === "scenario") return changeScenario(context, written, chosen, name);
  return written.kind === "record" ? withChanges(written, chosen) : written;
}

/**
 * Adds the number of a list's elements to the total over all names of the run. Returns an error where the total exceeds
 * `MAX_HELD`, because a list stays in memory as long as a name refers to it.
 */
function held(context: Context, entry: Entry, value: Value): Value {
  if (value.kind !== "list") return value;
  context.held += elementsOf(value);
  if (context.held <= MAX_HELD) return value;
  const params = {
    name: entry.name,
    rows: context.held,
    limit: MAX_HELD,
    of: "elements with all lists before it",
  };
  const help = "leave out lists, or shorten them";
  return poison(diagnostic("too-many-rows", params, entry.place, { help }));
}

function statementValue(context: Context, entry: Entry): Value {
  const { statement, scope } = entry;
  switch (statement?.kind) {
    case "define":
      return defined(context, statement, entry);
    case "exercise":
    case "predict":
    case "let": {
      const expr = statement.kind === "let" ? statement.value : answerIn(statement);
      const value = expr === undefined ? NONE : evaluate(context, expr, scope, null);
      return value.kind === "scenario" ? makeScenario(entry.name, value.parts) : value;
    }
    case "fn":
      return ownFunction(context, statement, scope);
    case "sweep":
    case "search":
      return runTable(context, statement, scope);
    case "solve":
      return runSolve(context, statement, scope);
    case undefined:
      return poison();
  }
}

/** Expression of an exercise's answer or of a prediction's guess; undefined where there is no such field. */
export function answerIn({ kind, body }: Exercise | Predict): Expr | undefined {
  const field = kind === "predict" ? "guess" : "answer";
  return body.fields.find(({ path }) => path.names.length === 1 && path.names[0]?.name === field)?.value;
}

function defined(context: Context, statement: Define, entry: Entry): RecordValue | Poison {
  const { scope, place } = entry;
  const type = kindType(statement.what);
  const about = { place, cite: statement.cite?.text ?? null };
  let { body } = statement;
  while (body.kind === "paren") body = body.inner;
  if (body.kind === "record") {
    const changes = changesOf(body, scope);
    if ("kind" in changes) return changes;
    const made = withChanges(makeRecord(type, entry.name, new Map(), about), changes);
    return made.kind === "poison" ? made : { ...made, fields: cited(made.fields, statement, scope) };
  }
  const value = evaluate(context, body, scope, null);
  if (value.kind === "poison") return value;
  if (value.kind !== "record" || value.type.what !== statement.what) {
    const params = {
      what: `\`${statement.what} ${entry.name}\``,
      wanted: `a ${statement.what}`,
      found: describe(value),
    };
    return poison(diagnostic("wrong-kind", params, { source: scope.source, span: body.span }));
  }
  const fields = cited(value.fields, statement, scope);
  return makeRecord(type, entry.name, fields, { ...about, cite: about.cite ?? value.cite });
}

/**
 * Attaches a definition's `cite` to the fields that the definition sets. Fields that it takes over from its base (`base
 * with {..}`) do not get the citation.
 */
function cited(
  fields: ReadonlyMap<string, Binding>,
  { cite, body }: Define,
  { source }: Scope,
): ReadonlyMap<string, Binding> {
  if (!cite) return fields;
  const own = ({ place }: ExprBinding): boolean =>
    place.source === source && place.span.start >= body.span.start && place.span.end <= body.span.end;
  return new Map(
    [...fields].map(([name, binding]) => [
      name,
      binding.kind === "expr" && !binding.cite && own(binding) ? { ...binding, cite } : binding,
    ]),
  );
}

/** Loader of imported files. The session provides it, because reading a file depends on where the session runs. */
export interface Loader {
  load(
    specifier: string,
    from: string,
    place: Place,
  ):
    | { readonly module: Module }
    | { readonly data: DataTable }
    | { readonly measured: MeasuredFile }
    | { readonly model: { readonly statement: Define; readonly scope: Scope } }
    | { readonly problem: Diagnostic | null };
}

/**
 * Makes an entry for each name that a parsed text defines or imports. In a session, `module` already has the names of
 * earlier cells.
 */
export function define(
  file: File,
  module: Module,
  loader: Loader,
): { readonly entries: readonly Entry[]; readonly diagnostics: readonly Diagnostic[] } {
  const { source } = file;
  const names = new DefinedNames(source, moduleScope(module, source));
  for (const item of file.items) {
    switch (item.kind) {
      case "import":
        importNames(names, item, loader.load(item.from.value, source.name, { source, span: item.from.span }));
        break;
      case "define":
      case "let":
      case "exercise":
      case "predict":
      case "fn":
      case "solve":
      case "sweep":
      case "search":
        names.add(item.name, { statement: item });
        break;
      default:
        break;
    }
  }
  return names;
}

/** Collects the names that a text defines or imports. A second definition of a name in the same text is an error. */
class DefinedNames {
  readonly entries: Entry[] = [];
  readonly diagnostics: Diagnostic[] = [];
  readonly #own = new Map<string, Entry>();
  readonly #source: Source;
  readonly #scope: Scope;

  constructor(source: Source, scope: Scope) {
    this.#source = source;
    this.#scope = scope;
  }

  has(name: string): boolean {
    return this.#own.has(name);
  }

  placeOf({ span }: Name): Place {
    return { source: this.#source, span };
  }

  /** Adds a name with its definition: a statement, an entry of another module, or a value. */
  add(name: Name, definition: Partial<Pick<Entry, "statement" | "from" | "scope" | "value">>): void {
    const place = this.placeOf(name);
    const earlier = this.#own.get(name.name);
    if (earlier) {
      this.diagnostics.push(
        diagnostic("duplicate-definition", { name: name.name }, place, {
          related: [{ place: earlier.place, label: "the first one" }],
        }),
      );
      return;
    }
    const entry: Entry = {
      ...{ name: name.name, place, statement: null, from: null, scope: this.#scope, value: null },
      ...definition,
    };
    this.#own.set(name.name, entry);
    this.entries.push(entry);
  }
}

/** Defines the names of an import statement. The loader has found a module, a data table, a measured run, a model
 * file or a problem. */
function importNames(
  names: DefinedNames,
  item: Extract<File["items"][number], { readonly kind: "import" }>,
  found: ReturnType<Loader["load"]>,
): void {
  if ("problem" in found && found.problem) names.diagnostics.push(found.problem);
  for (const one of item.names) {
    const name = one.as ?? one.name;
    if ("problem" in found) {
      // The names are defined with an error value, so that their uses do not report another error.
      if (!names.has(name.name)) names.add(name, { value: poison() });
    } else if ("data" in found) {
      // A data file is one table, which gets the name in the import statement.
      names.add(name, { value: { kind: "data", name: name.name, ...found.data } });
    } else if ("measured" in found) {
      // The log of a run is one value, which gets the name in the import statement.
      names.add(name, { value: namedRun(name.name, found.measured) });
    } else if ("model" in found) {
      // A model file is one definition, which gets the name in the import statement.
      names.add(name, found.model);
    } else if (found.module.entries.has(one.name.name)) {
      names.add(name, { from: { module: found.module, name: one.name.name } });
    } else {
      const suggestion = suggest(one.name.name, found.module.entries.keys());
      const about = { module: item.from.value, name: one.name.name, suggestion };
      names.diagnostics.push(diagnostic("unknown-import", about, names.placeOf(one.name)));
      names.add(name, { value: poison() });
    }
  }
}
