/** How sure an estimate is, from the residuals of measured runs like it. */
export type { Basis } from "./basis.ts";
export { type Bounded, type Bounds, boundedOutputs, boundsOf } from "./bounds.ts";
export { type KindRow, kindTable, type Measured, type MeasuredRun } from "./kindTable.ts";
export { LEVEL } from "./quantiles.ts";
export { kindOf, sizesOf } from "./runKind.ts";
export { readTable, tableText } from "./tableText.ts";
export { basisFor, lookupIn, type NamedBounds, type Uncertainty, uncertaintyOf } from "./uncertainty.ts";
