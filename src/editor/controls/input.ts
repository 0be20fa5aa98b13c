import type { ControlData } from "../../report/document/control.ts";

/** Part of a control that a reader moves: a slider, a list, buttons, a switch. */
export interface Input<Data extends ControlData = ControlData> {
  readonly element: HTMLElement;
  /** Shows the value of `control`, which has the same values to choose from. */
  show(control: Data): void;
}

/** Means of an input: how it is named for a screen reader, and what a choice does. */
export interface InputHost {
  /** Identifier of the element with the control's label. */
  readonly label: string;
  choose(choice: Choice): void;
}

/** Choice of a reader. */
export interface Choice {
  /** Value as it is printed. */
  readonly text: string;
  /** Value as a text of the language. */
  readonly set: string;
  /** Number of base units; null for what is no number. */
  readonly value: number | null;
}
