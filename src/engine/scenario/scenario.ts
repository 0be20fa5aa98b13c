import type { Cluster } from "./cluster.ts";
import type { Model } from "./model.ts";
import type { Plan } from "./plan.ts";

/**
 * Scenario: the result of the language and the input of the engine. It is frozen, plain data in base units (B,
 * s, FLOP, B/s) that JSON can hold. Fields have the language's names in camelCase. A field is optional only
 * where its absence has a meaning.
 */
export interface Scenario {
  readonly name: string;
  readonly model: Model;
  readonly cluster: Cluster;
  readonly plan: Plan;
  /** Origin of each field's value, keyed by the field's path in the language (`plan.micro_batch`). */
  readonly origins: Readonly<Record<string, Origin>>;
}

/** Origin of an input's value, which `explain` shows next to the input. */
export interface Origin {
  /**
   * Kind of origin: written in a file (`given`), the schema's default, or computed from other fields
   * (`derived`).
   */
  readonly kind: "given" | "default" | "derived";
  /** Source text of the expression that gives the value, such as `fill` or `4 * d_model`. */
  readonly text?: string;
  readonly file?: string;
  readonly line?: number;
  readonly cite?: string;
}

/**
 * Reason why the engine refuses to estimate a scenario, or warns about it, found before any number is computed.
 */
export interface Refusal {
  /** Code of the diagnostic in the catalogue (`not-divisible`, `not-modelled`, `degrees-exceed-devices`, …). */
  readonly code: string;
  readonly severity: "error" | "warning";
  /**
   * Paths of the fields involved, in the language's spelling; the field to change first comes first (`plan.pp`,
   * `model.layers`).
   */
  readonly fields: readonly string[];
  /** Values that fill the placeholders of the diagnostic's message. */
  readonly params: Readonly<Record<string, string | number>>;
}
