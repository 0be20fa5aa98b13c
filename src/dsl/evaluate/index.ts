/** The meaning of a program: values, scopes, late-bound records, `with` and `on`, imports, tables, and the way to the engine's data. */
export { aimsOf, keepOf, pathText } from "./aims.ts";
export { counted, DEFAULT_TOLERANCE, isWithin, nearlySame, same, wordOf } from "./arithmetic.ts";
export {
  type Context,
  type OutputReader,
  type RowAnswers,
  type SearchAnswer,
  type SearchRequest,
  silentContext,
} from "./context.ts";
export { MAX_ROWS } from "./eachTable.ts";
export { evaluate, placeOf, textOf } from "./evaluate.ts";
export { type WorkedOut, workedOut } from "./fillOrCount.ts";
export { functionNames } from "./functions.ts";
export { firstOf, itemOf, type Listing, listing, picked } from "./listing.ts";
export { define, type Entry, entryValue, type Loader, type Module, moduleScope } from "./module.ts";
export { createModules, type Read, type ReadLaunchFile } from "./modules.ts";
export { namesRead } from "./namesRead.ts";
export { type CitedText, citedInside, collectOrigins, originOf } from "./origins.ts";
export type { PlanCandidates } from "./planCandidates.ts";
export { changesOf, readField } from "./record.ts";
export {
  modelOrigins,
  refusalDiagnostic,
  resolve,
  resolveCluster,
  resolveDevice,
  resolveModel,
  resolvePlan,
} from "./resolve.ts";
export { rowScope, rowScopes, settledIn } from "./row.ts";
export type { RowScenarios } from "./rowScenarios.ts";
export { runTable, type TableRows, tableRows } from "./runTable.ts";
export { asScenario, changeScenario, makeScenario, scenarioPart } from "./scenario.ts";
export type { Rows, Scope } from "./scope.ts";
export { searchesAllPlans } from "./searchTable.ts";
export type { SettledParts } from "./settledParts.ts";
export { type SearchRecord, type SharedSearches, searchKey } from "./sharedSearch.ts";
export type { SpreadRows, TableThreads } from "./tableThreads.ts";
export { toQueue } from "./toQueue.ts";
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
export { ValueColumn } from "./valueColumn.ts";
