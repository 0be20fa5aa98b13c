import type { Cluster } from "../../../engine/scenario/cluster.ts";
import type { Device } from "../../../engine/scenario/device.ts";
import type { Field } from "../../../engine/scenario/field.ts";
import type { Point } from "../../../engine/search/candidates.ts";
import { clusterOf, modelOf } from "../scenario/resolve.ts";
import { clusterParts, clusterWith, toDevice } from "../scenario/toCluster.ts";
import { planFields } from "../scenario/toPlan.ts";
import type { Context } from "../values/context.ts";
import { isPoison, type Part, type ScenarioValue } from "../values/value.ts";
import type { CandidateRows } from "./candidateRows.ts";
import type { SettingOf } from "./candidateSettings.ts";
import type { Axis } from "./combinations.ts";
import { FOLLOWING, type Numbers, numberIn } from "./followingFields.ts";
import type { SettingMemo, SettingMemos } from "./settingMemos.ts";

/** Maximum number of models, and also of clusters, that a table's memos hold. */
const MOST_PARTS = 4_096;
/**
 * Maximum number of values in one memo of a table: a memo of a plan field, of a part of the cluster, or of an
 * expression.
 */
export const MOST_VALUES = 100_000;

/**
 * Inputs from which the memos of a table are made: the base scenario, the axes with their settings, the rows'
 * scenarios, and the functions that make memos.
 */
export interface ReadTable {
  readonly context: Context;
  readonly base: ScenarioValue;
  readonly axes: readonly Axis[];
  readonly settings: readonly SettingOf[];
  readonly rows: CandidateRows;
  readonly memos: SettingMemos;
}

/** Memos of everything that a table's scenarios are built from: the plan's fields, the model and the cluster. */
export interface ScenarioMemos {
  /** Memo of each field of the engine's scenario, by the field's name. */
  readonly byField: ReadonlyMap<Field, SettingMemo>;
  /**
   * All memos in a fixed order: first the plan fields, then the model, then the whole cluster or its device and parts.
   */
  readonly fields: readonly SettingMemo[];
  /** Index of the model in `fields`, which is the number of plan fields. */
  readonly modelAt: number;
  /** Index of the cluster, or of its device, in `fields`. */
  readonly clusterFrom: number;
  /** Bit mask of the settings (varied paths) that the cluster was seen to depend on. */
  clusterReads(): number;
  /**
   * Cluster of the candidate at a point. `values` are the candidate's values of `fields`. Where a table has few
   * clusters, equal clusters are the same object.
   */
  clusterAt(point: Point, values: readonly unknown[]): Cluster;
}

export function scenarioMemos(table: ReadTable): ScenarioMemos {
  const { context, settings, rows, memos } = table;
  const { memo } = memos;
  const model = memo(
    MOST_PARTS,
    changing(settings, "model"),
    rows.reading("model", (reader, record) => modelOf(context, reader, record)),
  );
  const machine = clusterMemos(table);
  const byField = new Map<Field, SettingMemo>();
  const plan = planMemos(table, (field) => byField.get(field));
  for (const [field, of] of plan) byField.set(field, of);
  byField.set("model", model).set("cluster", machine.cluster);
  const fields = [...plan.map(([, of]) => of), model, ...machine.parts];
  const clusterFrom = plan.length + 1;
  return {
    ...{ byField, fields, modelAt: plan.length, clusterFrom },
    clusterReads: () =>
      fields.slice(clusterFrom).reduce((bits, of) => bits | of.reads, machine.cluster.reads),
    clusterAt(point, values) {
      if (!machine.varies) return values[clusterFrom] as Cluster;
      if (machine.cluster.agreement.size <= MOST_PARTS)
        return memos.valueAt(machine.cluster, point) as Cluster;
      const [own, ...parts] = values.slice(clusterFrom);
      return clusterWith(own as Device, parts as object[]);
    },
  };
}

/**
 * Bit mask of the settings that change a part (model, cluster or plan). The memo of a whole part depends on all of
 * these settings, since reads of its single fields are not tracked.
 */
function changing(settings: readonly SettingOf[], part: Part): number {
  return settings.reduce((bits, one, i) => (one.part === part ? bits | (1 << i) : bits), 0);
}

/**
 * Memos of the cluster. Where settings change the cluster, `parts` are the memos of its device and of its other parts,
 * each read separately. Otherwise `parts` contains only the memo of the whole cluster.
 */
interface ClusterMemos {
  readonly varies: boolean;
  readonly cluster: SettingMemo;
  readonly parts: readonly SettingMemo[];
}

function clusterMemos({ context, settings, rows, memos: { memo, valueAt } }: ReadTable): ClusterMemos {
  const bits = changing(settings, "cluster");
  if (bits === 0) {
    const whole = rows.reading("cluster", (reader, record) => clusterOf(context, reader, record));
    const cluster = memo(MOST_PARTS, bits, whole);
    return { varies: false, cluster, parts: [cluster] };
  }
  const device = rows.reading("cluster", (reader, record) => {
    const found = reader.record(record, "device");
    return found && toDevice(reader, found);
  });
  const parts = [device, ...clusterParts.map((part) => rows.reading("cluster", part))].map((read) =>
    memo(MOST_VALUES, 0, read),
  );
  const cluster = memo(MOST_PARTS, bits, (reader, point) => {
    const values = parts.map((of) => {
      const value = valueAt(of, point);
      context.reads |= of.reads;
      if (isPoison(value)) reader.fail(value);
      return value;
    });
    const [own, ...others] = values;
    return reader.failed || own === null ? null : clusterWith(own as Device, others as object[]);
  });
  return { varies: true, cluster, parts };
}

/** Makes the memos of the plan's fields. `memoOf` gives the memo of a field from which another field is computed. */
function planMemos(
  { context, base, axes, settings, rows, memos: { memo, valueAt } }: ReadTable,
  memoOf: (field: Field) => SettingMemo | undefined,
): readonly (readonly [Field, SettingMemo])[] {
  const replaced = settings.some(({ whole }) => whole);
  const clusterVaries = changing(settings, "cluster") !== 0;
  /**
   * Returns the function that reads a plan field. A field with a rule in `FOLLOWING` is computed from other fields;
   * where one of them has no number, the field is read from the plan instead.
   */
  const following = (field: string, read: SettingMemo["read"]): SettingMemo["read"] => {
    const rule = FOLLOWING.get(field);
    if (!rule?.holds(context, base, axes) || (clusterVaries && rule.from.includes("cluster"))) return read;
    return (reader, point) => {
      const numbers = rule.from.map((field) => {
        const of = memoOf(field) as SettingMemo;
        const value = valueAt(of, point);
        context.reads |= of.reads;
        return isPoison(value) ? null : numberIn(field, value);
      });
      return numbers.every((one) => one) ? rule.sum(...(numbers as Numbers)) : read(reader, point);
    };
  };
  return Object.entries(planFields).map(([field, of]) => {
    const read = rows.reading("plan", (reader, record) => of(reader, record, context));
    return [field as Field, memo(MOST_VALUES, 0, replaced ? read : following(field, read))] as const;
  });
}
