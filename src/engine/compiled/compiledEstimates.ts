import type { Scenario } from "../scenario/scenario.ts";
import { differences } from "./differences.ts";
import { type AskedOutput, type Known, type Trace, trace } from "./trace.ts";
import { type Variable, variables } from "./variables.ts";

/**
 * Maximum number of traces (compiled recordings of an estimate) over all shapes (groups of similar scenarios). A trace takes a
 * few hundred kB. The least recently used is dropped first.
 */
const MOST = 256;
/** Maximum number of shapes (groups of similar scenarios). The least recently used is dropped first. */
const SHAPES = 2000;
/** Number of scenarios per shape that are stored because no trace answered them. Their differences show which fields vary. */
const REMEMBERED = 8;
/**
 * Number of full estimates of a shape before a recording is tried again. Doubles after each recording that answered nothing. One
 * recording costs about ten estimates.
 */
const PATIENCE = 8;
/**
 * Number of answers by one trace that repay the time of its recording. The next new shape after such a success is recorded at
 * once.
 */
const PAID = 100;

/** State of one shape: a group of scenarios with equal `apart` fields, which often share a trace. */
interface Shape {
  /** Traces, most recently used first. */
  readonly traces: Trace[];
  /** Scenarios that no trace answered. */
  readonly missed: Scenario[];
  /** True where more scenarios of the shape are expected, because the previous shape's recording paid. */
  readonly begun: boolean;
  /** Misses left until the next recording. */
  wait: number;
  patience: number;
  /** Number of answers by the shape's latest trace. */
  answers: number;
}

/**
 * Estimates many similar scenarios: computes what they share once, and compiles the rest of the engine's arithmetic. An answer is
 * bit-identical to that of `estimateOnDemand`; where no trace applies, there is no answer.
 */
export class CompiledEstimates {
  readonly #outputs: readonly AskedOutput[];
  readonly #results: Float64Array;
  readonly #shapes = new Map<string, Shape>();
  readonly #known: Known;
  /**
   * Variables that differed between scenarios of any shape. A field that varies in one shape of a table usually varies in all.
   */
  readonly #varying = new Set<Variable>();
  #traces = 0;
  /** Trace of the last answer; null unless all scenarios are known to be accepted. */
  #live: { readonly trace: Trace; readonly shape: Shape } | null = null;
  #last: { readonly scenario: Scenario; readonly shape: Shape } | null = null;

  constructor(outputs: readonly AskedOutput[], known: Known = {}) {
    this.#outputs = outputs;
    this.#known = known;
    this.#results = new Float64Array(outputs.length);
  }

  /**
   * Results in base units, in the order of `outputs`: NaN where the scenario lacks a result, 1 or 0 for a boolean. Null where the
   * scenario is refused or no trace applies; call `estimateOnDemand` then. The next call overwrites the array.
   */
  of(scenario: Scenario): Float64Array | null {
    this.#live = null;
    // Pools of unlike devices are estimated each by itself: no trace spans them.
    if (scenario.cluster.pools !== null) return null;
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
   * Results of the last scenario with some plan fields changed. `visit` calls the function that it gets once for each change,
   * and stops when this function returns false. Null where the trace does not apply; call `of` then.
   */
  turned(visit: (turn: Trace["turn"]) => boolean): Float64Array | null {
    const live = this.#live;
    // A run may be cut off in here, which must leave no live trace.
    this.#live = null;
    if (!live || !visit(live.trace.turn) || !live.trace.turned(this.#results)) return null;
    live.shape.answers++;
    this.#live = live;
    return this.#results;
  }

  /** Records a trace if similar scenarios came before, and answers with it. */
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

  /** Drops the least recently used trace of the least recently used shape that has traces. */
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

  /** Marks a shape as last used by moving it to the end of the map. Drops the oldest shape where there are too many. */
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

/** Fields whose change most often invalidates a trace. All scenarios of a shape agree in them, so that few traces are tried. */
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
    a.plan.recompute.unit === b.plan.recompute.unit &&
    a.plan.recompute.distribute === b.plan.recompute.distribute
  );
}

function shapeKey({ model, cluster, plan }: Scenario): string {
  const { layers, dModel } = model;
  const { kind, layers: some, unit, distribute } = plan.recompute;
  return [layers, dModel, cluster.device.name, cluster.devices, kind, some, unit, distribute]
    .concat(apart.map((field) => plan[field]))
    .join(" ");
}
