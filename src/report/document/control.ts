/** Value of a program that its reader may choose, as a host draws it: a slider, a list, a switch. Plain data. */
export type ControlData = ControlHead & (ControlChoices | ControlRange);

interface ControlHead {
  /** Path of the controlled value: `base.plan.tp`, or the name of a `let`. */
  readonly path: string;
  /** Comment of the statement. */
  readonly label?: string;
  /** Value that holds, in base units; a word as a text. */
  readonly value: unknown;
  /** Value that holds, as it is printed: `1,600 Gb/s`. */
  readonly text: string;
}

/** Control with a list of values. */
export interface ControlChoices {
  readonly choices: readonly ControlChoice[];
}

export interface ControlChoice {
  /** Value as it is printed: `2,048 tokens`. */
  readonly text: string;
  /** Value as a text of the language, which sets it: `2048 tokens`. */
  readonly set: string;
  /** Value in base units; a word as a text. */
  readonly value: unknown;
}

/** Control with a range of numbers. A number of `unit` sets it, within the range: `800 Gb/s`. */
export interface ControlRange {
  readonly low: ControlEnd;
  readonly high: ControlEnd;
  /** True where only whole numbers can be chosen, because the field counts something. */
  readonly whole: boolean;
  /** Unit to choose in, with the number of base units in one of it. The text is empty for plain numbers. */
  readonly unit: { readonly text: string; readonly factor: number };
}

/** End of a range, in base units. */
export interface ControlEnd {
  readonly value: number;
  /** Base unit: `B/s`. */
  readonly unit: string;
}
