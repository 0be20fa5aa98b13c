import type { Abilities } from "../../scenario/abilities.ts";
import type { Field } from "../../scenario/field.ts";
import type { Scenario } from "../../scenario/scenario.ts";

/** Something that a plan can ask of its framework's code, and what of it the code has. */
export interface Lack {
  /** The language's field of the framework: `zero_stages`. */
  readonly ability: string;
  /** What the plan asks with, by path; the message points at the first. */
  readonly fields: readonly string[];
  /** What `asks` reads, beside the framework. */
  readonly reads: readonly Field[];
  /** In words: "ZeRO stage 1". */
  readonly what: (asked: string) => string;
  /** What a plan asks for, as the ability's list would have it. */
  readonly asks: (scenario: Scenario) => readonly (string | number)[];
  /** Null where nothing is known to be lacking. */
  readonly has: (abilities: Abilities) => readonly (string | number)[] | null;
}
