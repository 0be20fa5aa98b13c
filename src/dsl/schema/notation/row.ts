import type { DefinitionKind } from "../../ast/ast.ts";

/** A word that a field accepts, with its meaning. `none` is the language's value of that name. */
export interface Word {
  readonly word: string;
  readonly doc: string;
}

/** Values that a field accepts. Several kinds are possible (`dp = 8` and `dp = fill`). */
export interface Accepts {
  /** Keys of the accepted dimensions; "1" is a plain number. */
  readonly numbers?: readonly string[];
  /** True where numbers must be whole, in base units. */
  readonly integer?: true;
  readonly boolean?: true;
  readonly text?: true;
  readonly words?: readonly Word[];
  /** Form of the words, where they are too many to list: "an order of `a` and `b`, such as `b_a`". */
  readonly form?: string;
  /** Names of accepted tags (`tagRow`). The brackets may be omitted for a tag whose arguments all have defaults. */
  readonly tags?: readonly string[];
  /** True where a scenario is accepted. */
  readonly scenario?: true;
  /** Kind of definition that is accepted, by name. */
  readonly definition?: DefinitionKind;
  /** Accepted items of a list. */
  readonly list?: Accepts;
  /** True where a list needs at least one item. */
  readonly filled?: true;
  /** True where any value is accepted, as for the columns of a plot. */
  readonly any?: true;
}

/** Plausible values in base units. Values outside are valid, but give a warning. */
export interface Plausible {
  readonly least?: number;
  readonly most?: number;
  /** Reason for the warning: "NICs carry 25 to 800 Gb/s". */
  readonly because: string;
}

/**
 * A field of the language. Its row serves the check of values, the default, hover, completion, did-you-mean, and
 * docs/reference/fields/.
 */
export interface FieldRow {
  readonly name: string;
  /** Documentation: one sentence, with its full stop. */
  readonly doc: string;
  readonly accepts: Accepts;
  /** Unit to print in, which is also the usual unit to write. */
  readonly unit?: string;
  /**
   * Default as an expression of the language. It is evaluated lazily in the record that holds the field, so the names
   * in it follow overrides. A field without default is required, unless it is derived.
   */
  readonly default?: string;
  /** True for a field computed from others. It may be set too where `default` shows the expression. */
  readonly derived?: true;
  /** Allowed values in base units, both ends included; null is open. */
  readonly range?: readonly [least: number | null, most: number | null];
  readonly plausible?: Plausible;
  /**
   * Values in base units that a calibration may give to a measured constant. Calibration works on a logarithmic scale,
   * so the least is above 0.
   */
  readonly calibrated?: readonly [least: number, most: number];
  /** Source of the default or of the meaning. */
  readonly source?: string;
  /** Example of a value, for completion, docs and messages. */
  readonly example: string;
}

/** A kind of definition, or a tag, with its fields. */
export interface RecordRow {
  readonly name: string;
  readonly doc: string;
  readonly fields: readonly FieldRow[];
  /** Field that takes the unnamed arguments: `selective(attention, norms)`, `poisson(54 days)`. */
  readonly positional?: string;
}
