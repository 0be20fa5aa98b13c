/** Name of the event with which a control in an output asks its notebook for a value. */
export const CHOICE = "dtp-choice";

/** Choice of a reader, as the event's `detail`. */
export interface Choice {
  readonly path: string;
  /** Value as a text of the language. */
  readonly text: string;
  /** Says under the control why the choice does not hold. */
  refuse(why: string): void;
}

declare global {
  interface HTMLElementEventMap {
    [CHOICE]: CustomEvent<Choice>;
  }
}
