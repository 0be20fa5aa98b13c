export { format } from "./format/format.ts";
export { LATEST_EDITION, MAX_BYTES, type Parsed, parse } from "./parse.ts";
export { printExpr } from "./printExpr.ts";
