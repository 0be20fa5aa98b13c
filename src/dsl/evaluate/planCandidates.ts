import type { Field } from "../../engine/factor.ts";
import type { Plan, Scenario } from "../../engine/scenario.ts";
import type { Candidates, Point } from "../../engine/search/candidates.ts";
import type { Axis } from "./combinations.ts";
import type { Context } from "./context.ts";
import { Reader } from "./read.ts";
import { clusterOf, modelOf } from "./resolve.ts";
import { changeScenario, scenarioPart } from "./scenario.ts";
import { isInfeasible } from "./skipCounts.ts";
import { planFields } from "./toPlan.ts";
import {
  type Change,
  type Part,
  type Poison,
  poison,
  type RecordValue,
  type ScenarioValue,
  type Value,
} from "./value.ts";

/** The scenarios of a search, made field by field: one that does not depend on a choice is not read again when it turns. */
export interface PlanCandidates extends Candidates {
  /** The scenario at a point as the language sees it. */
  rowAt(point: Point): ScenarioValue | Poison;
  /** A point's choices, or one of them, as the language writes them: `tp = 8, sequence_parallel = true`. */
  textOf(point: Point, choice?: number): string;
  /** A mistake in the text, as against a combination that does not work out; null where none was met. */
  mistake(): Poison | null;
}

/** A field as far as it was read: its value by the choices that it was seen to depend on. */
interface Column {
  readonly field: Field;
  readonly read: (reader: Reader, point: Point) => unknown;
  reads: number;
  readonly values: Map<number, unknown>;
}

export function planCandidates(context: Context, base: ScenarioValue, axes: readonly Axis[]): PlanCandidates {
  const sizes = axes.map((steps) => steps.length);
  let seen = 0;
  let mistaken: Poison | null = null;
  let last: { readonly point: Point; readonly row: ScenarioValue | Poison } | null = null;

  const rowAt = (point: Point): ScenarioValue | Poison => {
    if (last?.point.every((value, i) => value === point[i])) return last.row;
    const changes = axes.flatMap((steps, i) => (steps[point[i] ?? 0] ?? []).map((one) => chosen(one, i)));
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
  /** Choices that change a part: what is kept of a whole part does not say which of its fields it read. */
  const changing = (part: Part): number =>
    axes.reduce(
      (bits, steps, i) =>
        steps.some((step) => step.some(({ path }) => path[0] === part)) ? bits | (1 << i) : bits,
      0,
    );
  const column = (field: Field, reads: number, read: Column["read"]): Column => ({
    field,
    reads,
    read,
    values: new Map(),
  });
  const model = column(
    "model",
    changing("model"),
    reading("model", (reader, record) => modelOf(context, reader, record)),
  );
  const cluster = column(
    "cluster",
    changing("cluster"),
    reading("cluster", (reader, record) => clusterOf(context, reader, record)),
  );
  const plan = Object.entries(planFields).map(([field, of]) =>
    column(
      field as keyof Plan,
      0,
      reading("plan", (reader, record) => of(reader, record, context)),
    ),
  );
  const columns = new Map([model, cluster, ...plan].map((one) => [one.field, one]));

  const keyOf = ({ reads }: Column, point: Point): number => {
    let key = 0;
    for (let i = 0; reads >> i !== 0; i++)
      if ((reads >> i) & 1) key = key * (sizes[i] ?? 1) + (point[i] ?? 0);
    return key;
  };
  const valueAt = (of: Column, point: Point): unknown => {
    const known = of.values.get(keyOf(of, point));
    if (known !== undefined) return known;
    const reader = new Reader(context);
    const before = context.reads;
    context.reads = 0;
    const value = of.read(reader, point);
    const met = context.reads | of.reads;
    context.reads = before;
    if (met !== of.reads) {
      of.reads = met;
      of.values.clear();
      seen++;
    }
    const found = reader.failed ?? value;
    of.values.set(keyOf(of, point), found);
    return found;
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
    reads: (field) => columns.get(field)?.reads ?? 0,
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
      const made: Record<string, unknown> = {};
      for (const one of plan) {
        const value = valueAt(one, point);
        if (isPoison(value)) return unmade(value);
        made[one.field] = value;
      }
      const parts = [valueAt(model, point), valueAt(cluster, point)];
      for (const part of parts) if (isPoison(part)) return unmade(part);
      return {
        name: base.name,
        model: parts[0],
        cluster: parts[1],
        plan: made,
        origins: {},
      } as unknown as Scenario;
    },
  };
}

function chosen(change: Change, i: number): Change {
  const { binding } = change;
  return binding.kind === "value" ? { ...change, binding: { ...binding, choice: 1 << i } } : change;
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
