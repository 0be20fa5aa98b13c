import type { FormulaInfo } from "../formulas/notation/formulaInfo.ts";
import type { Origin } from "../scenario/scenario.ts";

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
