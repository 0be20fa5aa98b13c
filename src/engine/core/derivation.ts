import type { FormulaInfo } from "../formulas/notation/formulaInfo.ts";
import type { Origin } from "../scenario/scenario.ts";

/** The origin of a number in the estimate, down to inputs and constants. Values are in base units. */
export type Derivation =
  | {
      readonly kind: "formula";
      readonly formula: FormulaInfo;
      readonly value: number;
      readonly inputs: readonly { readonly symbol: string; readonly derivation: Derivation }[];
    }
  | {
      readonly kind: "input";
      /** Path in the language's spelling: `plan.micro_batch`. */
      readonly path: string;
      readonly value: number;
      readonly unit: string;
      /** Origin of the value; absent for a scenario built by hand. */
      readonly origin?: Origin;
    }
  | {
      readonly kind: "constant";
      readonly name: string;
      readonly value: number;
      readonly unit: string;
      readonly source: string;
    };
