import type { DefinitionKind } from "../../ast/ast.ts";

/** A word that a field accepts, with its meaning. The word `none` becomes the language's value `none`. */
export interface Word {
  readonly word: string;
  readonly doc: string;
}

/** Values that a field accepts. A field may accept several kinds of values (`dp = 8` and `dp = fill`). */
export interface Accepts {
  /** Dimensions of accepted numbers, by their keys (`B/s`). "1" stands for a plain number. */
  readonly numbers?: readonly string[];
  /** True where the field accepts only whole numbers, counted in base units. */
  readonly integer?: true;
  readonly boolean?: true;
  readonly text?: true;
  readonly words?: readonly Word[];
  /** Description of the accepted words where they are too many to list: "an order of `a` and `b`, such as `b_a`". */
  readonly form?: string;
  /** Names of accepted tags (`mha`). A program may omit the brackets of a tag whose arguments all have defaults. */
  readonly tags?: readonly string[];
  /** True where the field accepts a scenario. */
  readonly scenario?: true;
  /** Kind of definition that the field accepts, such as `device`. */
  readonly definition?: DefinitionKind;
  /** Items that are accepted in a list; absent where the field accepts no list. */
  readonly list?: Accepts;
  /** True where an empty list is an error. */
  readonly filled?: true;
  /** True where the field accepts any value, as for the columns of a plot. */
  readonly any?: true;
}

/** Range of plausible values in base units. A value outside is valid, but gives a warning. */
export interface Plausible {
  readonly least?: number;
  readonly most?: number;
  /** Reason why values outside the range are implausible, for the warning: "NICs carry 25 to 800 Gb/s". */
  readonly because: string;
}

/**
 * Schema row of a field. The evaluator checks values by it and takes defaults from it; hover, completion, suggestions
 * and the pages of docs/reference/fields/ show its texts.
 */
export interface FieldRow {
  readonly name: string;
  /** Documentation of the field: one sentence that ends with a full stop. */
  readonly doc: string;
  readonly accepts: Accepts;
  /** Unit in which the field's values are printed and usually written. */
  readonly unit?: string;
  /**
   * Default of the field, as an expression of the language. The expression is evaluated when the field is read, in the
   * record that has the field, so that changed fields change the default. A field without default is required, unless
   * it is computed.
   */
  readonly default?: string;
  /** True for a field that is computed from other fields. A program may set it too if `default` has the expression. */
  readonly derived?: true;
  /** Least and largest allowed value in base units, both included. Null means no limit. */
  readonly range?: readonly [least: number | null, most: number | null];
  readonly plausible?: Plausible;
  /**
   * Least and largest value, in base units, that a calibration may give to a measured constant. Calibration works on a
   * logarithmic scale, so the least is above 0.
   */
  readonly calibrated?: readonly [least: number, most: number];
  /** Source of the field's default or meaning: a paper, a file or a measurement. */
  readonly source?: string;
  /** Example of a value of the field, for completion, docs and messages. */
  readonly example: string;
}

/** Schema row of a kind of definition (`plan`) or of a tag (`mha`), with its fields. */
export interface RecordRow {
  readonly name: string;
  readonly doc: string;
  readonly fields: readonly FieldRow[];
  /** Name of the field that takes unnamed arguments, as in `selective(attention, norms)` and `poisson(54 days)`. */
  readonly positional?: string;
  /** Kind of definition whose fields the record takes as well. The pages of its own fields do not repeat them. */
  readonly also?: DefinitionKind;
  /** Names that stand for sums of fields, with these fields. A sum cannot be set; an error names what can. */
  readonly sums?: Readonly<Partial<Record<string, readonly string[]>>>;
}
