export { format } from "./format/format.ts";
export { type Completeness, isComplete } from "./isComplete.ts";
export { readNumber } from "./number.ts";
export { LATEST_EDITION, MAX_BYTES, type Parsed, parse } from "./parse.ts";
export { parseSection, type Section, sectionsOf } from "./parseSection.ts";
export { printExpr, printNumberLiteral, printPath, printUnit } from "./printExpr.ts";
export { hardWords, isHardWord, softWords, statementWords } from "./words.ts";
