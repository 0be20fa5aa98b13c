/**
 * Evaluation of programs: values, scopes, records with late binding, `with` and `on`, imports, tables, and conversion
 * to the engine's data.
 */

export { counted, DEFAULT_TOLERANCE, isWithin, nearlySame, same, wordOf } from "./arithmetic.ts";
export {
  type Context,
  type Lack,
  type OutputReader,
  type RowAnswers,
  type SearchAnswer,
  type SearchBounds,
  type SearchRequest,
  silentContext,
} from "./context.ts";
export { evaluate } from "./evaluate.ts";
export { placeOf, textOf } from "./exprText.ts";
export { type FieldFormula, fieldFormula } from "./fillOrCount.ts";
export { functionNames } from "./functions.ts";
export { firstOf, itemOf, type Listing, listing, picked } from "./listing.ts";
export { define, type Entry, entryValue, type Loader, type Module, moduleScope } from "./module.ts";
export { createModules, type Read, type ReadLaunchFile } from "./modules.ts";
export { namesRead } from "./namesRead.ts";
export { changesOf, readField } from "./record.ts";
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
export { asScenario, changeScenario, makeScenario, scenarioPart } from "./scenario/scenario.ts";
export { toQueue } from "./scenario/toQueue.ts";
export type { Rows, Scope } from "./scope.ts";
export { searchesAllPlans } from "./search/searchTable.ts";
export { type SearchRecord, type SharedSearches, searchKey } from "./search/sharedSearch.ts";
export { aimsOf, keepOf, pathText, resultPath } from "./tables/aims.ts";
export { cutText } from "./tables/cutText.ts";
export { MAX_ROWS } from "./tables/eachTable.ts";
export type { PlanCandidates } from "./tables/planCandidates.ts";
export { rowScope, rowScopes, settledIn } from "./tables/row.ts";
export type { RowReader } from "./tables/rowReader.ts";
export type { RowScenarios } from "./tables/rowScenarios.ts";
export { runTable } from "./tables/runTable.ts";
export { settingChange } from "./tables/settingChange.ts";
export type { SettledParts } from "./tables/settledParts.ts";
export { MAY_NOT_FIT, OVER_MEMORY } from "./tables/skipCounts.ts";
export { type TableRows, tableRows } from "./tables/tableRows.ts";
export type { SpreadRows, TableThreads } from "./tables/tableThreads.ts";
export { ValueColumn } from "./tables/valueColumn.ts";
export {
  type Change,
  type DataRow,
  describe,
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
  type TableValue,
  type Value,
} from "./value.ts";
