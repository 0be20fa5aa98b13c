import type { Model } from "../../../engine/scenario/model.ts";
import type { Plan } from "../../../engine/scenario/plan.ts";
import type { Scenario } from "../../../engine/scenario/scenario.ts";
import { literalMaker } from "../../../units/index.ts";
import { planFields } from "../scenario/toPlan.ts";
import type { Context } from "../values/context.ts";
import type { PlanCandidates } from "../values/planCandidates.ts";
import { isPoison, type Poison, poison, type ScenarioValue, type Value } from "../values/value.ts";
import { candidateRows } from "./candidateRows.ts";
import { type SettingOf, settingsOf } from "./candidateSettings.ts";
import type { Axis } from "./combinations.ts";
import { CurrentFields } from "./currentFields.ts";
import { pointText } from "./pointText.ts";
import { MOST_VALUES, scenarioMemos } from "./scenarioMemos.ts";
import { settingMemos } from "./settingMemos.ts";
import { isInfeasible } from "./skipCounts.ts";

const PLAN_FIELDS = Object.keys(planFields) as readonly (keyof Plan)[];

export function planCandidates(context: Context, base: ScenarioValue, axes: readonly Axis[]): PlanCandidates {
  const sizes = axes.map((steps) => steps.length);
  const settings = settingsOf(axes);
  const rows = candidateRows(context, base, axes);
  const memos = settingMemos(context, settings, replacing(settings));
  const scenario = scenarioMemos({ context, base, axes, settings, rows, memos });
  const { byField, modelAt, clusterFrom } = scenario;
  const fields = new CurrentFields(scenario.fields, settings, memos, sizes.length);
  const makePlan = literalMaker<Plan>(PLAN_FIELDS.map((field, i) => [field, [i]]));
  let mistaken: Poison | null = null;
  const unmade = (wrong: Poison): { unmade: { reason: string; example: string } } => {
    const [first] = wrong.diagnostics;
    if (!first || !isInfeasible(first)) mistaken ??= wrong.diagnostics.length > 0 ? wrong : poison();
    const example = first?.message ?? "";
    return { unmade: { reason: first?.code.replaceAll("-", " ") ?? "not a scenario", example } };
  };
  let made: Scenario | null = null;
  /** Value of `fields.clock` when the scenario `made` was made. A field that was read later may have changed since. */
  let madeAt = 0;
  return {
    sizes,
    seen: memos.seen,
    settings,
    reads: (field) => (field === "cluster" ? scenario.clusterReads() : (byField.get(field)?.reads ?? 0)),
    makes: (point) => fields.turnTo(point) === null,
    get clock() {
      return fields.clock;
    },
    planSince: (clock, point, visit) =>
      fields.turnTo(point) === null &&
      fields.since(clock, (i) => i < modelAt && visit(PLAN_FIELDS[i] as keyof Plan, fields.values[i])),
    memoised(asking, read) {
      const of = memos.memo(MOST_VALUES, 0, (_, point) => {
        const row = rows.rowAt(point);
        return row.kind === "poison" ? row : read(row);
      });
      return (point) => memos.valueAt(of, point, asking) as Value;
    },
    field(field, point) {
      const of = byField.get(field);
      const value = of && memos.valueAt(of, point);
      return isPoison(value) ? undefined : value;
    },
    rowAt: rows.rowAt,
    textOf: (point, choice) => pointText(axes, point, choice),
    mistake: () => mistaken,
    at(point) {
      const mistake = fields.turnTo(point);
      if (mistake) return unmade(mistake);
      if (made && !fields.isNewer(madeAt, 0)) return made;
      const { values } = fields;
      // An unchanged plan or cluster stays the same object, because memos use these objects as keys.
      const plan = made && !fields.isNewer(madeAt, 0, modelAt) ? made.plan : makePlan(values);
      const cluster =
        made && !fields.isNewer(madeAt, clusterFrom) ? made.cluster : scenario.clusterAt(point, values);
      madeAt = fields.clock;
      made = { name: base.name, model: values[modelAt] as Model, cluster, plan, origins: {} };
      return made;
    },
  };
}

/**
 * Bit mask of the settings that replace a whole model, cluster or plan. The value of every field is taken to depend on
 * them.
 */
function replacing(settings: readonly SettingOf[]): number {
  return settings.reduce((bits, { whole }, i) => (whole ? bits | (1 << i) : bits), 0);
}
