export { hardWords, isHardWord, showers, softWords, statementWords } from "../ast/words.ts";
export { format } from "./format/format.ts";
export { printExpr, printNumberLiteral, printPath, printUnit } from "./format/printExpr.ts";
export { importsOf } from "./importsOf.ts";
export { type Completeness, isComplete } from "./isComplete.ts";
export { LATEST_EDITION, MAX_BYTES, type Parsed, parse } from "./parse.ts";
export { parseSection, type Section, sectionsOf } from "./parseSection.ts";
export { readNumber } from "./tokens/number.ts";
export { withoutOutputs } from "./withoutOutputs.ts";
