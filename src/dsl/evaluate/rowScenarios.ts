import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Axis } from "./combinations.ts";
import type { Context } from "./context.ts";
import { type PlanCandidates, planCandidates } from "./planCandidates.ts";
import { originsOf } from "./resolve.ts";
import { changeScenario } from "./scenario.ts";
import { MOST_SETTINGS, settingCount } from "./settingCount.ts";
import { NO_COLUMNS, type Poison, type Resolved, type Row, type ScenarioValue } from "./value.ts";

/** Scenarios of a long table that are kept for the next column of the same rows. */
const RECENT = 8;

/**
 * The scenarios of a table's rows, by their place in the product of its axes: made when a row is read, and kept only where
 * rows are few. The engine's scenario is put together field by field: one that a row's changes do not reach is not read again.
 */
export class RowScenarios {
  readonly #context: Context;
  readonly #base: ScenarioValue;
  readonly #axes: readonly Axis[];
  readonly #sizes: readonly number[];
  readonly #candidates: PlanCandidates | null;
  readonly #most: number;
  readonly #made = new Map<number, ScenarioValue>();

  constructor(context: Context, base: ScenarioValue, axes: readonly Axis[], large: boolean) {
    this.#context = context;
    this.#base = base;
    this.#axes = axes;
    this.#sizes = axes.map((steps) => steps.length);
    this.#candidates = settingCount(axes) > MOST_SETTINGS ? null : planCandidates(context, base, axes);
    this.#most = large ? RECENT : Number.POSITIVE_INFINITY;
  }

  at(place: number): ScenarioValue | Poison {
    const known = this.#made.get(place);
    if (known) return known;
    const made = this.#make(place);
    if (made.kind === "poison") return made;
    if (this.#made.size >= this.#most) this.#made.delete(this.#made.keys().next().value ?? 0);
    this.#made.set(place, made);
    return made;
  }

  /** The row of a place whose scenario could be made. */
  row(place: number, problem: Diagnostic | null): Row {
    return new SweptRow(this, place, problem);
  }

  #make(place: number): ScenarioValue | Poison {
    const point = this.#point(place);
    const changes = this.#axes.flatMap((steps, i) => steps[point[i] ?? 0] ?? []);
    const made = changeScenario(this.#context, this.#base, changes, this.#base.name);
    return made.kind === "poison" ? made : { ...made, resolve: (own) => this.#resolved(point, own) };
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
  #resolved(point: Int32Array, own: ScenarioValue): Resolved | null {
    const scenario = this.#candidates?.at(point);
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

class SweptRow implements Row {
  readonly #of: RowScenarios;
  readonly #place: number;
  readonly problem: Diagnostic | null;
  readonly columns = NO_COLUMNS;

  constructor(of: RowScenarios, place: number, problem: Diagnostic | null) {
    this.#of = of;
    this.#place = place;
    this.problem = problem;
  }

  get scenario(): ScenarioValue {
    const made = this.#of.at(this.#place);
    if (made.kind === "poison") throw new Error("a row that was made once can be made again");
    return made;
  }
}
