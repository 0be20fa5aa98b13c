import type { Axis } from "./combinations.ts";
import type { Context } from "./context.ts";
import { type PlanCandidates, planCandidates } from "./planCandidates.ts";
import { originsOf } from "./resolve.ts";
import { changeScenario } from "./scenario.ts";
import { MOST_SETTINGS, settingCount } from "./settingCount.ts";
import { NO_COLUMNS, type Poison, type Resolved, type Row, type ScenarioValue } from "./value.ts";

/** Scenarios kept for the next column of the same rows. */
const RECENT = 8;

/**
 * The scenarios of a table's rows, by their place in the product of its axes. The engine's scenario is put together field by
 * field: one that a row's changes do not reach is not read again.
 */
export class RowScenarios {
  readonly #context: Context;
  readonly #base: ScenarioValue;
  readonly #axes: readonly Axis[];
  readonly #sizes: readonly number[];
  readonly #candidates: PlanCandidates | null;
  readonly #recent = new Map<number, ScenarioValue>();

  constructor(context: Context, base: ScenarioValue, axes: readonly Axis[]) {
    this.#context = context;
    this.#base = base;
    this.#axes = axes;
    this.#sizes = axes.map((steps) => steps.length);
    this.#candidates = settingCount(axes) > MOST_SETTINGS ? null : planCandidates(context, base, axes);
  }

  make(place: number): ScenarioValue | Poison {
    const point = this.#point(place);
    const changes = this.#axes.flatMap((steps, i) => steps[point[i] ?? 0] ?? []);
    const made = changeScenario(this.#context, this.#base, changes, this.#base.name);
    return made.kind === "poison" ? made : { ...made, resolve: (own) => this.#resolved(place, own) };
  }

  /** A row that makes its scenario when it is read, and keeps it for a moment only. */
  row(place: number, problem: Row["problem"]): Row {
    return new LargeRow(this, place, problem);
  }

  at(place: number): ScenarioValue {
    const known = this.#recent.get(place);
    if (known) return known;
    const made = this.make(place);
    if (made.kind === "poison") throw new Error("a row that was made once can be made again");
    if (this.#recent.size >= RECENT) this.#recent.delete(this.#recent.keys().next().value ?? 0);
    this.#recent.set(place, made);
    return made;
  }

  /** Which step of each axis; the last one turns fastest. */
  #point(place: number): Int32Array {
    const point = new Int32Array(this.#sizes.length);
    let rest = place;
    for (let i = point.length - 1; i >= 0; i--) {
      const size = this.#sizes[i] ?? 1;
      point[i] = rest % size;
      rest = Math.floor(rest / size);
    }
    return point;
  }

  /** Null where a field has no value: reading them all says why. */
  #resolved(place: number, own: ScenarioValue): Resolved | null {
    const scenario = this.#candidates?.at(this.#point(place));
    if (!scenario || "unmade" in scenario) return null;
    const { name, model, cluster, plan } = scenario;
    const origins = originsOf(this.#context, own);
    return {
      kind: "resolved",
      scenario: {
        ...{ name, model, cluster, plan },
        get origins() {
          return origins();
        },
      },
    };
  }
}

class LargeRow implements Row {
  readonly #of: RowScenarios;
  readonly #place: number;
  readonly problem: Row["problem"];
  columns = NO_COLUMNS;

  constructor(of: RowScenarios, place: number, problem: Row["problem"]) {
    this.#of = of;
    this.#place = place;
    this.problem = problem;
  }

  get scenario(): ScenarioValue {
    return this.#of.at(this.#place);
  }
}
