/**
 * The library: `evaluate` a text, read its scenarios and tables as typed values, render what it shows (docs/typescript.md).
 * Below it is what the `dtp` command and the kernel are made of, for programs of your own.
 *
 *     import { evaluate } from "dtplan";
 *     const plan = await evaluate(text);
 *     console.log(plan.toText(), plan.scenario("base").step_time);
 */
export type * from "./dsl/ast/ast.ts";
export { catalogue, type Diagnostic, type Place, render, suggest } from "./dsl/diagnostics/index.ts";
export { format, parse, printExpr } from "./dsl/syntax/index.ts";
export type * from "./engine/estimate/estimate.ts";
export { estimate, explainScenario, modelParams, outputs } from "./engine/index.ts";
export type * from "./engine/scenario/scenario.ts";
export { createWorld } from "./host/index.ts";
export { Evaluated } from "./library/evaluated.ts";
export { createNotebook, evaluate, type Notebook, type NotebookOptions } from "./library/notebook.ts";
export type {
  Block,
  Cell,
  Document,
  Figure,
  Table,
  TextChart,
  Tree,
  TreeNode,
} from "./report/document/document.ts";
export { htmlPage, toHtml, toLatex, toMarkdown, toMimeBundle, toText } from "./report/index.ts";
export type { ForeignRun } from "./session/cells/shownRuns.ts";
export { createSession, documentOfValue, plotOf, type Sheet, SheetError, tableOf } from "./session/index.ts";
export type { RunOptions } from "./session/run/runOptions.ts";
export type * from "./session/services/services.ts";
export type { Session } from "./session/session.ts";
export type * from "./session/sheet/sheetFields.ts";
export type * from "./session/sheet/sheetTypes.ts";
export type * from "./session/world/runResult.ts";
export { type Basis, type Uncertainty, uncertaintyOf } from "./uncertainty/index.ts";
export {
  convert,
  type Dimension,
  parseUnit,
  print,
  printDimension,
  type Quantity,
  quantity,
  unitNames,
} from "./units/index.ts";
