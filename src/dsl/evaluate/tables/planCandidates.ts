import type { Cluster } from "../../../engine/scenario/cluster.ts";
import type { Device } from "../../../engine/scenario/device.ts";
import type { Field } from "../../../engine/scenario/field.ts";
import type { Model } from "../../../engine/scenario/model.ts";
import type { Plan } from "../../../engine/scenario/plan.ts";
import type { Scenario } from "../../../engine/scenario/scenario.ts";
import type { Point } from "../../../engine/search/candidates.ts";
import { changeScenario, scenarioPart } from "../expressions/scenarioValue.ts";
import type { Reader } from "../scenario/read.ts";
import { clusterOf, modelOf } from "../scenario/resolve.ts";
import { clusterParts, clusterWith, toDevice } from "../scenario/toCluster.ts";
import { planFields } from "../scenario/toPlan.ts";
import type { Context } from "../values/context.ts";
import { objectMaker } from "../values/objectMaker.ts";
import type { PlanCandidates } from "../values/planCandidates.ts";
import {
  type Part,
  type Poison,
  poison,
  type RecordValue,
  type ScenarioValue,
  type Value,
} from "../values/value.ts";
import { bitOf, chosen, type SettingOf, settingsOf } from "./candidateSettings.ts";
import type { Axis } from "./combinations.ts";
import { FOLLOWING, type Numbers, numberIn } from "./followingFields.ts";
import { pointText } from "./pointText.ts";
import { type SettledColumn, settledColumns } from "./settledColumns.ts";
import { isInfeasible } from "./skipCounts.ts";

/** Maximum number of memoised values: `MOST_PARTS` of the model and of the cluster, `MOST_VALUES` of each other field. */
const MOST_PARTS = 4_096;
const MOST_VALUES = 100_000;

