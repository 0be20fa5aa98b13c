import type { DefinitionKind } from "../ast.ts";

/** A word that a field takes, with its meaning. `none` is the language's own value of that name. */
export interface Word {
  readonly word: string;
  readonly doc: string;
}

/** What a field accepts; several at once where the language allows it (`dp = 8` and `dp = fill`). */
export interface Accepts {
  /** Keys of the dimensions a number may have; "1" is a plain number. */
  readonly numbers?: readonly string[];
  /** Numbers must be whole (in base units). */
  readonly integer?: true;
  readonly boolean?: true;
  readonly text?: true;
  readonly words?: readonly Word[];
  /** How the words are written, where they are too many to list: "an order of `a` and `b`, such as `b_a`". */
  readonly form?: string;
  /** Names of tagged records (`tagRow`). A tag whose arguments all have defaults may stand without its brackets. */
  readonly tags?: readonly string[];
  /** A scenario. */
  readonly scenario?: true;
  /** A definition of this kind, by name. */
  readonly definition?: DefinitionKind;
  /** A list of these. */
  readonly list?: Accepts;
  /** The list has at least one item. */
  readonly filled?: true;
  /** Anything: columns of a plot. */
  readonly any?: true;
}

/** Usual values, in base units. Outside of them is no mistake, but worth a question. */
export interface Plausible {
  readonly least?: number;
  readonly most?: number;
  /** "NICs carry 25 to 800 Gb/s": why one should look again. */
  readonly because: string;
}

/**
 * One field of the language. This row is what checks it, fills in its default, and what hover, completion,
 * did-you-mean and docs/reference/fields/ say of it.
 */
export interface FieldRow {
  readonly name: string;
  /** One sentence, with its full stop. */
  readonly doc: string;
  readonly accepts: Accepts;
  /** The unit it is printed in and commonly written in. */
  readonly unit?: string;
  /**
   * An expression of the language, evaluated late in the record that holds the field, so that names in it follow
   * overrides. Without one the field is required, unless it is derived.
   */
  readonly default?: string;
  /** Computed from other fields; setting it as well is allowed where `default` shows the expression. */
  readonly derived?: true;
  /** Allowed values in base units, ends included; null is open. */
  readonly range?: readonly [least: number | null, most: number | null];
  readonly plausible?: Plausible;
  /**
   * A constant that is found by measuring, and the values in base units that a calibration may give it: on a logarithmic
   * scale, so the least is above 0.
   */
  readonly calibrated?: readonly [least: number, most: number];
  /** Where the default or the meaning comes from. */
  readonly source?: string;
  /** A value as one would write it, for completion, docs and messages. */
  readonly example: string;
}

/** A kind of definition, or a tag with its arguments. */
export interface RecordRow {
  readonly name: string;
  readonly doc: string;
  readonly fields: readonly FieldRow[];
  /** The field that unnamed arguments go to: `selective(attention, norms)`, `poisson(54 days)`. */
  readonly positional?: string;
}
