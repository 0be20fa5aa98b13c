import {
  type Context,
  changeScenario,
  type DrawnField,
  type Draws,
  drawn,
  drawnFields,
  resolve,
  type Sampling,
  type ScenarioValue,
  samplingOf,
} from "../../dsl/evaluate/index.ts";
import { CompiledEstimates } from "../../engine/compiled/compiledEstimates.ts";
import type { AskedOutput } from "../../engine/compiled/trace.ts";
import { estimateOnDemand, outputs } from "../../engine/index.ts";
import type { Scenario } from "../../engine/scenario/scenario.ts";
import { traitsOf } from "../../engine/schedules/traits.ts";
import { changedNumbers, type NumberPath, withNumbers } from "./changedNumbers.ts";

/** Number of points at which a scenario is drawn that no compiled estimate answers: an estimate takes about a millisecond. */
const FEW = 512;
/** Number of rows of a table from which on each row is drawn at few points. */
const MANY = 100;
/** Number of points at which it is tried whether compiled estimates answer a scenario. */
const TRIED = 24;

/** An uncertain scenario: the results of its draws, from compiled estimates where they hold. */
export interface DrawnScenario {
  /** Number of points at which it is drawn. */
  readonly most: number;
  /** Numbers of a result at the points of a sampling; null for a result without numbers. A truth is 1 or 0. */
  draws(path: string): Draws | null;
}

const known = new WeakMap<ScenarioValue, DrawnScenario | null>();

/** Draws of a scenario's results; null for a scenario that is certain. */
export function drawnScenario(context: Context, scenario: ScenarioValue): DrawnScenario | null {
  const ready = known.get(scenario);
  if (ready !== undefined) return ready;
  const found = drawnFields(context, scenario);
  const resolved = found && resolve(context, scenario);
  const made =
    found && resolved?.kind === "resolved" ? new Draw(context, scenario, found, resolved.scenario) : null;
  known.set(scenario, made);
  return made;
}

/** Results that are computed together, because most programs read several of them. The step time is the first. */
const USUAL = [
  ...["step_time", "mfu", "tokens_per_s", "time_to_train", "cost"],
  ...["memory.peak", "memory.needed", "memory.capacity", "memory.stored"],
];

/** Results that are numbers or truths for the compiled engine, by path. The total stands for a result with parts. */
const numeric = new Map<string, AskedOutput>(
  outputs.flatMap((output): readonly (readonly [string, AskedOutput])[] => {
    if (output.kind === "number" || output.kind === "truth") return [[output.path, output]];
    if (output.kind !== "breakdown") return [];
    const { path, unit, doc } = output;
    return [[path, { kind: "number", path, unit, doc, read: (e) => output.read(e)?.value ?? null }]];
  }),
);
numeric.set("memory.stored", { kind: "truth", path: "memory.stored", read: (e) => e.memory.stored });

class Draw implements DrawnScenario {
  readonly #context: Context;
  readonly #value: ScenarioValue;
  readonly #base: Scenario;
  readonly #fields: readonly DrawnField[];
  readonly #inputs: Draws["inputs"];
  readonly #asked = new Set(USUAL);
  readonly #columns = new WeakMap<Sampling, Map<string, Float64Array>>();
  readonly #draws = new Map<string, Draws>();
  /** Fields' places in the engine's scenario; null where a field is not one number there. Undefined before the first draw. */
  #paths: readonly NumberPath[] | null | undefined;
  #compiles: boolean | null = null;
  /** Compiled estimates for so many results. */
  #estimates: { readonly asked: number; readonly of: CompiledEstimates } | null = null;

  constructor(
    context: Context,
    value: ScenarioValue,
    { fields, inputs }: { readonly fields: readonly DrawnField[]; readonly inputs: Draws["inputs"] },
    base: Scenario,
  ) {
    this.#context = context;
    this.#value = value;
    this.#base = base;
    this.#fields = fields;
    this.#inputs = inputs;
  }

  draws(path: string): Draws | null {
    const ready = this.#draws.get(path);
    if (ready || !numeric.has(path)) return ready ?? null;
    const most = () => this.most;
    const made: Draws = {
      inputs: this.#inputs,
      get most() {
        return most();
      },
      on: (sampling) => this.#column(path, sampling),
    };
    this.#draws.set(path, made);
    return made;
  }

  /** Number of points: few in a long table, and where each point needs an estimate of its own. */
  get most(): number {
    const rows = this.#value.ahead?.candidates.sizes.reduce((product, size) => product * size, 1) ?? 1;
    return rows <= MANY && this.#compiled ? Math.min(...this.#fields.map(({ draws }) => draws.most)) : FEW;
  }

