import { inspect } from "node:util";
import type { Document } from "../../report/document/document.ts";
import { documentOfValue, tableOf } from "../../session/index.ts";
import type { Evaluation } from "../core/evaluation/evaluation.ts";
import type { MimeBundle } from "../core/evaluation/mimeBundle.ts";

/** Name of the method with which a value defines its display in notebooks, as in Deno's kernel. */
const DISPLAY = Symbol.for("Jupyter.display");

/** Mime bundles that display the value of a TypeScript expression. */
export function bundlesOf(
  value: unknown,
  evaluation: Evaluation,
): readonly MimeBundle[] | Promise<readonly MimeBundle[]> {
  if (typeof value === "object" && value !== null) {
    const own: unknown = (value as { readonly [DISPLAY]?: unknown })[DISPLAY];
    if (typeof own === "function")
      return Promise.resolve(own.call(value)).then((bundle: MimeBundle) => [bundle]);
    const document =
      documentOfValue(value) ?? (isDocument(value) ? value : isRecords(value) ? tableOf(value) : null);
    if (document) return evaluation.bundles(document);
  }
  return [{ "text/plain": inspect(value, { depth: 4, breakLength: 100 }) }];
}

/** True for a report document, which dtp's functions return. */
function isDocument(value: object): value is Document {
  return (
    "blocks" in value &&
    Array.isArray(value.blocks) &&
    value.blocks.every((block: unknown) => typeof block === "object" && block !== null && "kind" in block)
  );
}

/** True for an array of records, which is shown as a table. Arrays of lists or numbers are not. */
function isRecords(value: object): value is readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) && value.length > 0 && value.every(isRecord);
}

function isRecord(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && Object.keys(value).length > 0;
}
