import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.ts";
import type { Output } from "../world/output.ts";
import type { Expectation, RunResult } from "../world/runResult.ts";

import type { Surroundings } from "./surroundings.ts";

/** Outputs, diagnostics and checks of a run so far, with the functions that add to them. */
export interface Collected {
  readonly report: (one: Diagnostic) => void;
  readonly emit: (output: Output) => void;
  readonly expectation: (one: Expectation) => void;
  readonly interrupted: () => boolean;
  /** Marks the run as interrupted, even where the world reports no interrupt. */
  readonly stop: () => void;
  /** True after an interrupt was seen. Does not ask the world again. */
  readonly stopped: () => boolean;
  result(): RunResult;
}

/** Creates the empty collection of a run. */
export function collector({ world, advise }: Surroundings): Collected {
  const outputs: Output[] = [];
  const diagnostics: Diagnostic[] = [];
  const expectations: Expectation[] = [];
  const said = new Set<string>();
  /** Index in `diagnostics` of the first diagnostic of each kind at each place. */
  const places = new Map<string, number>();
  /** Number of later diagnostics that were left out, by the index in `diagnostics` of the first of their kind. */
  const more = new Map<number, number>();
  let interrupted = false;
  return {
    report(one) {
      const { place } = one;
      // An undefined name is reported once, however many times it is read.
      const span = one.code === "unknown-name" ? undefined : place?.span;
      const at = [one.code, place?.source.name, span?.start, span?.end].join("\0");
      const key = [at, one.message].join("\0");
      if (said.has(key)) return;
      said.add(key);
      // Plans that a search shows share its place: the first plan's warning stands for all.
      const shared = one.severity === "warning" && place ? at : key;
      const first = places.get(shared);
      if (first !== undefined) more.set(first, (more.get(first) ?? 0) + 1);
      else {
        places.set(shared, diagnostics.length);
        diagnostics.push(advise(one));
      }
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
    result: () => ({ outputs, diagnostics: diagnostics.map(counted), expectations, interrupted }),
  };

  function counted(one: Diagnostic, index: number): Diagnostic {
    const others = more.get(index);
    if (others === undefined) return one;
    const note = `and ${others === 1 ? "once" : `${others} times`} more here, with other numbers`;
    return { ...one, notes: [...one.notes, note] };
  }
}