  /** True where compiled estimates answer the draws, which the first few points show. */
  get #compiled(): boolean {
    this.#compiles ??= this.#tried();
    return this.#compiles;
  }

  #tried(): boolean {
    const most = Math.min(...this.#fields.map(({ draws }) => draws.most));
    const sampling = samplingOf({ inputs: this.#inputs, most });
    const at = this.#scenarios(sampling);
    if (!at || !this.#paths) return false;
    const estimates = new CompiledEstimates(this.#outputs().map(([, output]) => output));
    let answered = 0;
    const times = new Set<number>();
    for (let i = 0; i < TRIED; i++) {
      const scenario = at(i);
      const numbers = scenario && estimates.of(scenario);
      if (!numbers) continue;
      if (i >= TRIED / 2) answered++;
      times.add(numbers[0] as number);
    }
    return answered >= TRIED / 4 && (times.size <= 1 || !simulated(this.#base));
  }

  #outputs(): readonly (readonly [path: string, output: AskedOutput])[] {
    return [...this.#asked].map((path) => [path, numeric.get(path) as AskedOutput] as const);
  }

  #column(path: string, sampling: Sampling): Float64Array {
    const ready = this.#columns.get(sampling)?.get(path);
    if (ready) return ready;
    this.#asked.add(path);
    const columns = this.#computed(sampling);
    this.#columns.set(sampling, columns);
    return columns.get(path) as Float64Array;
  }

  #computed(sampling: Sampling): Map<string, Float64Array> {
    const asked = this.#outputs();
    const columns = asked.map(() => new Float64Array(sampling.count).fill(Number.NaN));
    if (this.#estimates?.asked !== asked.length)
      this.#estimates = { asked: asked.length, of: new CompiledEstimates(asked.map(([, output]) => output)) };
    const estimates = this.#compiled ? this.#estimates.of : null;
    const at = this.#scenarios(sampling);
    for (let i = 0; at && i < sampling.count; i++) {
      const scenario = at(i);
      const numbers = scenario && (estimates?.of(scenario) ?? estimated(scenario, asked));
      if (!numbers) continue;
      for (let column = 0; column < columns.length; column++) {
        const number = numbers[column] as number;
        if (Number.isFinite(number)) (columns[column] as Float64Array)[i] = number;
      }
    }
    return new Map(asked.map(([path], at) => [path, columns[at] as Float64Array]));
  }

  /**
   * Scenario of the engine at each point of a sampling; null where a value is outside its field's range. Where each uncertain
   * field is one number of the engine's scenario, that number alone is replaced.
   */
  #scenarios(sampling: Sampling): ((point: number) => Scenario | null) | null {
    const columns = this.#fields.map(({ draws }) => drawn(draws, sampling));
    const inRange = (i: number): boolean =>
      this.#fields.every(({ row: { range = [null, null] } }, at) => {
        const value = columns[at]?.[i] ?? Number.NaN;
        const [least, most = null] = range;
        return value >= (least ?? Number.NEGATIVE_INFINITY) && value <= (most ?? Number.POSITIVE_INFINITY);
      });
    const built = (i: number): Scenario | null => this.#built(columns.map((column) => column[i] as number));
    if (this.#paths === undefined) this.#paths = this.#found(columns, inRange, built);
    const paths = this.#paths;
    if (!paths) return (i) => (inRange(i) ? built(i) : null);
    const replace = withNumbers(this.#base, paths);
    return (i) => (inRange(i) ? replace((field) => (columns[field] as Float64Array)[i] as number) : null);
  }

  /** The scenario built by the language with these values of the uncertain fields. */
  #built(values: readonly number[]): Scenario | null {
    const context = this.#context;
    const place = { source: { name: "draw", text: "" }, span: { start: 0, end: 0 } };
    context.quiet++;
    const changed = changeScenario(
      context,
      this.#value,
      this.#fields.map(({ path, value: { kind, dimension } }, at) => ({
        path,
        places: path.map(() => place),
        binding: { kind: "value", value: { kind, value: values[at] as number, dimension }, text: "", place },
      })),
    );
    const resolved = changed.kind === "poison" ? changed : resolve(context, changed);
    context.quiet--;
    return resolved.kind === "resolved" ? resolved.scenario : null;
  }

  /**
   * Paths of the uncertain fields in the engine's scenario, from scenarios that the language builds: at the ends of every
   * field, and at the first points. Null where a number that varies is not the value of a field.
   */
  #found(
    columns: readonly Float64Array[],
    inRange: (point: number) => boolean,
    built: (point: number) => Scenario | null,
  ): readonly NumberPath[] | null {
    const points = new Set<number>();
    for (const column of columns) {
      let [least, most] = [-1, -1];
      for (let i = 0; i < column.length; i++) {
        if (!inRange(i)) continue;
        if (least < 0 || (column[i] as number) < (column[least] as number)) least = i;
        if (most < 0 || (column[i] as number) > (column[most] as number)) most = i;
        if (points.size < 8) points.add(i);
      }
      if (least >= 0) points.add(least).add(most);
    }
    const tried: { readonly scenario: Scenario; readonly values: readonly number[] }[] = [];
    for (const point of points) {
      const scenario = built(point);
      if (!scenario) return null;
      tried.push({ scenario, values: columns.map((column) => column[point] as number) });
    }
    return changedNumbers(this.#base, tried);
  }
}

/**
 * True for a schedule whose critical path is simulated and changes with the times of the passes: one with several chunks a stage,
 * or without a closed form. A compiled estimate then takes longer than an estimate of its own.
 */
const simulated = ({ plan: { schedule, pp, vpp } }: Scenario): boolean =>
  pp > 1 && (vpp > 1 || !traitsOf(schedule).closed);

/** Numbers of a scenario's own estimate; null where the engine refuses it. */
function estimated(
  scenario: Scenario,
  asked: readonly (readonly [path: string, output: AskedOutput])[],
): Float64Array | null {
  const answer = estimateOnDemand(scenario);
  if (!answer.ok) return null;
  return Float64Array.from(asked, ([, output]) =>
    output.kind === "number"
      ? (output.read(answer.estimate) ?? Number.NaN)
      : output.read(answer.estimate)
        ? 1
        : 0,
  );
}
