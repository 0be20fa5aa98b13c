import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.ts";
import type { Document } from "../../report/document.ts";
import type { Evaluation } from "../evaluation.ts";
import type { Failure } from "../failure.ts";
import type { MimeBundle } from "../mimeBundle.ts";
import type { MagicCall } from "./magicCall.ts";

/** A word of a cell that speaks to the notebook, not to the language: `%who`, `%%ts`. One row of `magics.ts`. */
export interface Magic {
  /** Without its percent signs. */
  readonly name: string;
  /** `line`: `%name argument` on a line of its own. `cell`: `%%name argument` on the first line, and the cell is its own. */
  readonly kind: "line" | "cell";
  /** How it is written, for lists, hover and completion: `%live on|off`. */
  readonly signature: string;
  readonly doc: string;
  /** What its argument may be, with a sentence each. Absent: anything. */
  readonly words?: ReadonlyMap<string, string>;
  /** What went wrong: mistakes of the user's, or a failure that comes with its own text; null when nothing did. */
  run(call: MagicCall, cell: MagicCell): Promise<MagicOutcome> | MagicOutcome;
  /** Cell magics only: answers for the cell's body. Offsets in UTF-16 units of the body. */
  readonly services?: BodyServices;
}

export type MagicOutcome = readonly Diagnostic[] | Failure | null;

/** What a magic can do to the cell that it stands in, and to the session. */
export interface MagicCell {
  readonly evaluation: Evaluation;
  /** The notebook's own name for the cell; a console has none. */
  readonly id: string | undefined;
  /** The whole table, for `%help`. */
  readonly magics: readonly Magic[];
  readonly live: { isOn(): boolean; set(on: boolean): void };
  /** Forgets what the kernel keeps beside the session's definitions. */
  reset(): void;
  show(document: Document): Promise<void>;
  display(bundle: MimeBundle): void;
  /** The cell's value: at most once, last. */
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
  /** For a console: whether the cell could run now. */
  isComplete(body: string, evaluation: Evaluation): Promise<ReturnType<Evaluation["session"]["isComplete"]>>;
}
