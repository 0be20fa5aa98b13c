/**
 * Types of a session's values in a TypeScript program: numbers in base units (B, s, FLOP, tokens, $), with their
 * printed texts. `%%ts` cells are checked against the text of this file and of `sheetFields.ts`, so both hold types
 * only.
 */
import type { SheetCluster, SheetDevice, SheetModel, SheetOutputs, SheetPlan } from "./sheetFields.ts";

/**
 * Value of a name of the session in a TypeScript cell. A number without a unit is a `number`, a number with a unit a
 * `SheetQuantity`.
 */
export type SheetValue =
  | SheetPlain
  | SheetQuantity
  | SheetModel
  | SheetDevice
  | SheetCluster
  | SheetPlan
  | SheetTagged
  | SheetScenario
  | SheetBreakdown
  | SheetTable
  | SheetFunction
  | SheetMeasured
  | readonly SheetValue[];

/** A simple value: a number in base units, a word or a text. The language's `none` is null. */
export type SheetPlain = number | string | boolean | null;

/** A number with its unit and its printed text. */
export interface SheetQuantity {
  readonly kind: "quantity";
  /** The number in base units. */
  readonly value: number;
  /** The base unit: `B`, `s`, `FLOP/s`, `token`, `$`. */
  readonly unit: string;
  /** Printed form: `22.13 s`. */
  readonly text: string;
  /** Quantiles and mean of an uncertain number in base units; absent for a certain one. */
  readonly draws?: {
    readonly p10: number;
    readonly p50: number;
    readonly p90: number;
    readonly mean: number;
  };
  /** The number in another unit of the same kind: `memory.as("GiB")`. Throws for a unit of another kind. */
  as(unit: string): number;
}

/** A value with a tag and arguments: `mha(heads = 96)` is `{ tag: "mha", heads: 96, … }`. */
export interface SheetTagged {
  readonly tag: string;
  readonly [argument: string]: SheetField;
}

/** Value of a field. Null where it is `none`, or needs a scenario that the record is not in (`dp = fill`). */
export type SheetField = SheetPlain | SheetTagged | SheetDevice | SheetCluster | readonly SheetField[];

/** Properties that every definition has besides its fields. */
export interface SheetRecord {
  readonly kind: "model" | "device" | "cluster" | "plan" | "queue" | "run";
  readonly name: string;
  /** Source that the definition's numbers were copied from. */
  readonly cite: string | null;
}

/** A model on a cluster under a plan, with its results: a snapshot of the moment it was read. */
export interface SheetScenario extends SheetOutputs {
  readonly kind: "scenario";
  readonly name: string;
  readonly model: SheetModel;
  readonly cluster: SheetCluster;
  /** The plan, including all values that follow from the model and the cluster: `dp = fill` is a number here. */
  readonly plan: SheetPlan;
  /** All collective operations of a training step. */
  readonly comm: readonly SheetCollective[];
  /**
   * Result at a path, with its unit and its printed text: `base.quantity("step_time.high").text`. Throws where the path
   * is no number.
   */
  quantity(path: string): SheetQuantity;
  /**
   * Total and parts of one result: the memory of the fullest pipeline stage, the time of a step, or the parameter
   * count.
   */
  breakdown(path: "memory" | "time" | "params"): SheetBreakdown;
  /**
   * Copy of the scenario with changed fields, by path: `base.with({ "plan.tp": 4, "plan.precision": "bf16" })`. Numbers
   * are in the field's base unit; texts are expressions of the language (`"80 GiB"`). Throws a `SheetError` for an
   * invalid change.
   */
  with(changes: Readonly<Record<string, SheetPlain>>): SheetScenario;
}

/** A number that is the sum of parts, such as memory or the time of a step. */
export interface SheetBreakdown {
  readonly kind: "breakdown";
  readonly name: string;
  readonly label: string;
  /** The number in base units. */
  readonly value: number;
  readonly unit: string;
  readonly text: string;
  readonly parts: readonly SheetBreakdown[];
}

/** One collective operation of a step, between devices. Byte counts are per call, times in seconds per step. */
export interface SheetCollective {
  readonly dimension: string;
  readonly op: string;
  readonly what: string;
  readonly groupSize: number;
  readonly tier: string;
  readonly algorithm: string;
  readonly bytes: number;
  readonly count: number;
  readonly seconds: number;
  readonly exposedSeconds: number;
}

/** A function of the program (`fn`). It is called in the language: `dtp("per_token(base)")`. */
export interface SheetFunction {
  readonly kind: "function";
  readonly name: string;
  readonly parameters: readonly string[];
  /** The function as its definition has it: `per_token(s) = s.cost / s.plan.tokens`. */
  readonly text: string;
}

/** Measured run: its numbers and tables by name, such as `step_time` and `iterations`. Numbers without a value are absent. */
export interface SheetMeasured {
  readonly kind: "measured";
  readonly [name: string]: SheetValue;
}

/** Name and unit of a column of a table. */
export interface SheetColumn {
  readonly name: string;
  /** Base unit of the column's numbers; null for a column without numbers, or whose numbers have no unit. */
  readonly unit: string | null;
}

/**
 * Rows of a sweep, a search (best first) or a data import, as an array with additional properties such as `columns`.
 */
export interface SheetTable<Row = SheetRow> extends ReadonlyArray<Row> {
  readonly kind: "table";
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  /** Reasons why combinations of a sweep or search have no row, most frequent first. */
  readonly skipped: readonly { readonly reason: string; readonly count: number; readonly example: string }[];
}

/** Row of a table: values by column name. A row of a sweep or search also has its scenario. */
export interface SheetRow {
  readonly [column: string]: SheetPlain | SheetScenario;
}

export interface TableOptions {
  /** Columns to show, in order; all by default. */
  readonly columns?: readonly string[];
  /** Base units of columns (`{ step_time: "s" }`), for rows that did not come from a table. */
  readonly units?: Readonly<Record<string, string>>;
  readonly caption?: string;
}

export interface PlotOptions {
  /** Name of the column on the horizontal axis. */
  readonly x: string;
  /** Name or names of the columns on the vertical axis. */
  readonly y: string | readonly string[];
  /** Name of the column that splits the rows into lines, one for each of its values. */
  readonly color?: string;
  readonly xScale?: "linear" | "log2" | "log10";
  readonly yScale?: "linear" | "log2" | "log10";
  readonly marks?: "lines" | "points";
  readonly title?: string;
  /** Base units of columns (`{ step_time: "s" }`), for rows that did not come from a table. */
  readonly units?: Readonly<Record<string, string>>;
}
