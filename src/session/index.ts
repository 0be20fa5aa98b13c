export type { SearchRecord } from "../dsl/evaluate/index.ts";
export { mergeParts } from "../engine/search/mergeParts.ts";
export type { Share } from "../engine/search/share.ts";
export { createSession } from "./createSession.ts";
export type {
  Expectation,
  Output,
  RunResult,
  Session,
  SessionName,
  World,
} from "./session.ts";
export { plotOf, tableOf } from "./sheet/rowsDocument.ts";
export { documentOfValue, type Sheet } from "./sheet/sheet.ts";
export { SheetError } from "./sheet/sheetError.ts";
export type * from "./sheet/sheetFields.ts";
export type * from "./sheet/sheetTypes.ts";
