import type { Choice, Setting } from "../../engine/search/planSpace.ts";
import type { Clause } from "../ast.ts";
import type { Place } from "../diagnostics/diagnostic.ts";
import { plainNumber } from "./arithmetic.ts";
import { type Axis, axis } from "./combinations.ts";
import type { Context } from "./context.ts";
import { makeRecord } from "./record.ts";
import { kindType, tagType } from "./recordType.ts";
import type { Scope } from "./scope.ts";
import { type Change, NONE, type Poison, type ScenarioValue, type Value } from "./value.ts";

type For = Extract<Clause, { kind: "for" }>;

/** `for plan in all`: every plan of the plan space. A search without any `for` means it. */
export function isAllPlans({ paths, in: list }: For): boolean {
  const [path] = paths;
  return (
    paths.length === 1 &&
    path?.names.length === 1 &&
    path.names[0]?.name === "plan" &&
    list.kind === "name" &&
    list.name === "all"
  );
}

/**
 * The plan space as axes of changes, restricted and extended by further `for` clauses: one whose values are all in the space
 * keeps these of it; any other takes its fields out of the space and goes through its own values.
 */
export function searchSpace(
  context: Context,
  base: ScenarioValue,
  choices: readonly Choice[],
  clauses: readonly For[],
  scope: Scope,
  place: Place,
): readonly Axis[] | Poison {
  let space = choices;
  const own: Axis[] = [];
  const named = new Set<string>();
  for (const clause of clauses) {
    const steps = axis(context, base, clause, scope);
    if (!Array.isArray(steps)) return steps as Poison;
    const paths = clause.paths.map((path) => path.names.map(({ name }) => name).join("."));
    for (const path of paths) named.add(path);
    const kept = restricted(space, paths, steps as Axis);
    if (kept) space = kept;
    else {
      space = without(space, paths);
      own.push(steps as Axis);
    }
  }
  // Replicas take what the degrees leave: the same change at every point.
  const fill = named.has("plan.dp") ? [] : [changeOf("dp", "fill", place)];
  const axes = space.map(({ fields, values }, i) =>
    values.map((settings) => [
      ...fields.map((field, at) => changeOf(field, settings[at] ?? 0, place)),
      ...(i === 0 ? fill : []),
    ]),
  );
  return [...own, ...axes];
}

/** Null where a value is not in the space. */
function restricted(
  space: readonly Choice[],
  paths: readonly string[],
  steps: Axis,
): readonly Choice[] | null {
  const [path, another] = paths;
  if (path === undefined || another !== undefined) return null;
  const wanted = steps.map((changes) => settingOf(changes[0]));
  const at = space.findIndex(({ fields }) => fields.some((field) => `plan.${field}` === path));
  const choice = space[at];
  if (!choice) return null;
  const column = choice.fields.findIndex((field) => `plan.${field}` === path);
  if (!wanted.every((one) => one !== null && choice.values.some((values) => values[column] === one)))
    return null;
  const values = choice.values.filter((settings) => wanted.includes(settings[column] ?? null));
  return space.map((one, i) => (i === at ? { fields: one.fields, values } : one));
}

/** The space without some fields: what is left of choices that they were a part of, each once. */
function without(space: readonly Choice[], paths: readonly string[]): readonly Choice[] {
  return space.flatMap(({ fields, values }) => {
    const left = fields.flatMap((field, i) => (paths.includes(`plan.${field}`) ? [] : [i]));
    if (left.length === 0) return [];
    const found = new Map<string, readonly Setting[]>();
    for (const settings of values) {
      const kept = left.map((i) => settings[i] ?? 0);
      found.set(JSON.stringify(kept), kept);
    }
    return [{ fields: left.map((i) => fields[i] ?? ""), values: [...found.values()] }];
  });
}

function settingOf(change: Change | undefined): Setting | null {
  if (change?.binding.kind !== "value") return null;
  const { value } = change.binding;
  switch (value.kind) {
    case "quantity":
    case "boolean":
      return value.value;
    case "word":
      return value.word;
    case "none":
      return "none";
    case "record":
      return value.type.what === "tagged" && value.fields.size === 0 ? value.name : null;
    default:
      return null;
  }
}

function changeOf(field: string, setting: Setting, place: Place): Change {
  const binding = {
    kind: "value",
    value: settingValue(field, setting, place),
    text: "search",
    place,
  } as const;
  return { path: ["plan", field], places: [place, place], binding };
}

function settingValue(field: string, setting: Setting, place: Place): Value {
  if (typeof setting === "number") return plainNumber(setting);
  if (typeof setting === "boolean") return { kind: "boolean", value: setting };
  const tags = kindType("plan").fields.get(field)?.row.accepts.tags;
  const type = tags?.includes(setting) ? tagType(setting) : null;
  if (type) return makeRecord(type, setting, new Map(), { place });
  return setting === "none" ? NONE : { kind: "word", word: setting };
}
