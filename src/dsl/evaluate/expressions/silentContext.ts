import type { Context, OutputReader } from "../values/context.ts";
import { evaluate } from "./evaluate.ts";
import { readField } from "./readField.ts";

/**
 * Makes an evaluation context that drops warnings and progress reports. Evaluation stops early only where `interrupted`
 * returns true.
 */
export function silentContext(
  outputs: OutputReader,
  { interrupted = () => false, quiet = 0 }: Partial<Pick<Context, "interrupted" | "quiet">> = {},
): Context {
  return {
    outputs,
    evaluate(expr, scope, field) {
      return evaluate(this, expr, scope, field);
    },
    readField(record, name) {
      return readField(this, record, name);
    },
    warn() {},
    interrupted,
    stopsRows: () => interrupted,
    begins() {},
    progress() {},
    overrides: [],
    trail: [],
    depth: 0,
    held: 0,
    reads: 0,
    making: new Map(),
    part: null,
    quiet,
  };
}
