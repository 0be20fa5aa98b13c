import { suggest } from "../../dsl/diagnostics/suggest.ts";
import type { Origin } from "../../engine/scenario/scenario.ts";
import { rounded } from "./rounding.ts";
import type { Around, Row } from "./row.ts";
import { type Setting, type Settings, sameSetting } from "./settings.ts";
import { ESTIMATE_ONLY } from "./settingsOf.ts";
import { valueText } from "./settingsText.ts";
import { isDefault } from "./withoutDefaults.ts";

/** A framework's arguments and what they say of a plan. */
export interface ArgumentTable {
  /** For people: `Megatron Core`. */
  readonly name: string;
  /** The version whose list of arguments this is, and where that list is. */
  readonly version: string;
  readonly source: string;
  /** Rows that belong together, in the order in which they are written. */
  readonly sections: readonly { readonly title: string; readonly rows: readonly Row[] }[];
  /** Fields that the training script is told instead: a file without them drops nothing. */
  readonly toScript?: readonly string[];
  /** Whether it says anything of the model; else the model is the training script's. */
  readonly model: boolean;
  /** Arguments that say nothing of a plan: learning rates, paths, logging. Read over without a word. */
  readonly aside: readonly RegExp[];
}

export const rowsOf = (table: ArgumentTable): readonly Row[] => table.sections.flatMap(({ rows }) => rows);

/** What is given twice, by rows of two sections, stands once. */
export function toArguments(table: ArgumentTable, settings: Settings, around: Around): Settings {
  return Object.assign({}, ...rowsOf(table).map((row) => row.write(settings, around)));
}

/** An argument whose meaning is not in what was read. */
export interface Unread {
  readonly argument: string;
  readonly value: Setting;
  /** `--tensor-model-paralel-size` is near a name that is known. */
  readonly near: string | null;
}

export function fromArguments(
  table: ArgumentTable,
  given: Settings,
  around: Around,
): { readonly settings: Settings; readonly unread: readonly Unread[] } {
  const rows = rowsOf(table);
  const known = new Set(rows.flatMap((row) => row.arguments));
  const said = new Set<string>();
  const settings: Record<string, Setting> = {};
  for (const row of rows) {
    const read = row.read(given, around);
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

/** A field that the framework's arguments do not say as the plan does. */
export interface Lost {
  readonly path: string;
  /** As the plan says it, and what the arguments say instead; null where they say nothing of it. */
  readonly wanted: string;
  readonly here: string | null;
}

/** The stack that a table's arguments are read as. */
export const stackOf = (table: ArgumentTable): string => table.name.toLowerCase().replace(/\W+/g, "_");

/** Fields that mean nothing in this plan. */
export function idleFields(table: ArgumentTable, settings: Settings): ReadonlySet<string> {
  const idle = rowsOf(table).filter((row) => row.matters?.(settings) === false);
  return new Set(idle.flatMap((row) => row.fields));
}

/**
 * What a plan loses on its way into arguments: they are read again, and what comes back otherwise is told. A field that no
 * row carries is told where the program gives it and it is no default: that was nobody's wish. Whole samples and steps are no loss.
 */
export function lost(
  table: ArgumentTable,
  settings: Settings,
  origins: Readonly<Record<string, Origin>>,
  around: Around,
): readonly Lost[] {
  const back = fromArguments(table, toArguments(table, settings, around), around).settings;
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
      !rounded(path, settings[path], back[path], settings, around),
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
      here: path in back ? valueText(path, back) : insteadOf(table, path, settings, around),
    }));
}

/** Lost fields that a run would do otherwise: not the number of steps of a trial, nor what is told elsewhere or partly. */
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

/** A tag without fields of its own that were carried: `plan.recompute` stands for `plan.recompute.modules` too. */
function tagCarries(path: string, settings: Settings, carried: ReadonlySet<string>): boolean {
  return !(path in settings) && [...carried].some((one) => one.startsWith(`${path}.`));
}

/** In words, where arguments of a row say something of a field and not its value. */
function insteadOf(table: ArgumentTable, path: string, settings: Settings, around: Around): string | null {
  const row = rowsOf(table).find(({ fields, instead }) => instead !== undefined && fields.includes(path));
  return row && Object.keys(row.write(settings, around)).length > 0 ? (row.instead ?? null) : null;
}