export function planCandidates(context: Context, base: ScenarioValue, axes: readonly Axis[]): PlanCandidates {
  const sizes = axes.map((steps) => steps.length);
  const settings = settingsOf(axes);
  const marked = axes.map((steps, axis) =>
    steps.map((step) => step.map((one, at) => chosen(one, bitOf(axes, axis, at)))),
  );
  let mistaken: Poison | null = null;
  let last: { readonly point: Point; readonly row: ScenarioValue | Poison } | null = null;

  const rowAt = (point: Point): ScenarioValue | Poison => {
    if (last && samePoint(last.point, point)) return last.row;
    const changes = marked.flatMap((steps, i) => steps[point[i] ?? 0] ?? []);
    last = { point: point.slice(), row: changeScenario(context, base, changes, base.name) };
    return last.row;
  };
  const partAt = (point: Point, part: Part): RecordValue | Poison => {
    const row = rowAt(point);
    return row.kind === "poison" ? row : scenarioPart(context, row, part);
  };
  const reading =
    (part: Part, of: (reader: Reader, record: RecordValue) => unknown) => (reader: Reader, point: Point) => {
      const record = partAt(point, part);
      if (record.kind === "record") return of(reader, record);
      reader.fail(record);
      return null;
    };
  /** Settings, as bits, in which two points differ. */
  const differing = (a: Point, b: Point): number => {
    let bits = 0;
    for (let i = 0; i < settings.length; i++) {
      const { choice, levels } = settings[i] as SettingOf;
      if (levels[a[choice] ?? 0] !== levels[b[choice] ?? 0]) bits |= 1 << i;
    }
    return bits;
  };
  const bitsOf = (holds: (setting: SettingOf) => boolean): number =>
    settings.reduce((bits, one, i) => (holds(one) ? bits | (1 << i) : bits), 0);
  /**
   * Settings, as bits, that change a part. A memo of a whole part depends on all of them, since reads of its fields are not
   * tracked.
   */
  const changing = (part: Part): number => bitsOf((one) => one.part === part);
  /** Settings, as bits, that replace a whole part. Every field is taken to depend on them. */
  const whole = bitsOf((one) => one.whole);
  const kept = settledColumns(context, settings, whole);
  const { column, valueAt } = kept;
  const model = column(
    MOST_PARTS,
    changing("model"),
    reading("model", (reader, record) => modelOf(context, reader, record)),
  );
  const changed = changing("cluster") !== 0;
  const machine = changed ? clusterParts.map((part) => column(MOST_VALUES, 0, reading("cluster", part))) : [];
  const device = column(
    MOST_VALUES,
    0,
    reading("cluster", (reader, record) => {
      const found = reader.record(record, "device");
      return found && toDevice(reader, found);
    }),
  );
  const cluster = column(
    MOST_PARTS,
    changing("cluster"),
    changed
      ? (reader, point) => {
          const values = [device, ...machine].map((of) => {
            const value = valueAt(of, point);
            context.reads |= of.reads;
            if (isPoison(value)) reader.fail(value);
            return value;
          });
          const [own, ...parts] = values;
          return reader.failed || own === null ? null : clusterWith(own as Device, parts as object[]);
        }
      : reading("cluster", (reader, record) => clusterOf(context, reader, record)),
  );
  const plan = Object.entries(planFields).map(([field, of]) => {
    const read = reading("plan", (reader, record) => of(reader, record, context));
    return [field as Field, column(MOST_VALUES, 0, whole === 0 ? following(field, read) : read)] as const;
  });
  const columns = new Map<Field, SettledColumn>([...plan, ["model", model], ["cluster", cluster]]);
  /** Columns that scenarios are built from: plan fields, the model, and the cluster or its device and parts. */
  const fields = [...plan.map(([, of]) => of), model, ...(changed ? [device, ...machine] : [cluster])];
  /** Index of the cluster, or of its device, in `fields`. */
  const clusterFrom = plan.length + 1;

  /**
   * Reader of a field that may be computed from other fields (`FOLLOWING`). It reads the record only where one of those fields has
   * no number.
   */
  function following(field: string, read: SettledColumn["read"]): SettledColumn["read"] {
    const rule = FOLLOWING.get(field);
    if (!rule?.holds(context, base, axes) || (changed && rule.from.includes("cluster"))) return read;
    return (reader, point) => {
      const numbers = rule.from.map((field) => {
        const of = columns.get(field) as SettledColumn;
        const value = valueAt(of, point);
        context.reads |= of.reads;
        return isPoison(value) ? null : numberIn(field, value);
      });
      return numbers.every((one) => one) ? rule.sum(...(numbers as Numbers)) : read(reader, point);
    };
  }

  /** Settings, as bits, that each field was seen to depend on. */
  const reads = new Int32Array(fields.length);
  /** Field values at the last point. */
  const values: unknown[] = fields.map(() => undefined);
  const everyField = [...fields.keys()];
  const now = new Int32Array(sizes.length);
  let begun = false;
  let wrong: Poison | null = null;
  const makePlan = objectMaker<Plan>(plan.map(([field], i) => [field, [i]]));
  /** Clock at which each field was last read; `madeAt` is the clock of the last scenario. */
  const times = new Float64Array(fields.length);
  let clock = 0;
  let made: Scenario | null = null;
  let madeAt = 0;
  /**
   * Settings, as bits, that changed in the last turn; 0 where all fields were read. `turning` are the fields that read one of
   * them, `turnedFrom` the clock before the turn.
   */
  let turnedLast = 0;
  let turning: readonly number[] = [];
  let turnedFrom = 0;
  const isNewer = (than: number, from: number, to = times.length): boolean => {
    for (let i = from; i < to; i++) if ((times[i] ?? 0) > than) return true;
    return false;
  };
  /** Reads the fields that change at a point. Returns the error of the first field that cannot be read there, or null. */
  const turnTo = (point: Point): Poison | null => {
    const turned = differing(now, point);
    if (begun && turned === 0) return wrong;
    if (!begun || turned !== turnedLast) {
      turning = begun ? everyField.filter((i) => ((reads[i] ?? 0) & turned) !== 0) : everyField;
      turnedLast = begun ? turned : 0;
    }
    let failed = wrong !== null;
    // A run may be cut off in here, which must leave no point that looks current.
    begun = false;
    turnedFrom = clock;
    for (const i of turning) {
      const of = fields[i] as SettledColumn;
      const value = valueAt(of, point);
      if (reads[i] !== of.reads) turnedLast = 0;
      reads[i] = of.reads;
      values[i] = value;
      times[i] = ++clock;
      failed ||= isPoison(value);
    }
    now.set(point);
    begun = true;
    wrong = failed ? (values.find(isPoison) ?? null) : null;
    return wrong;
  };
  /** Cluster at the current point. Where there are few clusters, equal ones are the same object. */
  const clusterAt = (point: Point): Cluster => {
    if (!changed) return values[clusterFrom] as Cluster;
    if (cluster.agreement.size <= MOST_PARTS) return valueAt(cluster, point) as Cluster;
    const [own, ...parts] = values.slice(clusterFrom);
    return clusterWith(own as Device, parts as object[]);
  };
  const unmade = (wrong: Poison): { unmade: { reason: string; example: string } } => {
    const [first] = wrong.diagnostics;
    if (!first || !isInfeasible(first)) mistaken ??= wrong.diagnostics.length > 0 ? wrong : poison();
    const example = first?.message ?? "";
    return { unmade: { reason: first?.code.replaceAll("-", " ") ?? "not a scenario", example } };
  };

  return {
    sizes,
    seen: kept.seen,
    settings,
    reads: (field) =>
      field === "cluster"
        ? fields.slice(clusterFrom).reduce((bits, of) => bits | of.reads, cluster.reads)
        : (columns.get(field)?.reads ?? 0),
    makes: (point) => turnTo(point) === null,
    get clock() {
      return clock;
    },
    planSince(since, point, visit) {
      if (turnTo(point) !== null) return false;
      for (const i of since === turnedFrom ? turning : everyField) {
        if ((times[i] ?? 0) <= since) continue;
        if (i >= plan.length || !visit(PLAN_FIELDS[i] as keyof Plan, values[i])) return false;
      }
      return true;
    },
    settled(asking, read) {
      const of = column(MOST_VALUES, 0, (_, point) => {
        const row = rowAt(point);
        return row.kind === "poison" ? row : read(row);
      });
      return (point) => valueAt(of, point, asking) as Value;
    },
    field(field, point) {
      const of = columns.get(field);
      const value = of && valueAt(of, point);
      return isPoison(value) ? undefined : value;
    },
    rowAt,
    textOf: (point, choice) => pointText(axes, point, choice),
    mistake: () => mistaken,
    at(point) {
      const mistake = turnTo(point);
      if (mistake) return unmade(mistake);
      if (made && !isNewer(madeAt, 0)) return made;
      // An unchanged plan or cluster stays the same object, so that memos by object work.
      const ownPlan = made && !isNewer(madeAt, 0, plan.length) ? made.plan : makePlan(values);
      const ownCluster = made && !isNewer(madeAt, clusterFrom) ? made.cluster : clusterAt(point);
      madeAt = clock;
      const ownModel = values[plan.length] as Model;
      made = { name: base.name, model: ownModel, cluster: ownCluster, plan: ownPlan, origins: {} };
      return made;
    },
  };
}

const PLAN_FIELDS = Object.keys(planFields) as readonly (keyof Plan)[];

function samePoint(a: Point, b: Point): boolean {
  for (let i = 0; i < b.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function isPoison(value: unknown): value is Poison {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "poison";
}
