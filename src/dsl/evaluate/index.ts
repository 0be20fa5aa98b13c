/**
 * Public interface of the evaluator, the part of the language that computes values: records with lazily evaluated
 * fields, `with` and `on`, imports, tables, and the conversion of scenarios to the engine's data.
 */

export { type ControlDomain, controlDomain } from "./control/controlDomain.ts";
export { combined, distributed } from "./draws/combined.ts";
export { normalQuantile } from "./draws/normalQuantile.ts";
export { absentShare, meanOf, quantileOf, sortedDraws } from "./draws/quantiles.ts";
export { anyRandomInput, newInput } from "./draws/randomInput.ts";
export { byPlace, DRAWS, drawn, makeSampling, samplingOf } from "./draws/sampling.ts";
export { counted, DEFAULT_TOLERANCE, isWithin, nearlySame } from "./expressions/arithmetic.ts";
export { comparedSides } from "./expressions/binary.ts";
export { type DrawnField, type DrawnFields, drawnFields } from "./expressions/drawnFields.ts";
export { evaluate } from "./expressions/evaluate.ts";
export type { ExpressionMemo } from "./expressions/expressionMemo.ts";
export { middleCutText, placeOf, textOf, wholeText } from "./expressions/exprText.ts";
export { type FieldFormula, fieldFormula } from "./expressions/fillOrCount.ts";
export { functionNames } from "./expressions/functions.ts";
export { namesRead } from "./expressions/namesRead.ts";
export { argumentsOf, bodyScope, signatureOf } from "./expressions/ownFunction.ts";
export { namesOf, pathExpr } from "./expressions/pathExpr.ts";
export { whereOf } from "./expressions/problem.ts";
export { readField } from "./expressions/readField.ts";
export { changesOf } from "./expressions/record.ts";
export { expressionMemoIn, rowScope, rowScopes } from "./expressions/row.ts";
export { asScenario, changeScenario, makeScenario, scenarioPart } from "./expressions/scenarioValue.ts";
export { groupIn } from "./expressions/scope.ts";
export { silentContext } from "./expressions/silentContext.ts";
export { isLaunchFile } from "./isLaunchFile.ts";
export { WALL_CLOCK_NAMES } from "./measuredRun.ts";
export {
  answerIn,
  type Choice,
  define,
  type Entry,
  entryValue,
  type Loader,
  type Module,
  moduleScope,
} from "./module.ts";
export { createModules, isRecordFile, type Read, type ReadLaunchFile } from "./modules.ts";
export { type CitedText, citedInside, collectOrigins, originOf } from "./scenario/origins.ts";
export {
  modelOrigins,
  refusalDiagnostic,
  resolve,
  resolveCluster,
  resolveDevice,
  resolveModel,
  resolvePlan,
} from "./scenario/resolve.ts";
export { toQueue } from "./scenario/toQueue.ts";
export { type PhaseData, type RunData, toRun } from "./scenario/toRun.ts";
export { runTable } from "./search/runTable.ts";
export { searchesAllPlans } from "./search/searchTable.ts";
export { searchKey } from "./search/sharedSearch.ts";
export { aimsOf, keepOf, pathText, resultPath } from "./tables/aims.ts";
export { cutText } from "./tables/cutText.ts";
export { MAX_ROWS } from "./tables/eachTable.ts";
export { lacksAnswer } from "./tables/lacksAnswer.ts";
export type { RowScenarios } from "./tables/rowScenarios.ts";
export { scaledPath } from "./tables/scalingColumn.ts";
export { settingChange } from "./tables/settingChange.ts";
export { MAY_NOT_FIT, OVER_MEMORY } from "./tables/skipCounts.ts";
export { type TableRows, tableRows } from "./tables/tableRows.ts";
export { ValueColumn } from "./tables/valueColumn.ts";
export type {
  Context,
  Lack,
  OutputReader,
  RowAnswers,
  SearchAnswer,
  SearchBounds,
  SearchRequest,
} from "./values/context.ts";
export type { Drawn, Draws, RandomInput, Sampling } from "./values/draws.ts";
export { firstOf, itemOf, type Listing, listing, picked } from "./values/listing.ts";
export { type MeasuredName, measuredNames } from "./values/measuredNames.ts";
export type { PlanCandidates } from "./values/planCandidates.ts";
export type { RowReader } from "./values/rowReader.ts";
export type { Rows, Scope } from "./values/scope.ts";
export type { SearchRecord, SharedSearches } from "./values/sharedSearches.ts";
export type { SpreadRows, TableThreads } from "./values/tableThreads.ts";
export {
  type Change,
  type DataRow,
  describe,
  type FunctionValue,
  type MeasuredRun,
  type MeasuredTable,
  NONE,
  PARTS,
  type Part,
  type Poison,
  poison,
  type Quantity,
  type RecordValue,
  type ResultValue,
  type Row,
  type ScenarioValue,
  type Skipped,
  type Solved,
  type TableValue,
  type Value,
} from "./values/value.ts";
