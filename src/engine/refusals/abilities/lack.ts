import type { Abilities } from "../../scenario/abilities.ts";
import type { Field } from "../../scenario/field.ts";
import type { Scenario } from "../../scenario/scenario.ts";

/** A feature that a plan can need of its framework, and the framework's support for it. */
export interface Lack {
  /** Field of the framework in the language: `zero_stages`. */
  readonly ability: string;
  /** Fields by which a plan asks for the feature, by path; the message points at the first. */
  readonly fields: readonly string[];
  /** Fields that `asks` reads, besides the framework. */
  readonly reads: readonly Field[];
  /** Feature in words: "ZeRO stage 1". */
  readonly what: (asked: string) => string;
  /** Features that a plan needs, in the terms of the ability's list. */
  readonly asks: (scenario: Scenario) => readonly (string | number)[];
  /** Supported features; null where nothing is known to be missing. */
  readonly has: (abilities: Abilities) => readonly (string | number)[] | null;
}
