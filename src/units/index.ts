export {
  add,
  as,
  compare,
  convert,
  divide,
  inBase,
  isMismatch,
  type Mismatch,
  multiply,
  negate,
  power,
  quantity,
  subtract,
} from "./algebra.ts";
export { canCompile } from "./canCompile.ts";
export { combine, DIMENSIONLESS, dimension } from "./dimension.ts";
export { editDistance } from "./editDistance.ts";
export { fnv1a } from "./fnv1a.ts";
export { literalMaker } from "./literalMaker.ts";
export { humanUnit, print, printDimension, printNumber, printScaled } from "./print.ts";
export type { BaseUnit, Dimension, Quantity } from "./quantity.ts";
export { scaleFactor, scales } from "./scale.ts";
export {
  canonicalUnit,
  isCountedUnit,
  parseUnit,
  suggestUnit,
  type Unit,
  type UnitInfo,
  unitNames,
} from "./unit.ts";
export { withUnit } from "./withUnit.ts";
