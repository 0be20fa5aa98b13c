import type { Expectation } from "../../session/index.ts";
import { parseUnit } from "../../units/index.ts";

/** Measurement in a program's `expect`, with the engine's prediction. */
export interface Claim {
  readonly of: "time" | "memory";
  readonly measured: number;
  readonly predicted: number;
  /**
   * Unit of `measured` and `predicted`: the unit of the `expect` line for times and rates, bytes for memory.
   */
  readonly unit: string;
  /** True where the measured value is a rate, such as tokens/s, which falls as the step time rises. */
  readonly rate: boolean;
  /**
   * Relative error of the step time or the memory: predicted / measured - 1. A rate is converted to a time
   * first.
   */
  readonly error: number;
}

const RATES = /^run\.(tokens_per_s|tokens_per_s_per_device|tflops_per_device|mfu|hfu)\b/;

/**
 * Converts an evaluated `expect` line to a claim. null where the line is not about step time, a rate or memory.
 */
export function claimOf({ text, actual, expected, unit }: Expectation): Claim | null {
  if (actual === null || expected === null) return null;
  const rate = RATES.test(text);
  if (rate || text.startsWith("run.step_time"))
    return {
      ...{ of: "time", measured: expected, predicted: actual, unit, rate },
      error: rate ? expected / actual - 1 : actual / expected - 1,
    };
  if (!text.startsWith("run.memory.")) return null;
  const bytes = parseUnit(unit);
  if (bytes === null) throw new Error(`no unit of memory: ${unit}`);
  return {
    ...{ of: "memory", measured: expected * bytes.factor, predicted: actual * bytes.factor },
    ...{ unit: "B", rate: false, error: actual / expected - 1 },
  };
}
