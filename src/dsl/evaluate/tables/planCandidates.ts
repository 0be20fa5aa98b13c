import type { Field } from "../../../engine/factor.ts";
import type { Cluster } from "../../../engine/scenario/cluster.ts";
import type { Device } from "../../../engine/scenario/device.ts";
import type { Model } from "../../../engine/scenario/model.ts";
import type { Plan } from "../../../engine/scenario/plan.ts";
import type { Scenario } from "../../../engine/scenario.ts";
import type { Candidates, Point, Setting } from "../../../engine/search/candidates.ts";
import type { Context } from "../context.ts";
import { microBatches } from "../fillOrCount.ts";
import { Reader } from "../scenario/read.ts";
import { clusterOf, modelOf } from "../scenario/resolve.ts";
import { changeScenario, scenarioPart } from "../scenario/scenario.ts";
import { clusterParts, clusterWith, toDevice } from "../scenario/toCluster.ts";
import { planFields } from "../scenario/toPlan.ts";
import {
  type Change,
  type Part,
  type Poison,
  poison,
  type RecordValue,
  type ScenarioValue,
  type Value,
} from "../value.ts";
import { type Agreement, agreement } from "./agreement.ts";
import type { Axis } from "./combinations.ts";
import { KeptValues } from "./keptValues.ts";
import { objectMaker } from "./objectMaker.ts";
import { isInfeasible } from "./skipCounts.ts";

/** The scenarios of a table or a search, made field by field: one that does not depend on a choice is not read again when it turns. */
export interface PlanCandidates extends Candidates {
  /** Whether there is a scenario at a point. */
  makes(point: Point): boolean;
  /** Something of the row at each point, read once for all points that agree in the settings that it was seen to depend on. */
  settled(asking: Context, read: (row: ScenarioValue) => Value): (point: Point) => Value;
  /** The scenario at a point as the language sees it. */
  rowAt(point: Point): ScenarioValue | Poison;
  /** A point's choices, or one of them, as the language writes them: `tp = 8, sequence_parallel = true`. */
  textOf(point: Point, choice?: number): string;
  /** Grows whenever a field is read anew. */
  readonly clock: number;
  /**
   * Visits the fields of the plan at a point that were read anew since the clock stood there. False where a visit says so, where other
   * parts of the scenario were read anew as well, and where there is none.
   */
  planSince(clock: number, point: Point, visit: (field: keyof Plan, value: unknown) => boolean): boolean;
  /** A mistake in the text, as against a combination that does not work out; null where none was met. */
  mistake(): Poison | null;
}

/** Kept of a field until they are read anew: of the model and the cluster, and of each field of the plan. */
const MOST_PARTS = 4_096;
const MOST_VALUES = 100_000;

/** Something of the candidates as far as it was read: its value by the settings that it was seen to depend on. */
interface Column {
  readonly read: (reader: Reader, point: Point) => unknown;
  /** Settings, as bits. */
  reads: number;
  /** The same number for points that agree in these. */
  agreement: Agreement;
  values: KeptValues<unknown>;
  /** The number that was asked about last, and its value. */
  number: number;
  value: unknown;
  /** Kept until they are read anew. */
  readonly most: number;
}

interface SettingOf extends Setting {
  readonly part: string;
  /** Whether fields do not tell that they read it: another model, cluster or plan in the place of the base's. */
  readonly whole: boolean;
}

