import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.ts";
import type { Output } from "../output.ts";
import type { Expectation, RunResult } from "../session.ts";

import type { Surroundings } from "./surroundings.ts";

/** What a run has brought forth so far, and the ways to add to it. */
export interface Collected {
  readonly report: (one: Diagnostic) => void;
  readonly emit: (output: Output) => void;
  readonly expectation: (one: Expectation) => void;
  readonly interrupted: () => boolean;
  /** The run has been interrupted, whatever the world says. */
  readonly stop: () => void;
  /** Whether an interrupt has been seen, without looking again. */
  readonly stopped: () => boolean;
  result(): RunResult;
}

/** Begins to collect. */
export function collector({ world, advise }: Surroundings): Collected {
  const outputs: Output[] = [];
  const diagnostics: Diagnostic[] = [];
  const expectations: Expectation[] = [];
  const said = new Set<string>();
  let interrupted = false;
  return {
    report(one) {
      const { place } = one;
      // A name that is not defined is missing once, however often it is read.
      const span = one.code === "unknown-name" ? undefined : place?.span;
      const key = [one.code, one.message, place?.source.name, span?.start, span?.end].join("\0");
      if (said.has(key)) return;
      said.add(key);
      diagnostics.push(advise(one));
    },
    emit(output) {
      outputs.push(output);
      world.output?.(output);
    },
    expectation: (one) => expectations.push(one),
    interrupted() {
      interrupted ||= world.interrupted();
      return interrupted;
    },
    stop() {
      interrupted = true;
    },
    stopped: () => interrupted,
    result: () => ({ outputs, diagnostics, expectations, interrupted }),
  };
}
