import type { Cluster } from "./cluster.ts";
import type { Model } from "./model.ts";
import type { Plan } from "./plan.ts";

/**
 * The first contract: what the language resolves to and the engine reads. Plain data, base units (B, s, FLOP, B/s),
 * frozen, JSON-able. Field names are the language's in camelCase; nothing here is optional unless its absence means something.
 */
export interface Scenario {
  readonly name: string;
  readonly model: Model;
  readonly cluster: Cluster;
  readonly plan: Plan;
  /** Where each field's value came from, by dotted path in the language's spelling (`plan.micro_batch`). */
  readonly origins: Readonly<Record<string, Origin>>;
}

/** Where an input's value comes from; shown at the leaves of `explain`. */
export interface Origin {
  /** written in a file; the schema's default; or computed by a default expression from other fields */
  readonly kind: "given" | "default" | "derived";
  /** The expression's text, e.g. `fill`, `4 * d_model`. */
  readonly text?: string;
  readonly file?: string;
  readonly line?: number;
  readonly cite?: string;
}

/** A scenario the engine cannot answer for, said before any number is made up. */
export interface Refusal {
  /** A diagnostic's code from the catalogue (`not-divisible`, `not-modelled`, `degrees-exceed-devices`, …). */
  readonly code: string;
  readonly severity: "error" | "warning";
  /** The fields in play, in the language's spelling, the guilty one first (`plan.pp`, `model.layers`). */
  readonly fields: readonly string[];
  /** Values for the catalogue's message. */
  readonly params: Readonly<Record<string, string | number>>;
}
