export { describeAccepts, describeRange } from "./describe.ts";
export { drawnMembers } from "./drawnMembers.ts";
export { type FunctionRow, functionRows } from "./functions.ts";
export { givenField, givenFields } from "./givenField.ts";
export { type Implausible, implausible } from "./implausible.ts";
export type { Accepts, FieldRow, Plausible, RecordRow, Word } from "./notation/row.ts";
export { otherName, otherNames, otherSetting } from "./otherNames.ts";
export { otherWord, otherWords } from "./otherWords.ts";
export { exerciseRow } from "./rows/exercise.ts";
export { plotRow } from "./rows/plot.ts";
export { predictRow } from "./rows/predict.ts";
export {
  choices,
  fieldOfTag,
  fieldRow,
  isRequired,
  kindRow,
  kindRows,
  recordRow,
  tagRow,
  tagRows,
  tagsOf,
} from "./schema.ts";
export { type Unmodelled, unmodelled, unmodelledRows } from "./unmodelled.ts";
