/** Uncertainty of an estimate, from the residuals of measured runs. */
export { type Basis, basisOf } from "./basis.ts";
export { type Bounded, type Bounds, boundedOutputs, boundsOf } from "./bounds.ts";
export type { Residuals } from "./lookup.ts";
export { type Measured, type MeasuredRun, type Missed, measured } from "./measuredRun.ts";
export { peakEnds } from "./peakEnds.ts";
export { scoreOf } from "./pools.ts";
export { LEVEL } from "./quantiles.ts";
export { type Learnt, learn, lookupIn, type ResidualTable, residualTable } from "./residualTable.ts";
export { kindOf, type Size, type Sizes, sizes, sizesOf, traits } from "./runKind.ts";
export { type Between, betweens, classesOf, unseen } from "./spreads.ts";
export { readTable, tableText } from "./tableText.ts";
export { basisFields, basisFor, type NamedBounds, type Uncertainty, uncertaintyOf } from "./uncertainty.ts";
export { NAMELESS, type Subject, sizeNames, type Widening } from "./widenings.ts";
