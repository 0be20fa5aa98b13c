export { type About, meanings } from "./about.ts";
export { type Completion, complete } from "./complete.ts";
export { type Hover, hover } from "./hover.ts";
export type { Item } from "./item.ts";
export type { Known, KnownName, NameKind } from "./text/known.ts";
export { definedIn } from "./text/namesIn.ts";
export { type Fold, folds } from "./tree/folds.ts";
export {
  type Highlight,
  highlightKinds,
  highlights,
  highlightsOf,
  type StatementPart,
  statementParts,
} from "./tree/highlights.ts";
export { type Occurrence, occurrences } from "./tree/occurrences.ts";
export { spansAround } from "./tree/spansAround.ts";
export { type OutlineSymbol, symbols } from "./tree/symbols.ts";
