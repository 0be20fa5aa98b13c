/** The engine's door: a `Scenario` goes in, an `Estimate` or the reasons against one come out. */
export type { Algebra, Part } from "./algebra.ts";
export type { Derivation, FormulaInfo } from "./derivation.ts";
export { latex, latexSymbol } from "./formulas/latex.ts";
export { memoryParts, modelOutputPaths, type Output, outputs, timeParts } from "./outputs.ts";
