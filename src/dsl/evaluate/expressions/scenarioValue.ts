import type { Expr } from "../../ast/ast.ts";
import type { Place } from "../../diagnostics/diagnostic.ts";
import { diagnostic, suggest } from "../../diagnostics/index.ts";
import { givenField, givenFields } from "../../schema/index.ts";
import type { Context } from "../values/context.ts";
import { kindType } from "../values/recordType.ts";
import type { Scope } from "../values/scope.ts";
import {
  type Change,
  describe,
  PARTS,
  type Part,
  type Poison,
  poison,
  type RecordValue,
  type ScenarioValue,
  type Value,
} from "../values/value.ts";
import { wrongType } from "./problem.ts";
import { changesOf, rebind, withChanges } from "./record.ts";
import { isPart, isPartOf } from "./scope.ts";

export function makeScenario(name: string, parts: ScenarioValue["parts"]): ScenarioValue {
  return { kind: "scenario", name, parts, bound: new Map(), resolved: null };
}

const groups = new WeakMap<RecordValue, ScenarioValue>();

/** True for a definition that groups scenarios and has results of its own: a queue, or a run of phases. */
const isGroup = ({ type }: RecordValue): boolean => type.what === "queue" || type.what === "run";

/**
 * Makes a scenario whose only part is a queue or a run, so that results of all kinds of scenarios are read alike.
 * Memoised by definition.
 */
function groupScenario(group: RecordValue): ScenarioValue {
  let known = groups.get(group);
  if (!known) {
    known = makeScenario(group.name, { [group.type.what]: group });
    groups.set(group, known);
  }
  return known;
}

/**
 * Converts a value to a scenario. A scenario is returned unchanged, and a queue or a run becomes the only part of a
 * scenario. Null for any other value.
 */
export function asScenario(value: Value): ScenarioValue | null {
  if (value.kind === "scenario") return value;
  return value.kind === "record" && isGroup(value) ? groupScenario(value) : null;
}

/**
 * Evaluates `MODEL on CLUSTER`, which makes a scenario. With a scenario on the left, replaces the cluster of the
 * scenario.
 */
export function placeOn(left: Value, right: Value, place: Place, name: string): Value {
  if (left.kind === "poison") return left;
  if (right.kind === "poison") return right;
  if (right.kind !== "record" || right.type.what !== "cluster")
    return wrongKind("`on`", "a cluster on its right", right, place);
  if (left.kind === "scenario") return makeScenario(left.name, { ...left.parts, cluster: right });
  if (left.kind !== "record" || left.type.what !== "model")
    return wrongKind("`on`", "a model on its left", left, place);
  return makeScenario(name, { model: left, cluster: right });
}

function wrongKind(what: string, wanted: string, found: Value, place: Place, help?: string): Poison {
  if (found.kind === "poison") return found;
  return poison(diagnostic("wrong-kind", { what, wanted, found: describe(found), help }, place));
}

/** Evaluates `x with { path = e }` on a record or a scenario, or `scenario with PLAN`. */
export function override(context: Context, left: Value, right: Expr, scope: Scope, name: string): Value {
  if (left.kind === "poison") return left;
  const place = { source: scope.source, span: right.span };
  let inner = right;
  while (inner.kind === "paren") inner = inner.inner;
  if (inner.kind === "record") {
    const changes = changesOf(inner, scope);
    if (!Array.isArray(changes)) return changes as Poison;
    if (left.kind === "record") return withChanges(left, changes);
    if (left.kind === "scenario") return changeScenario(context, left, changes.map(termOfPlan), name);
    return wrongKind("`with`", "a definition or a scenario on its left", left, place);
  }
  const part = context.evaluate(right, scope, null);
  if (part.kind === "poison") return part;
  if (left.kind !== "scenario")
    return wrongKind(
      "`with`",
      left.kind === "record" ? "`{ field = .. }` after a definition" : "a scenario on its left",
      part,
      place,
      part.kind === "record" ? "a scenario is `MODEL on CLUSTER with PLAN`, in this order" : undefined,
    );
  if (part.kind !== "record" || !isPart(part.type.what))
    return wrongKind("`with`", "a plan, or `{ plan.field = .. }`", part, place);
  return makeScenario(name, { ...left.parts, [part.type.what]: part });
}

