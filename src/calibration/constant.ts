import type { FieldRow } from "../dsl/schema/index.ts";
import type { Run } from "./readRuns.ts";
import type { Scale } from "./scale.ts";

/** A constant that several runs share: a field of one device, link or software stack. */
export interface Constant {
  readonly path: string;
  readonly field: FieldRow;
  readonly owner: string;
  /** In base units: what it is without a calibration. */
  readonly start: number;
  readonly scale: Scale;
  /** The runs it enters. */
  readonly runs: readonly Run[];
  /** Gives it a value in all of them. */
  set(value: number): void;
}
