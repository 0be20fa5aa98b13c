import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.ts";
import type { Document } from "../../report/document/document.ts";
import type { Evaluation } from "../evaluation/evaluation.ts";
import type { Failure } from "../evaluation/failure.ts";
import type { MagicCall } from "../evaluation/magicCall.ts";
import type { MimeBundle } from "../evaluation/mimeBundle.ts";

/** A command to the notebook instead of the language: `%who`, `%%ts`. One row of `magics.ts`. */
export interface Magic {
  /** Name without its percent signs. */
  readonly name: string;
  /**
   * Form: `line` is `%name argument` on a line of its own. `cell` is `%%name argument` on the first line and
   * takes the whole cell.
   */
  readonly kind: "line" | "cell";
  /** Usage for lists, hover and completion: `%live on|off`. */
  readonly signature: string;
  readonly doc: string;
  /** Allowed arguments with a sentence each. Absent: any argument. */
  readonly words?: ReadonlyMap<string, string>;
  /** Runs the magic. Returns the user's mistakes, or a failure with its own text, or null on success. */
  run(call: MagicCall, cell: MagicCell): Promise<MagicOutcome> | MagicOutcome;
  /** Editor services for the body of a cell magic. Offsets are UTF-16 units of the body. */
  readonly services?: BodyServices;
}

export type MagicOutcome = readonly Diagnostic[] | Failure | null;

/** Cell that a magic runs in, and the session behind it. */
export interface MagicCell {
  readonly evaluation: Evaluation;
  /** Notebook's id of the cell. undefined in a console. */
  readonly id: string | undefined;
  /** All magics, for `%help`. */
  readonly magics: readonly Magic[];
  readonly live: { isOn(): boolean; set(on: boolean): void };
  /** Clears the kernel's own state besides the session's definitions. */
  reset(): void;
  show(document: Document): Promise<void>;
  display(bundle: MimeBundle): void;
  /** Sets the cell's value: at most once, last. */
  result(bundle: MimeBundle): void;
  stdout(text: string): void;
  stderr(text: string): void;
}

export interface BodyServices {
  complete(
    body: string,
    offset: number,
    evaluation: Evaluation,
  ): Promise<ReturnType<Evaluation["session"]["complete"]>>;
  inspect(body: string, offset: number, evaluation: Evaluation): Promise<MimeBundle | null>;
  /** True where a console could run the cell now. */
  isComplete(body: string, evaluation: Evaluation): Promise<ReturnType<Evaluation["session"]["isComplete"]>>;
}
