import { suggest } from "../../dsl/diagnostics/suggest.ts";
import type { Origin } from "../../engine/scenario/scenario.ts";
import { rounded } from "./rounding.ts";
import type { Row, RunSize } from "./row.ts";
import { type Setting, type Settings, sameSetting } from "./settings.ts";
import { ESTIMATE_ONLY } from "./settingsOf.ts";
import { valueText } from "./settingsText.ts";
import { isDefault } from "./withoutDefaults.ts";

/** Arguments of a framework, mapped to fields of a plan. */
export interface ArgumentTable {
  /** Name for users: `Megatron Core`. */
  readonly name: string;
  /** Version of the framework that the arguments are from, and the file that lists them. */
  readonly version: string;
  readonly source: string;
  /** Rows by section, in the order of writing. */
  readonly sections: readonly { readonly title: string; readonly rows: readonly Row[] }[];
  /** Fields that the training script takes instead: a file without them drops nothing. */
  readonly toScript?: readonly string[];
  /** True where arguments describe the model. Otherwise the training script defines it. */
  readonly model: boolean;
  /**
   * Arguments unrelated to a plan, such as learning rates, paths and logging. Reading ignores them silently.
   */
  readonly aside: readonly RegExp[];
}

export const rowsOf = (table: ArgumentTable): readonly Row[] => table.sections.flatMap(({ rows }) => rows);

/** Arguments of a plan. One that rows of two sections write appears once. */
export function toArguments(table: ArgumentTable, settings: Settings, runSize: RunSize): Settings {
  return Object.assign({}, ...rowsOf(table).map((row) => row.write(settings, runSize)));
}

/** An argument that the definitions do not cover. */
export interface Unread {
  readonly argument: string;
  readonly value: Setting;
  /** Known name close to a misspelt one, such as `--tensor-model-paralel-size`. */
  readonly near: string | null;
}

export function fromArguments(
  table: ArgumentTable,
  given: Settings,
  runSize: RunSize,
): { readonly settings: Settings; readonly unread: readonly Unread[] } {
  const rows = rowsOf(table);
  const known = new Set(rows.flatMap((row) => row.arguments));
  const said = new Set<string>();
  const settings: Record<string, Setting> = {};
  for (const row of rows) {
    const read = row.read(given, runSize);
    if (Object.keys(read).length > 0) for (const name of row.arguments) said.add(name);
    Object.assign(settings, read);
  }
  const unread = Object.keys(given)
    .filter((name) => !said.has(name) && !table.aside.some((pattern) => pattern.test(name)))
    .map((argument) => ({
      argument,
      value: given[argument] ?? null,
      near: known.has(argument) ? null : suggest(argument, known),
    }));
  return { settings, unread };
}

/** A field that the framework's arguments do not carry as the plan has it. */
export interface Lost {
  readonly path: string;
  /** Value in the plan (`wanted`) and in the arguments (`here`; null where they lack it). */
  readonly wanted: string;
  readonly here: string | null;
}

/** Name of the software stack that a table's arguments belong to. */
export const stackOf = (table: ArgumentTable): string => table.name.toLowerCase().replace(/\W+/g, "_");

/** Fields that have no meaning in this plan. */
export function idleFields(table: ArgumentTable, settings: Settings): ReadonlySet<string> {
  const idle = rowsOf(table).filter((row) => row.matters?.(settings) === false);
  return new Set(idle.flatMap((row) => row.fields));
}

/**
 * Fields that a plan loses when written as arguments: they are read back and compared. A field without any
 * row is only reported if the program gives it and it is no default. Rounding to whole samples and steps is
 * no loss.
 */
export function lost(
  table: ArgumentTable,
  settings: Settings,
  origins: Readonly<Record<string, Origin>>,
  runSize: RunSize,
): readonly Lost[] {
  const back = fromArguments(table, toArguments(table, settings, runSize), runSize).settings;
  const carried = new Set(rowsOf(table).flatMap((row) => row.fields));
  const idle = idleFields(table, settings);
  const given = Object.keys(origins).filter(
    (path) =>
      origins[path]?.kind === "given" &&
      /^(plan|model)\./.test(path) &&
      (table.model || path.startsWith("plan.")) &&
      !ESTIMATE_ONLY.some((one) => path === one || path.startsWith(`${one}.`)),
  );
  const otherwise = Object.keys(settings).filter(
    (path) =>
      carried.has(path) &&
      !idle.has(path) &&
      !sameSetting(back[path], settings[path]) &&
      !rounded(path, settings[path], back[path], settings, runSize),
  );
  const uncarried = given.filter(
    (path) =>
      !carried.has(path) &&
      !tagCarries(path, settings, carried) &&
      !isDefault(path, settings, stackOf(table)),
  );
  const paths = [...new Set([...otherwise, ...uncarried])];
  return paths
    .filter((path) => !paths.some((other) => other !== path && path.startsWith(`${other}.`)))
    .map((path) => ({
      path,
      wanted: path in settings ? valueText(path, settings) : (origins[path]?.text ?? "given"),
      here: path in back ? valueText(path, back) : insteadOf(table, path, settings, runSize),
    }));
}

/**
 * Lost fields that change the run. The number of steps of a trial does not, nor does a field carried
 * elsewhere or in part.
 */
export function dropped(table: ArgumentTable, losses: readonly Lost[], settings: Settings): readonly Lost[] {
  const elsewhere = new Set(table.toScript);
  const partly = new Set(
    rowsOf(table).flatMap(({ fields, instead }) => (instead === undefined ? [] : fields)),
  );
  return losses.filter(
    ({ path }) =>
      !elsewhere.has(path) && !partly.has(path) && !(path === "plan.tokens" && settings[path] === null),
  );
}

/** True for a tag whose own fields were carried: `plan.recompute` with `plan.recompute.modules`. */
function tagCarries(path: string, settings: Settings, carried: ReadonlySet<string>): boolean {
  return !(path in settings) && [...carried].some((one) => one.startsWith(`${path}.`));
}

/** Sentence on a field that a row's arguments carry only in part. null for others. */
function insteadOf(table: ArgumentTable, path: string, settings: Settings, runSize: RunSize): string | null {
  const row = rowsOf(table).find(({ fields, instead }) => instead !== undefined && fields.includes(path));
  return row && Object.keys(row.write(settings, runSize)).length > 0 ? (row.instead ?? null) : null;
}
