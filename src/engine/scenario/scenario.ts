import type { Cluster } from "./cluster.ts";
import type { Model } from "./model.ts";
import type { Plan } from "./plan.ts";

/**
 * The first contract: the language's result and the engine's input. Plain data, base units (B, s, FLOP, B/s),
 * frozen, JSON-able. Field names are the language's in camelCase. A field is optional only where its absence
 * has a meaning.
 */
export interface Scenario {
  readonly name: string;
  readonly model: Model;
  readonly cluster: Cluster;
  readonly plan: Plan;
  /** Origin of each field's value, by dotted path in the language's spelling (`plan.micro_batch`). */
  readonly origins: Readonly<Record<string, Origin>>;
}

/** Origin of an input's value, shown at the leaves of `explain`. */
export interface Origin {
  /**
   * Kind of origin: written in a file, the schema's default, or computed by a default expression from other
   * fields.
   */
  readonly kind: "given" | "default" | "derived";
  /** Text of the expression, e.g. `fill`, `4 * d_model`. */
  readonly text?: string;
  readonly file?: string;
  readonly line?: number;
  readonly cite?: string;
}

/** A refusal to estimate a scenario, reported before any number is computed. */
export interface Refusal {
  /**
   * A diagnostic's code from the catalogue (`not-divisible`, `not-modelled`, `degrees-exceed-devices`, …).
   */
  readonly code: string;
  readonly severity: "error" | "warning";
  /** The fields involved, in the language's spelling, the one to change first (`plan.pp`, `model.layers`). */
  readonly fields: readonly string[];
  /** Values for the catalogue's message. */
  readonly params: Readonly<Record<string, string | number>>;
}