export function planCandidates(context: Context, base: ScenarioValue, axes: readonly Axis[]): PlanCandidates {
  const sizes = axes.map((steps) => steps.length);
  const settings = settingsOf(axes);
  const marked = axes.map((steps, axis) =>
    steps.map((step) => step.map((one, at) => chosen(one, bitOf(axes, axis, at)))),
  );
  let seen = 0;
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
  /** Settings that change a part: what is kept of a whole part does not say which of its fields it read. */
  const changing = (part: Part): number => bitsOf((one) => one.part === part);
  /** Whole parts: no field of any part is known not to read theirs. */
  const whole = bitsOf((one) => one.whole);
  const column = (most: number, bits: number, read: Column["read"]): Column => {
    const reads = bits | whole;
    const agrees = agreement(settings, reads);
    const values = new KeptValues<unknown>(agrees.size, most);
    return { read, reads, agreement: agrees, values, number: -1, value: undefined, most };
  };
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
    const follows = field === "numMicroBatches" && whole === 0 && isWorkedOut(context, base, axes);
    return [field as Field, column(MOST_VALUES, 0, follows ? counting(read) : read)] as const;
  });
  const columns = new Map<Field, Column>([...plan, ["model", model], ["cluster", cluster]]);
  /** What scenarios are put together of: fields of the plan, the model, and the cluster, or its device and parts. */
  const fields = [...plan.map(([, of]) => of), model, ...(changed ? [device, ...machine] : [cluster])];
  /** Where the cluster, or its device, is among them. */
  const clusterFrom = plan.length + 1;

  const valueAt = (of: Column, point: Point, asking: Context = context): unknown => {
    const number = of.agreement.of(point);
    if (number === of.number) return of.value;
    const known = of.values.get(number);
    if (known !== undefined) {
      keepLast(of, number, known);
      return known;
    }
    const reader = new Reader(asking);
    const before = asking.reads;
    asking.reads = 0;
    const value = of.read(reader, point);
    const met = asking.reads | of.reads;
    asking.reads = before;
    // In this order, as a run may be cut off anywhere.
    if (met !== of.reads) {
      of.number = -1;
      of.agreement = agreement(settings, met);
      of.values = new KeptValues(of.agreement.size, of.most);
      of.reads = met;
      seen++;
    }
    const found = reader.failed ?? value;
    const own = of.agreement.of(point);
    of.values.set(own, found);
    keepLast(of, own, found);
    return found;
  };

  /** Micro-batches follow from three numbers of the plan (fillOrCount.ts): the record is read only where one is lacking. */
  function counting(read: Column["read"]): Column["read"] {
    return (reader, point) => {
      const [batch, dp, micro] = COUNTED.map((field) => {
        const of = columns.get(field) as Column;
        const value = valueAt(of, point);
        context.reads |= of.reads;
        return typeof value === "number" ? value : null;
      });
      return batch && dp && micro ? microBatches(batch, dp, micro) : read(reader, point);
    };
  }

  /** Settings that each field was seen to depend on, in one place. */
  const reads = new Int32Array(fields.length);
  /** The fields at the point that was looked at last. */
  const values: unknown[] = fields.map(() => undefined);
  const everyField = [...fields.keys()];
  const now = new Int32Array(sizes.length);
  let begun = false;
  let wrong: Poison | null = null;
  const makePlan = objectMaker<Plan>(plan.map(([field], i) => [field, [i]]));
  /** When each field was read, and the scenario was put together last. */
  const times = new Float64Array(fields.length);
  let clock = 0;
  let made: Scenario | null = null;
  let madeAt = 0;
  /** The settings that turned last, 0 where all fields were read; the fields that read one of them; and the clock before. */
  let turnedLast = 0;
  let turning: readonly number[] = [];
  let turnedFrom = 0;
  const isNewer = (than: number, from: number, to = times.length): boolean => {
    for (let i = from; i < to; i++) if ((times[i] ?? 0) > than) return true;
    return false;
  };
  /** Turns to a point: what is wrong with the first field that cannot be read there. */
  const turnTo = (point: Point): Poison | null => {
    const turned = differing(now, point);
    if (begun && turned === 0) return wrong;
    if (!begun || turned !== turnedLast) {
      turning = begun ? everyField.filter((i) => ((reads[i] ?? 0) & turned) !== 0) : everyField;
      turnedLast = begun ? turned : 0;
    }
    let failed = wrong !== null;
    // Of a run that is cut off in here nothing holds.
    begun = false;
    turnedFrom = clock;
    for (const i of turning) {
      const of = fields[i] as Column;
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
  /** The cluster of the point turned to: of the few that come again and again the same object each time. */
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
    get seen() {
      return seen;
    },
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
    textOf: (point, choice) =>
      axes
        .flatMap((steps, i) => (choice === undefined || choice === i ? (steps[point[i] ?? 0] ?? []) : []))
        .filter(({ binding }) => !(binding.kind === "value" && textOfValue(binding.value) === "fill"))
        .map(
          ({ path, binding }) =>
            `${path.slice(1).join(".")} = ${binding.kind === "value" ? textOfValue(binding.value) : ".."}`,
        )
        .join(", "),
    mistake: () => mistaken,
    at(point) {
      const mistake = turnTo(point);
      if (mistake) return unmade(mistake);
      if (made && !isNewer(madeAt, 0)) return made;
      // A plan, or a cluster, that stays as it is stays the same object.
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

const COUNTED: readonly Field[] = ["globalBatch", "dp", "microBatch"];

/** In this order, as a run may be cut off anywhere. */
function keepLast(of: Column, number: number, value: unknown): void {
  of.number = -1;
  of.value = value;
  of.number = number;
}

/** Whether nothing says how many micro-batches there are. */
function isWorkedOut(context: Context, base: ScenarioValue, axes: readonly Axis[]): boolean {
  const plan = scenarioPart(context, base, "plan");
  const said = axes.some(([step = []]) =>
    step.some(({ path }) => path.join(".") === "plan.num_micro_batches"),
  );
  return plan.kind === "record" && !plan.fields.has("num_micro_batches") && !said;
}

/** One for each path of each choice, in order. Equal values of a path are one level. */
function settingsOf(axes: readonly Axis[]): readonly SettingOf[] {
  return axes.flatMap((steps, choice) =>
    (steps[0] ?? []).map(({ path: [part = "", ...inner] }, at): SettingOf => {
      const known = new Map<unknown, number>();
      const levels = steps.map((step) => {
        const key = levelOf(step[at]);
        const level = known.get(key) ?? known.size;
        known.set(key, level);
        return level;
      });
      return {
        choice,
        part,
        whole: inner.length === 0 || steps.some((step) => step[at]?.binding.kind !== "value"),
        levels,
        count: known.size,
      };
    }),
  );
}

/** The same for values that are the same. */
function levelOf(change: Change | undefined): unknown {
  if (change?.binding.kind !== "value") return change;
  const { value } = change.binding;
  switch (value.kind) {
    case "quantity":
      return `${value.value} ${value.dimension.key}`;
    case "word":
      return `word ${value.word}`;
    case "boolean":
      return value.value;
    default:
      return value;
  }
}

/** The bit of a path. */
function bitOf(axes: readonly Axis[], axis: number, at: number): number {
  return 1 << (axes.slice(0, axis).reduce((sum, steps) => sum + (steps[0]?.length ?? 0), 0) + at);
}

function samePoint(a: Point, b: Point): boolean {
  for (let i = 0; i < b.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function chosen(change: Change, choice: number): Change {
  const { binding } = change;
  return binding.kind === "value" ? { ...change, binding: { ...binding, choice } } : change;
}

function isPoison(value: unknown): value is Poison {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "poison";
}

function textOfValue(value: Value): string {
  switch (value.kind) {
    case "quantity":
    case "boolean":
      return String(value.value);
    case "word":
      return value.word;
    case "record":
      return value.name;
    default:
      return value.kind === "none" ? "none" : "..";
  }
}
