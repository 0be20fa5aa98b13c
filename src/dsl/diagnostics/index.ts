export { applyFixes } from "./applyFixes.ts";
export { type Code, catalogue, codes, type ParamsOf } from "./catalogue.ts";
export { codeIn, codeWord } from "./codeIn.ts";
export type { Diagnostic, Place } from "./diagnostic.ts";
export { diagnostic, diagnosticOf, type Extras } from "./make.ts";
export { type Line, lineAt, lineNumbered, position } from "./position.ts";
export { render } from "./render.ts";
export { article, either } from "./rows/row.ts";
export { suggest } from "./suggest.ts";
