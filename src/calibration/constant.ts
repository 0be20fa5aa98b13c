import type { FieldRow } from "../dsl/schema/index.ts";
import type { Run } from "./readRuns.ts";
import type { Scale } from "./scale.ts";

/** A constant that several runs share: a field of one device, link or software stack. */
export interface Constant {
  readonly path: string;
  readonly field: FieldRow;
  readonly owner: string;
  /** Value without a calibration, in base units. */
  readonly start: number;
  readonly scale: Scale;
  /** Runs that use the constant. */
  readonly runs: readonly Run[];
  /** Sets the constant's value in all runs that use it. */
  set(value: number): void;
}
