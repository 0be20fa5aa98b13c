/** How sure an estimate is, from the residuals of measured runs like it. */
export { type Basis, basisOf, type Subject, type Widening } from "./basis.ts";
export { type Bounded, type Bounds, boundedOutputs, boundsOf } from "./bounds.ts";
export { type KindRow, type Measured, type MeasuredRun, measured } from "./kindTable.ts";
export { peakEnds } from "./peakEnds.ts";
export { LEVEL } from "./quantiles.ts";
export { lookupIn, type Residuals, type ResidualTable, residualTable } from "./residualTable.ts";
export { kindOf, type Size, type Sizes, sizes, sizesOf, traitNames, traits } from "./runKind.ts";
export { type Between, betweens, classOf, shiftsOf, unseen } from "./spreads.ts";
export { readTable, tableText } from "./tableText.ts";
export { basisFields, basisFor, type NamedBounds, type Uncertainty, uncertaintyOf } from "./uncertainty.ts";
