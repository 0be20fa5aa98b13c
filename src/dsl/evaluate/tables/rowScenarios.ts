import type { Point } from "../../../engine/search/candidates.ts";
import type { Sweep } from "../../ast/ast.ts";
import type { Diagnostic, Place } from "../../diagnostics/diagnostic.ts";
import { changeScenario } from "../expressions/scenarioValue.ts";
import { groupIn } from "../expressions/scope.ts";
import { originsOf } from "../scenario/resolve.ts";
import type { Context, RowAnswers } from "../values/context.ts";
import type { PlanCandidates } from "../values/planCandidates.ts";
import {
  type Ahead,
  NO_COLUMNS,
  type Part,
  type Poison,
  type RecordValue,
  type Resolved,
  type Row,
  type ScenarioValue,
} from "../values/value.ts";
import type { Axis } from "./combinations.ts";
import { planCandidates } from "./planCandidates.ts";
import { MOST_SETTINGS, settingCount } from "./settingCount.ts";

/** Number of scenarios of a long table that stay in memory. The next column reads the same rows soon afterwards. */
const RECENT = 8;

/**
 * Scenarios of a table's rows. A row's place is the index of its combination, with the last axis changing fastest. Each
 * scenario is made when its row is read, and a long table stores only `RECENT` of them. Fields that no axis changes are
 * read once for all rows (`planCandidates`).
 */
export class RowScenarios {
  readonly context: Context;
  readonly base: ScenarioValue;
  /**
   * Candidates of the table and the answers that are computed for all rows together. Null where each row is evaluated
   * by itself: for a queue or a run, or with more settings than a bit mask holds.
   */
  readonly known: { readonly candidates: PlanCandidates; readonly answers: RowAnswers } | null;
  readonly #axes: readonly Axis[];
  readonly #sizes: readonly number[];
  /**
   * For each slot of a long table's store, the place of the scenario in it. The scenario at place p is in slot p modulo
   * `RECENT`. Null for a short table, which stores all scenarios.
   */
  readonly #recent: Int32Array | null;
  readonly #made: SweptScenario[] = [];
  readonly #point: Point;
  #pointed = -1;

  constructor(
    context: Context,
    base: ScenarioValue,
    axes: readonly Axis[],
    { large, statement }: { readonly large: boolean; readonly statement: Sweep },
  ) {
    this.context = context;
    this.base = base;
    this.#axes = axes;
    this.#sizes = axes.map((steps) => steps.length);
    this.#point = new Int32Array(axes.length);
    const candidates =
      groupIn(base) || settingCount(axes) > MOST_SETTINGS ? null : planCandidates(context, base, axes);
    this.known = candidates && { candidates, answers: context.outputs.rows(context, candidates, statement) };
    this.#recent = large ? new Int32Array(RECENT).fill(-1) : null;
  }

  /** Error of the first value on an axis that cannot be applied to the base scenario; null where all values can. */
  mistake(): Poison | null {
    for (const steps of this.#axes)
      for (const step of steps) {
        const made = changeScenario(this.context, this.base, step, this.base.name);
        if (made.kind === "poison") return made;
      }
    return null;
  }

  /** Scenario of the row at a place. With `answered`, the engine is already known to have an answer for it. */
  at(place: number, answered = false): ScenarioValue {
    const at = this.#recent ? place % RECENT : place;
    const known = this.#recent && this.#recent[at] !== place ? undefined : this.#made[at];
    if (known) return known;
    const made = new SweptScenario(this, place, answered);
    // An interrupt can end the run between any two of these assignments. Their order keeps a slot from naming another
    // scenario's place.
    if (this.#recent) this.#recent[at] = -1;
    this.#made[at] = made;
    if (this.#recent) this.#recent[at] = place;
    return made;
  }

  /** Row at a place. `problem` is the reason why the engine has no answer for it, or null where the engine has one. */
  row(place: number, problem: Diagnostic | null): Row {
    return new SweptRow(this, place, problem);
  }

  parts(place: number): ScenarioValue["parts"] {
    const point = this.point(place);
    const changes = this.#axes.flatMap((steps, i) => steps[point[i] ?? 0] ?? []);
    const made = changeScenario(this.context, this.base, changes, this.base.name);
    if (made.kind === "poison") throw new Error("steps that can be taken one by one can be taken together");
    return made.parts;
  }

  /**
   * Point of the combination at a place: the index of the chosen value on each axis. The last axis changes fastest. The
   * next call reuses the array.
   */
  point(place: number): Point {
    if (place === this.#pointed) return this.#point;
    this.#pointed = place;
    let rest = place;
    for (let i = this.#sizes.length - 1; i >= 0; i--) {
      const size = this.#sizes[i] ?? 1;
      this.#point[i] = rest % size;
      rest = Math.floor(rest / size);
    }
    return this.#point;
  }
}

/** Scenario of one row of a table. Its model, cluster and plan are built only if they are read. */
class SweptScenario implements ScenarioValue, Ahead {
  readonly kind = "scenario";
  resolved: ScenarioValue["resolved"] = null;
  readonly #of: RowScenarios;
  readonly #place: number;
  #parts: ScenarioValue["parts"] | null = null;
  #bound: Map<Part, RecordValue> | null = null;
  /** Memo of the result of `problem`. "open" before the first call. */
  #problem: Poison | null | undefined | "open";

  constructor(of: RowScenarios, place: number, answered: boolean) {
    this.#of = of;
    this.#place = place;
    this.#problem = answered ? null : "open";
  }

  get name(): string {
    return this.#of.base.name;
  }

  get parts(): ScenarioValue["parts"] {
    this.#parts ??= this.#of.parts(this.#place);
    return this.#parts;
  }

  get bound(): Map<Part, RecordValue> {
    this.#bound ??= new Map();
    return this.#bound;
  }

  get ahead(): Ahead | undefined {
    return this.#of.known ? this : undefined;
  }

  get candidates(): PlanCandidates {
    return known(this.#of).candidates;
  }

  get point(): Point {
    return this.#of.point(this.#place);
  }

  resolve(): Resolved | null {
    const scenario = this.candidates.at(this.point);
    if ("unmade" in scenario) return null;
    const { name, model, cluster, plan } = scenario;
    const origins = originsOf(this.#of.context, this);
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

  problem(context: Context, place: Place | null): Poison | null | undefined {
    if (this.#problem === "open")
      this.#problem = known(this.#of).answers.problem(context, this, this.point, place);
    return this.#problem;
  }

  number(path: string): number | null | undefined {
    return known(this.#of).answers.number(this, this.point, path);
  }
}

function known(of: RowScenarios): NonNullable<RowScenarios["known"]> {
  if (!of.known) throw new Error("only rows of which something is known are asked ahead");
  return of.known;
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
    return this.#of.at(this.#place, this.problem === null);
  }
}
