import type { SessionName } from "../../session/services/services.ts";
import type { Failure } from "./failure.ts";
import type { MagicCall } from "./magicCall.ts";
import type { TsSink } from "./tsSink.ts";

/**
 * TypeScript side of a notebook. Its cells share the sheet with the language's cells, and have their own
 * variables.
 */
export interface TsCells {
  /** Runs a cell. null on success. `result` is called at most once, last. */
  run(call: MagicCall, sink: TsSink): Promise<Failure | null>;
  complete(body: string, offset: number): Completions;
  inspect(body: string, offset: number): QuickInfo | null;
  isComplete(body: string): { readonly completed: boolean; readonly indent: string };
  /** Variables of cells, in order, as `%who` lists them. */
  names(): readonly SessionName[];
  /** Forgets every variable. */
  reset(): void;
}

export interface Completions {
  readonly start: number;
  readonly end: number;
  readonly items: readonly { readonly text: string; readonly kind: string }[];
}

export interface QuickInfo {
  readonly signature: string;
  readonly doc: string;
}
