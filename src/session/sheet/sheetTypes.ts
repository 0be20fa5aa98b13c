/**
 * What a TypeScript program sees of a session: numbers in base units (B, s, FLOP, tokens, $), and beside them how people
 * read them. `%%ts` cells are checked against the text of this file and of `sheetFields.ts`, so the two hold types only.
 */
import type { SheetCluster, SheetDevice, SheetModel, SheetOutputs, SheetPlan } from "./sheetFields.ts";

/** Whatever a name of the sheet stands for. A plain number is a `number`, one with a unit a `SheetQuantity`. */
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
  | readonly SheetValue[];

/** Numbers in base units; words and texts; `none` is null. */
export type SheetPlain = number | string | boolean | null;

/** A number with its unit. */
export interface SheetQuantity {
  readonly kind: "quantity";
  /** In base units. */
  readonly value: number;
  /** The base unit: `B`, `s`, `FLOP/s`, `token`, `$`. */
  readonly unit: string;
  /** As people read it: `22.13 s`. */
  readonly text: string;
  /** In another unit of the same kind: `memory.as("GiB")`. Throws for a unit of another kind. */
  as(unit: string): number;
}

/** A value that comes in several shapes: `mha(heads = 96)` is `{ tag: "mha", heads: 96, … }`. */
export interface SheetTagged {
  readonly tag: string;
  readonly [argument: string]: SheetField;
}

/** A field's value. Null where it is `none`, or needs a scenario that the record is not in (`dp = fill`). */
export type SheetField = SheetPlain | SheetTagged | SheetDevice | readonly SheetField[];

/** What every definition has beside its fields. */
export interface SheetRecord {
  readonly kind: "model" | "device" | "cluster" | "plan" | "queue";
  readonly name: string;
  /** Where it was copied from. */
  readonly cite: string | null;
}

/** A model on a cluster under a plan, and what the engine says of it: a snapshot of the moment it was read. */
export interface SheetScenario extends SheetOutputs {
  readonly kind: "scenario";
  readonly name: string;
  readonly model: SheetModel;
  readonly cluster: SheetCluster;
  /** With what it takes from the model and the cluster: `dp = fill` is a number here. */
  readonly plan: SheetPlan;
  /** Every collective of a step. */
  readonly comm: readonly SheetCollective[];
  /** A result by its path, with its unit and its text: `base.quantity("step_time.high").text`. Throws where there is none. */
  quantity(path: string): SheetQuantity;
  /** Where the bytes of the fullest stage, the seconds of a step or the parameters go. */
  breakdown(path: "memory" | "time" | "params"): SheetBreakdown;
  /**
   * A copy with fields overridden by their paths: `base.with({ "plan.tp": 4, "plan.precision": "bf16" })`. Numbers are in
   * the field's base unit, texts are expressions of the language (`"80 GiB"`). Throws a `SheetError` where it cannot be.
   */
  with(changes: Readonly<Record<string, SheetPlain>>): SheetScenario;
}

/** A number with its parts, which sum to `value`. */
export interface SheetBreakdown {
  readonly kind: "breakdown";
  readonly name: string;
  readonly label: string;
  /** In base units. */
  readonly value: number;
  readonly unit: string;
  readonly text: string;
  readonly parts: readonly SheetBreakdown[];
}

/** One collective of a step. Bytes of a call, seconds of a step. */
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

/** A table's column. */
export interface SheetColumn {
  readonly name: string;
  /** The base unit of its numbers; null where they have none. */
  readonly unit: string | null;
}

/** The rows of a sweep, a search (best first) or a data import: an array, with its columns beside. */
export interface SheetTable<Row = SheetRow> extends ReadonlyArray<Row> {
  readonly kind: "table";
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  /** Why combinations are missing, most frequent first. */
  readonly skipped: readonly { readonly reason: string; readonly count: number; readonly example: string }[];
}

/** A table's row by its columns' names. A sweep's row knows its scenario. */
export interface SheetRow {
  readonly [column: string]: SheetPlain | SheetScenario;
}

export interface TableOptions {
  /** The columns to show, in order; all of them by default. */
  readonly columns?: readonly string[];
  /** Base units of columns (`{ step_time: "s" }`), for rows that are not a table's own. */
  readonly units?: Readonly<Record<string, string>>;
  readonly caption?: string;
}

export interface PlotOptions {
  /** The column along the axis below. */
  readonly x: string;
  /** The column or columns that are drawn. */
  readonly y: string | readonly string[];
  /** A line for each value of this column. */
  readonly color?: string;
  readonly xScale?: "linear" | "log2" | "log10";
  readonly yScale?: "linear" | "log2" | "log10";
  readonly marks?: "lines" | "points";
  readonly title?: string;
  /** Base units of columns (`{ step_time: "s" }`), for rows that are not a table's own. */
  readonly units?: Readonly<Record<string, string>>;
}
