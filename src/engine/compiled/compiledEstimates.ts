import type { Scenario } from "../scenario/scenario.ts";
import { differences } from "./differences.ts";
import { type AskedOutput, type Known, type Trace, trace } from "./trace.ts";
import { type Variable, variables } from "./variables.ts";

/** Number of traces kept over all shapes, some hundred kilobytes each. The least recently used goes first. */
const MOST = 256;
/** Number of shapes known at once. The least recently used goes first. */
const SHAPES = 2000;
/** Number of scenarios of a shape that are kept to see what differs between them. */
const REMEMBERED = 8;
/** Estimates made without recording before it is tried again; doubled each time a recording was in vain. Recording costs some ten estimates. */
const PATIENCE = 8;
/** Number of answers after which a recording has paid, so that the next shape is recorded at once. */
const PAID = 100;

/** State of one shape: scenarios that agree in what most often sets traces apart. */
interface Shape {
  /** Traces, the last used first. */
  readonly traces: Trace[];
  /** Scenarios that no trace answered. */
  readonly missed: Scenario[];
  /** Whether more scenarios of the shape are known to come. */
  readonly begun: boolean;
  /** Misses left until the next recording. */
  wait: number;
  patience: number;
  /** Number of answers of the trace recorded last. */
  answers: number;
}

/**
 * Estimates many similar scenarios: what they share is worked out once, and the rest of the engine's arithmetic is compiled. An answer is
 * bit-identical to `estimateOnDemand`, or there is none.
 */
export class CompiledEstimates {
  readonly #outputs: readonly AskedOutput[];
  readonly #results: Float64Array;
  readonly #shapes = new Map<string, Shape>();
  readonly #known: Known;
  /** Variables seen to differ in any shape: what varies in one shape of a table varies in all. */
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
   * Results in base units in the order of `outputs`: NaN for one that the scenario lacks, 1 or 0 for a boolean. Null where the scenario is
   * refused or no trace fits: ask `estimateOnDemand` then. The next call overwrites the same array.
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
   * Results of the last scenario with some plan fields changed. `visit` calls the function it gets for each change, and stops when that
   * returns false. Null: ask `of`.
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

  /** Records a trace of the scenario if similar ones came before, and answers by it. */
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

  /** Drops the oldest trace of the shape asked about longest ago. */
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

  /** Moves a shape to the end: the map is in the order of last use. */
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

/** Fields that most often set traces apart; a shape has one value of each, so that few traces are tried. */
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
