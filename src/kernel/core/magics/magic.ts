import type { Diagnostic } from "../../../dsl/diagnostics/diagnostic.ts";
import type { Document } from "../../../report/document/document.ts";
import type { Evaluation } from "../evaluation/evaluation.ts";
import type { Failure } from "../evaluation/failure.ts";
import type { MagicCall } from "../evaluation/magicCall.ts";
import type { MimeBundle } from "../evaluation/mimeBundle.ts";
import type { Platform } from "../evaluation/platform.ts";

/** Command to the notebook, as opposed to the language: `%who`, `%%ts`. `magics.ts` lists all of them. */
export interface Magic {
  /** Name of the magic without percent signs. */
  readonly name: string;
  /**
   * Form of the magic: `line` is `%name argument` on a line of its own. `cell` is `%%name argument` on the
   * first line and takes the whole cell.
   */
  readonly kind: "line" | "cell";
  /** Usage text for lists, hover and completion: `%live on|off`. */
  readonly signature: string;
  readonly doc: string;
  /** Allowed arguments, with a sentence on each. Absent where any argument is valid. */
  readonly words?: ReadonlyMap<string, string>;
  /**
   * Runs the magic. Returns diagnostics on mistakes of the user, a failure with its own text, or null on
   * success.
   */
  run(call: MagicCall, cell: MagicCell): Promise<MagicOutcome> | MagicOutcome;
  /** Completion and hover in the body of a cell magic. Offsets are UTF-16 units of the body. */
  readonly services?: BodyServices;
}

export type MagicOutcome = readonly Diagnostic[] | Failure | null;

/** Cell that a magic runs in, with the functions that a magic may call on it. */
export interface MagicCell {
  readonly evaluation: Evaluation;
  /** Pages of the documentation, for `%help`. */
  readonly pages: Pick<Platform, "languagePage" | "errorPage">;
  /** Identifier of the cell in its notebook. undefined in a console. */
  readonly id: string | undefined;
  /** All magics of the kernel, for `%help`. */
  readonly magics: readonly Magic[];
  readonly live: {
    isOn(): boolean;
    set(on: boolean): void;
    /** Updates stale outputs now, whether or not `%live` is on. */
    refresh(): Promise<void>;
  };
  readonly watch: {
    /** Renews this cell's outputs every so many seconds at which one of its files has changed. */
    begin(every: number, files: readonly string[]): void;
    /** Ends all watches of the notebook. */
    end(): void;
  };
  /** Clears the kernel's state that is not in the session, such as the variables of TypeScript cells. */
  reset(): void;
  show(document: Document): Promise<void>;
  display(bundle: MimeBundle): void;
  /** Sets the cell's result. At most one call, after all other outputs. */
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
  /** Answer to a console whether the text is complete and can run now. */
  isComplete(body: string, evaluation: Evaluation): Promise<ReturnType<Evaluation["session"]["isComplete"]>>;
}
