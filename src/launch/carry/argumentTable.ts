import { suggest } from "../../dsl/diagnostics/suggest.ts";
import type { Origin } from "../../engine/scenario/scenario.ts";
import { rounded } from "./rounding.ts";
import type { Row, RunSize } from "./row.ts";
import { type Setting, type Settings, sameSetting } from "./settings.ts";
import { ESTIMATE_ONLY } from "./settingsOf.ts";
import { valueText } from "./settingsText.ts";
import { isDefault } from "./withoutDefaults.ts";

/** Table that maps a framework's arguments (flags or configuration keys) to fields of a plan. */
export interface ArgumentTable {
  /** Name of the framework for users: `Megatron Core`. */
  readonly name: string;
  /** Version of the framework that has these arguments. */
  readonly version: string;
  /** Source file of the framework that lists the arguments. */
  readonly source: string;
  /** Mappings between fields and arguments, by section, in the order in which they are written. */
  readonly sections: readonly { readonly title: string; readonly rows: readonly Row[] }[];
  /** Fields of the plan that the user's training script sets. A file without them loses nothing. */
  readonly toScript?: readonly string[];
  /** True where the arguments also describe the model. Otherwise the training script defines it. */
  readonly model: boolean;
  /** True for a framework that runs on TPUs. The others start PyTorch's processes. */
  readonly onTpu?: true;
  /** Name in dtp's library of the model that a file names instead of describing it. undefined for none. */
  libraryModel?(given: Settings): string | undefined;
  /**
   * Patterns of arguments unrelated to a plan, such as learning rates, paths and logging. Reading ignores
   * them silently.
   */
  readonly aside: readonly RegExp[];
}

export const rowsOf = (table: ArgumentTable): readonly Row[] => table.sections.flatMap(({ rows }) => rows);

/** Arguments that express a plan. An argument that two sections write appears once. */
export function toArguments(table: ArgumentTable, settings: Settings, runSize: RunSize): Settings {
  return Object.assign({}, ...rowsOf(table).map((row) => row.write(settings, runSize)));
}

/** Argument of a framework's file that the definitions read from it do not express. */
export interface Unread {
  readonly argument: string;
  readonly value: Setting;
  /** Known argument close to a misspelt one, such as `--tensor-model-paralel-size`. null for none. */
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

/** Field whose value in the plan the framework's arguments do not express. */
export interface Lost {
  readonly path: string;
  /** Value of the field in the plan, as text. */
  readonly wanted: string;
  /**
   * Value that the arguments give instead, or a sentence on what the run does; null where the arguments lack
   * the field.
   */
  readonly here: string | null;
}

/** Name of the framework in the language: `plan.framework` of a plan that these arguments describe. */
export const stackOf = (table: ArgumentTable): string => table.name.toLowerCase().replace(/\W+/g, "_");

/** Fields that have no effect in this plan, such as the distribution of experts in a dense model. */
export function idleFields(table: ArgumentTable, settings: Settings): ReadonlySet<string> {
  const idle = rowsOf(table).filter((row) => row.matters?.(settings) === false);
  return new Set(idle.flatMap((row) => row.fields));
}

/**
 * Fields that a plan loses when it is written as arguments. They are found by reading the written arguments
 * back and comparing. A field that no argument expresses is lost only if the program sets it to a value other
 * than the default. Rounding to whole samples and steps is no loss.
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
 * Lost fields that change the run. Left out are the step count of a trial without a token budget, fields that
 * the training script sets, and fields that the arguments express in part.
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

/**
 * True for a field whose value is a tag, where arguments express the tag's own fields: `plan.recompute` with
 * `plan.recompute.modules`.
 */
function tagCarries(path: string, settings: Settings, carried: ReadonlySet<string>): boolean {
  return !(path in settings) && [...carried].some((one) => one.startsWith(`${path}.`));
}

/**
 * Sentence on what the run does instead, for a field that the arguments express only in part. null for other
 * fields.
 */
function insteadOf(table: ArgumentTable, path: string, settings: Settings, runSize: RunSize): string | null {
  const row = rowsOf(table).find(({ fields, instead }) => instead !== undefined && fields.includes(path));
  return row && Object.keys(row.write(settings, runSize)).length > 0 ? (row.instead ?? null) : null;
}
