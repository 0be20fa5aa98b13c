/**
 * The library: what the `dtp` command and the kernel are made of, for programs of your own.
 *
 *     import { createSession, createWorld, toText } from "dtplan";
 *     const session = createSession(createWorld(process.cwd()));
 *     const { outputs } = session.run(text, { name: "plan.dtp", mode: "file" });
 *     for (const { document } of outputs) console.log(toText(document, { width: 100, color: false }));
 */
export type * from "./dsl/ast.ts";
export { catalogue, type Diagnostic, type Place, render, suggest } from "./dsl/diagnostics/index.ts";
export { format, parse, printExpr } from "./dsl/syntax/index.ts";
export type * from "./engine/estimate.ts";
export { estimate, explainScenario, modelParams, outputs } from "./engine/index.ts";
export type * from "./engine/scenario.ts";
export { createWorld } from "./host/index.ts";
export type { Block, Cell, Document, Figure, Table, TextChart, Tree, TreeNode } from "./report/document.ts";
export { htmlPage, toHtml, toLatex, toMarkdown, toMimeBundle, toText } from "./report/index.ts";
export { createSession } from "./session/index.ts";
export type * from "./session/session.ts";
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
