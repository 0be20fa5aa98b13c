import type { Origin } from "./scenario.ts";

/** A formula as `explain` and the generated documents show it: data only. */
export interface FormulaInfo {
  /** Its name in the book (`gemmSeconds`), or `sum`, `max` for a plain collection of parts. */
  readonly name: string;
  /** What the result is, in words: "activation memory of one layer". */
  readonly result: string;
  /** The result's base unit. */
  readonly unit: string;
  /** In mathjs syntax. */
  readonly expression: string;
  readonly symbols: readonly {
    readonly symbol: string;
    readonly meaning: string;
    readonly unit: string;
  }[];
  /** Paper and equation, data sheet, or "definition". */
  readonly source: string;
  readonly assumes: string;
}

/** Where a number of the estimate comes from, down to inputs and constants. Values are in base units. */
export type Derivation =
  | {
      readonly kind: "formula";
      readonly formula: FormulaInfo;
      readonly value: number;
      readonly inputs: readonly { readonly symbol: string; readonly derivation: Derivation }[];
    }
  | {
      readonly kind: "input";
      /** The language's spelling: `plan.micro_batch`. */
      readonly path: string;
      readonly value: number;
      readonly unit: string;
      /** Absent when the scenario does not say (a scenario built by hand). */
      readonly origin?: Origin;
    }
  | {
      readonly kind: "constant";
      readonly name: string;
      readonly value: number;
      readonly unit: string;
      readonly source: string;
    };
