import type { SessionName } from "../../../session/services/services.ts";
import type { Failure } from "./failure.ts";
import type { MagicCall } from "./magicCall.ts";
import type { TsSink } from "./tsSink.ts";

/**
 * Support for the TypeScript cells of a notebook. They read the definitions of the notebook's DTP cells, and
 * have variables of their own.
 */
export interface TsCells {
  /**
   * Runs a TypeScript cell. Resolves to null on success. `result` of the sink is called at most once, last.
   */
  run(call: MagicCall, sink: TsSink): Promise<Failure | null>;
  complete(body: string, offset: number): Completions;
  inspect(body: string, offset: number): QuickInfo | null;
  isComplete(body: string): { readonly completed: boolean; readonly indent: string };
  /** Variables that TypeScript cells have declared, in order, as `%who` lists them. */
  names(): readonly SessionName[];
  /** Forgets every variable of TypeScript cells. */
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
