import type { Choice, Setting } from "../../../engine/search/planSpace.ts";
import type { Clause } from "../../ast/ast.ts";
import type { Place } from "../../diagnostics/diagnostic.ts";
import { readField } from "../expressions/readField.ts";
import { changeScenario, scenarioPart } from "../expressions/scenarioValue.ts";
import { resolve } from "../scenario/resolve.ts";
import { pathText } from "../tables/aims.ts";
import { type Axis, axis } from "../tables/combinations.ts";
import { settingChange, valueChange } from "../tables/settingChange.ts";
import { isInfeasible } from "../tables/skipCounts.ts";
import type { Context } from "../values/context.ts";
import type { Scope } from "../values/scope.ts";
import type { Change, Poison, Resolved, ScenarioValue } from "../values/value.ts";

type For = Extract<Clause, { kind: "for" }>;

/**
 * True for the clause `for plan in all`, which lets a search try every plan of the plan space. A search without any
 * `for` clause does the same.
 */
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
 * Choices of field values that a search combines: those of the plan space, changed by the statement's `for` clauses. A
 * clause whose values are all in the plan space restricts a choice to these values. Any other clause replaces the
 * choice of its fields. The values of the base's own plan are added where that plan is valid, so that a search never
 * ends with a worse plan than its base.
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
    const paths = clause.paths.map(pathText);
    for (const path of paths) named.add(path);
    const kept = restricted(space, paths, steps as Axis);
    if (kept) space = kept;
    else {
      space = without(space, paths);
      own.push(steps as Axis);
    }
  }
  // Unless a clause sets `dp`, every candidate has `dp = fill`: the number of replicas follows from the devices and the
  // other degrees.
  const fill = named.has("plan.dp") ? [] : [settingChange("dp", "fill", place)];
  const works = context.outputs.check(context, base, place) === null;
  const axes = space.map((choice, i) => {
    const { fields, values } = choice;
    const free = !fields.some((field) => named.has(`plan.${field}`));
    const started = works && free ? startStep(context, base, choice, place) : null;
    const steps = values.map((settings) =>
      fields.map((field, at) => settingChange(field, settings[at] ?? 0, place)),
    );
    return [...steps, ...(started ? [started] : [])].map((step) => [...step, ...(i === 0 ? fill : [])]);
  });
  return [...own, ...axes];
}

/**
 * Values of one choice's fields in the base's own plan, as a further value of the choice. Null where the choice already
 * contains them.
 */
function startStep(
  context: Context,
  base: ScenarioValue,
  { fields, values }: Choice,
  place: Place,
): readonly Change[] | null {
  const plan = scenarioPart(context, base, "plan");
  if (plan.kind === "poison") return null;
  const step = fields.map((field) => valueChange(field, readField(context, plan, field), place));
  const settings = step.map(settingOf);
  return values.some((one) => one.every((setting, at) => setting === settings[at])) ? null : step;
}

/**
 * Engine data of the scenario from which a search derives its plan space. Where the base's own plan is invalid on the
 * cluster, the plan of this scenario has the settings `PLAINEST`.
 */
export function searchStart(context: Context, base: ScenarioValue, place: Place): Resolved | Poison {
  const start = resolve(context, base);
  if (start.kind === "resolved" || !start.diagnostics.every(isInfeasible)) return start;
  const changes = PLAINEST.map(([field, setting]) => settingChange(field, setting, place));
  const plain = changeScenario(context, base, changes, base.name);
  const other = plain.kind === "poison" ? plain : resolve(context, plain);
  return other.kind === "resolved" ? other : start;
}

/**
 * Plan settings with which each replica runs on one device. They replace a base plan that is invalid on the cluster.
 */
const PLAINEST: readonly (readonly [field: string, setting: Setting])[] = [
  ["tp", 1],
  ["sequence_parallel", false],
  ["cp", 1],
  ["ep", 1],
  ["pp", 1],
  ["schedule", "1f1b"],
  ["vpp", 1],
  ["dp", "fill"],
];

/**
 * Restricts the choice of one plan field to the given values. Null where the plan space has no such choice, or where
 * the choice lacks one of the values.
 */
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

/**
 * Removes fields from the choices of a plan space. Values of a choice that differ only in removed fields are merged.
 */
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