/** Change of a part of the step's time or memory, `time.dp`, as one of the plan that sets it, `plan.time.dp`. */
function termOfPlan(change: Change): Change {
  const [place] = change.places;
  return givenField(change.path[0] ?? "") === null || change.path.length < 2 || !place
    ? change
    : { ...change, path: ["plan", ...change.path], places: [place, ...change.places] };
}

/** Copies a scenario with changed fields of its parts: `{ plan.tp = 4 }`. */
export function changeScenario(
  context: Context,
  scenario: ScenarioValue,
  changes: readonly Change[],
  name = scenario.name,
): ScenarioValue | Poison {
  let { parts } = scenario;
  for (const part of parts.run ? (["run"] as const) : PARTS) {
    const own: Change[] = [];
    for (const change of changes) {
      if (change.path[0] !== part) continue;
      if (change.path.length > 1) {
        own.push({ ...change, path: change.path.slice(1), places: change.places.slice(1) });
        continue;
      }
      const whole = wholePart(context, change, part);
      if (whole.kind === "poison") return whole;
      parts = { ...parts, [part]: whole };
    }
    if (own.length === 0) continue;
    const record = parts[part];
    if (!record) return incomplete(part, scenario, own[0]?.places[0]);
    const changed = withChanges(record, own);
    if (changed.kind === "poison") return changed;
    parts = { ...parts, [part]: changed };
  }
  const stray = changes.find((change) => !isPartOf(scenario, change.path[0] ?? ""));
  if (stray) return strayPath(stray);
  return makeScenario(name, parts);
}

function wholePart(context: Context, change: Change, part: Part): RecordValue | Poison {
  const { binding } = change;
  const value =
    binding.kind === "value"
      ? binding.value
      : binding.kind === "expr"
        ? context.evaluate(binding.expr, binding.scope, null)
        : poison();
  if (value.kind === "poison") return value;
  if (value.kind === "record" && value.type.what === part) return value;
  return wrongType(`\`${part}\``, `a ${part}`, value, change.places[0] ?? nowhere);
}

const nowhere: Place = { source: { name: "", text: "" }, span: { start: 0, end: 0 } };

/**
 * Error for a changed path of a scenario that does not begin with one of its parts: `{ tp = 4 }` should be `{ plan.tp =
 * 4 }`.
 */
export function strayPath(change: Pick<Change, "path" | "places">): Poison {
  const [head = ""] = change.path;
  const owner = PARTS.find((part) => kindType(part).fields.has(head));
  const suggestion = owner
    ? `${owner}.${change.path.join(".")}`
    : suggest(head, [...PARTS, ...givenFields().map(({ name }) => name)]);
  return poison(
    diagnostic(
      "unknown-field",
      { kind: "scenario", field: head, ...(suggestion === null ? {} : { suggestion }) },
      change.places[0],
    ),
  );
}

function incomplete(part: Part, scenario: ScenarioValue, place: Place | undefined): Poison {
  const found = scenario.parts.plan ? `a scenario without a ${part}` : "a model on a cluster, without a plan";
  return poison(diagnostic("not-a-scenario", { what: `\`${part}\``, found }, place));
}

/**
 * Returns a scenario's model, cluster, plan, queue or run, linked to the scenario so that its fields can read the other
 * parts. Changes from the command line's `--set` replace values in the program, but not values that a sweep sets.
 */
export function scenarioPart(context: Context, scenario: ScenarioValue, part: Part): RecordValue | Poison {
  const known = scenario.bound.get(part);
  if (known) return known;
  const record = scenario.parts[part];
  if (!record) return incomplete(part, scenario, undefined);
  const changes = context.overrides
    .filter((change) => change.path[0] === part && record.fields.get(change.path[1] ?? "")?.kind !== "value")
    .map((change) => ({ ...change, path: change.path.slice(1), places: change.places.slice(1) }));
  const changed = changes.length === 0 ? record : withChanges(record, changes);
  if (changed.kind === "poison") return changed;
  const bound = rebind(changed, null, scenario);
  scenario.bound.set(part, bound);
  return bound;
}
