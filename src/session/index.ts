export { measuredNames, type SearchRecord } from "../dsl/evaluate/index.ts";
export { mergeParts } from "../engine/search/mergeParts.ts";
export type { Share } from "../engine/search/share.ts";
export { createSession } from "./createSession.ts";
export {
  type Asked,
  type ExercisePiece,
  type Part,
  type Piece,
  type Pieces,
  piecesOf,
  programOf,
} from "./exercise/pieces.ts";
export { type SealedExercise, type SealedLesson, sealLesson } from "./exercise/sealed.ts";
export { type Variant, variantOf, variantProblems, withVariant } from "./exercise/variants.ts";
export { type Attribution, attribute, type Made, type Numbers } from "./questions/attribute.ts";
export type { Question } from "./run/runOptions.ts";
export { serveTasks } from "./serveTasks.ts";
export type { SessionName } from "./services/services.ts";
export type { Session } from "./session.ts";
export { plotOf, tableOf } from "./sheet/rowsDocument.ts";
export { documentOfValue, type Sheet } from "./sheet/sheet.ts";
export { SheetError } from "./sheet/sheetError.ts";
export type * from "./sheet/sheetFields.ts";
export type * from "./sheet/sheetTypes.ts";
export type { ThreadAnswer, Threads, ThreadTask } from "./threads/threads.ts";
export type { Output } from "./world/output.ts";
export type { Expectation, RunResult } from "./world/runResult.ts";
export type { World } from "./world/world.ts";
