import type { Scenario } from "../scenario.ts";
import { type AskedOutput, type Course, course } from "./course.ts";
import { differences } from "./differences.ts";
import { type Variable, variables } from "./variables.ts";

/** Courses that are kept, of all shapes together: some hundred kilobytes each. */
const MOST = 256;
/** Scenarios of a shape that are kept to find out what differs from one to the next. */
const REMEMBERED = 8;
/** Recording takes some ten estimates: as many are made without it before it is tried again, and twice as many each time it was for nothing. */
const PATIENCE = 8;

/** What is known of scenarios of one shape. */
interface Shape {
  /** The last one used is first. */
  readonly courses: Course[];
  /** Scenarios without an answer. */
  readonly missed: Scenario[];
  /** Those that differ. */
  readonly varying: Set<Variable>;
  /** Misses until the next recording. */
  wait: number;
  patience: number;
  /** Answers of the course recorded last. */
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
  #courses = 0;

  constructor(outputs: readonly AskedOutput[]) {
    this.#outputs = outputs;
    this.#results = new Float64Array(outputs.length);
  }

  /**
   * The asked numbers in base units, in their order; NaN for one that the scenario does not have, 1 or 0 for a truth. null where the scenario
   * is refused, or no course is known for it: `estimateOnDemand` knows. The next call writes into the same array.
   */
  of(scenario: Scenario): Float64Array | null {
    const shape = this.#shapeOf(scenario);
    const { courses } = shape;
    for (const [place, one] of courses.entries()) {
      if (!one(scenario, this.#results)) continue;
      if (place > 0) courses.unshift(...courses.splice(place, 1));
      shape.answers++;
      return this.#results;
    }
    return this.#record(shape, scenario);
  }

  /** A course through the scenario, where others like it came before. */
  #record(shape: Shape, scenario: Scenario): Float64Array | null {
    if (this.#courses >= MOST) return null;
    let alike = false;
    for (const one of shape.missed) {
      const found = differences(one, scenario, variables);
      for (const variable of found ?? []) shape.varying.add(variable);
      alike ||= found !== null;
    }
    if (shape.missed.length >= REMEMBERED) shape.missed.shift();
    shape.missed.push(scenario);
    if (!alike || --shape.wait > 0) return null;
    shape.patience = shape.answers > 0 || shape.courses.length === 0 ? PATIENCE : 2 * shape.patience;
    shape.wait = shape.patience;
    shape.answers = 0;
    const made = course(scenario, [...shape.varying], this.#outputs);
    if (!made?.(scenario, this.#results)) return null;
    shape.courses.unshift(made);
    this.#courses++;
    return this.#results;
  }

  /** Told apart by what most often sets courses apart, so that few of them are tried. */
  #shapeOf({ model, cluster, plan }: Scenario): Shape {
    const { tp, pp, cp, dp, ep, vpp, zero, microBatch, numMicroBatches, seqLen, schedule, recompute } = plan;
    const key = `${model.layers} ${model.dModel} ${cluster.device.name} ${cluster.devices} ${tp} ${pp} ${cp} ${dp} ${ep} ${vpp} ${zero} ${microBatch} ${numMicroBatches} ${seqLen} ${schedule} ${recompute.kind}`;
    const known = this.#shapes.get(key);
    if (known) return known;
    const made: Shape = {
      ...{ courses: [], missed: [], varying: new Set(), wait: 2, patience: PATIENCE, answers: 0 },
    };
    this.#shapes.set(key, made);
    return made;
  }
}
