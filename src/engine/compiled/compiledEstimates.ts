import type { Scenario } from "../scenario.ts";
import { differences } from "./differences.ts";
import { type AskedOutput, type Known, type Trace, trace } from "./trace.ts";
import { type Variable, variables } from "./variables.ts";

/** Courses that are kept, of all shapes together, the one least recently used is forgotten: some hundred kilobytes each. */
const MOST = 256;
/** Shapes that are known at once: the one least recently used is forgotten. */
const SHAPES = 2000;
/** Scenarios of a shape that are kept to find out what differs from one to the next. */
const REMEMBERED = 8;
/** Recording takes some ten estimates: as many are made without it before it is tried again, and twice as many each time it was for nothing. */
const PATIENCE = 8;
/** Where a shape's trace has answered so many, recording has paid, and the next shape is recorded at once. */
const PAID = 100;

/** What is known of scenarios of one shape. */
interface Shape {
  /** The last one used is first. */
  readonly traces: Trace[];
  /** Scenarios without an answer. */
  readonly missed: Scenario[];
  /** Whether others like its first scenario are known to come. */
  readonly begun: boolean;
  /** Misses until the next recording. */
  wait: number;
  patience: number;
  /** Answers of the trace recorded last. */
  answers: number;
}

/**
 * Estimates of many scenarios that have much in common: all that they share is worked out once, and what is left of the engine's
 * arithmetic is compiled. An answer has the very numbers of `estimateOnDemand`, or there is none.
 */
export class CompiledEstimates {
  readonly #outputs: readonly AskedOutput[];
  readonly #results: Float64Array;
  readonly #shapes = new Map<string, Shape>();
  readonly #known: Known;
  /** Variables that differ between scenarios of any shape: what varies in one shape of a table varies in all. */
  readonly #varying = new Set<Variable>();
  #traces = 0;
  /** The trace of the last answer, where its scenarios are known to be accepted. */
  #live: { readonly trace: Trace; readonly shape: Shape } | null = null;
  #last: { readonly scenario: Scenario; readonly shape: Shape } | null = null;

  constructor(outputs: readonly AskedOutput[], known: Known = {}) {
    this.#outputs = outputs;
    this.#known = known;
    this.#results = new Float64Array(outputs.length);
  }

  /**
   * The asked numbers in base units, in their order; NaN for one that the scenario does not have, 1 or 0 for a truth. null where the scenario
   * is refused, or no trace is known for it: `estimateOnDemand` knows. The next call writes into the same array.
   */
  of(scenario: Scenario): Float64Array | null {
    this.#live = null;
    const shape = this.#shapeOf(scenario);
    const { traces } = shape;
    for (const [place, one] of traces.entries()) {
      if (!one.answer(scenario, this.#results)) continue;
      if (place > 0) traces.unshift(...traces.splice(place, 1));
      shape.answers++;
      this.#live = this.#known.accepted ? { trace: one, shape } : null;
      return this.#results;
    }
    return this.#record(shape, scenario);
  }

  /**
   * As `of`, for the scenario of the last answer with some fields of its plan turned to other values: `visit` calls what it is given
   * for each of them, until that or itself says false. null where `of` is to be asked.
   */
  turned(visit: (turn: Trace["turn"]) => boolean): Float64Array | null {
    const live = this.#live;
    // Of a run that is cut off in here nothing holds.
    this.#live = null;
    if (!live || !visit(live.trace.turn) || !live.trace.turned(this.#results)) return null;
    live.shape.answers++;
    this.#live = live;
    return this.#results;
  }

  /** A trace through the scenario, where others like it came before. */
  #record(shape: Shape, scenario: Scenario): Float64Array | null {
    let alike = shape.begun;
    for (const one of shape.missed) {
      const found = differences(one, scenario, variables);
      for (const variable of found ?? []) this.#varying.add(variable);
      alike ||= found !== null;
    }
    if (shape.missed.length >= REMEMBERED) shape.missed.shift();
    shape.missed.push(scenario);
    if (!alike || --shape.wait > 0) return null;
    shape.patience = shape.answers > 0 || shape.traces.length === 0 ? PATIENCE : 2 * shape.patience;
    shape.wait = shape.patience;
    shape.answers = 0;
    const made = trace(scenario, [...this.#varying], this.#outputs, this.#known);
    if (!made?.answer(scenario, this.#results)) return null;
    shape.traces.unshift(made);
    if (++this.#traces > MOST) this.#forget();
    return this.#results;
  }

  /** A trace less: the last one of the shape that was not asked about for longest. */
  #forget(): void {
    for (const { traces } of this.#shapes.values()) {
      if (traces.length === 0) continue;
      traces.pop();
      this.#traces--;
      return;
    }
  }

  #shapeOf(scenario: Scenario): Shape {
    if (this.#last && sameShape(this.#last.scenario, scenario)) return this.#last.shape;
    const key = shapeKey(scenario);
    const paid = (this.#last?.shape.answers ?? 0) >= PAID;
    const shape: Shape = this.#shapes.get(key) ?? {
      ...{ traces: [], missed: [], begun: paid, wait: paid ? 1 : 2, patience: PATIENCE, answers: 0 },
    };
    this.#keep(key, shape);
    this.#last = { scenario, shape };
    return shape;
  }

  /** The shapes are in the order in which they were asked about. */
  #keep(key: string, shape: Shape): void {
    this.#shapes.delete(key);
    const [oldest] = this.#shapes;
    if (oldest && this.#shapes.size >= SHAPES) {
      this.#shapes.delete(oldest[0]);
      this.#traces -= oldest[1].traces.length;
    }
    this.#shapes.set(key, shape);
  }
}

/** What most often sets traces apart: so few of them are tried. */
const apart = [
  ...(["tp", "pp", "cp", "dp", "ep", "etp", "vpp", "zero"] as const),
  ...(["microBatch", "seqLen", "schedule", "optimizer"] as const),
] as const;

function sameShape(a: Scenario, b: Scenario): boolean {
  if (a.plan !== b.plan) for (const field of apart) if (a.plan[field] !== b.plan[field]) return false;
  return (
    a.model === b.model &&
    a.cluster.devices === b.cluster.devices &&
    a.cluster.device.name === b.cluster.device.name &&
    a.plan.recompute.kind === b.plan.recompute.kind &&
    a.plan.recompute.layers === b.plan.recompute.layers &&
    a.plan.recompute.unit === b.plan.recompute.unit
  );
}

function shapeKey({ model, cluster, plan }: Scenario): string {
  const { layers, dModel } = model;
  const { kind, layers: some, unit } = plan.recompute;
  return [layers, dModel, cluster.device.name, cluster.devices, kind, some, unit]
    .concat(apart.map((field) => plan[field]))
    .join(" ");
}
