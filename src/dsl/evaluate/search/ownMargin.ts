import type { Expr } from "../../ast/ast.ts";
import { resultPath } from "../tables/aims.ts";

/** Result paths for device memory. A `where` condition on one of them limits the memory of a search's plans. */
const PEAKS: ReadonlySet<string> = new Set([
  ...["memory", "memory.peak", "memory.peak.low", "memory.peak.high", "memory.needed"],
]);
const FITS: ReadonlySet<string> = new Set(["fits", "memory.fits"]);

/**
 * True where a search's `where` conditions themselves limit the memory of its plans: by `memory.fits`, or by a limit on
 * the peak (`memory.peak <= 0.9 * memory.capacity`). The search then also returns plans that may not fit their devices;
 * without such a condition it rejects them.
 */
export const ownMargin = (conditions: readonly Expr[]): boolean => conditions.some(asks);

function asks(expr: Expr): boolean {
  if (reads(expr, FITS)) return true;
  let found = false;
  each(expr, (part) => {
    if (part.kind !== "binary" || !/^[<>]=?$/.test(part.op)) return;
    found ||= reads(part.op.startsWith("<") ? part.left : part.right, PEAKS);
  });
  return found;
}

function reads(expr: Expr, paths: ReadonlySet<string>): boolean {
  let found = false;
  each(expr, (part) => {
    found ||= paths.has(resultPath(part) ?? "");
  });
  return found;
}

/**
 * Visits an expression and every expression inside it. A result path such as `memory.peak` is visited as one
 * expression, because `memory` alone is a different result.
 */
function each(node: unknown, visit: (part: Expr) => void): void {
  if (typeof node !== "object" || node === null) return;
  if (!Array.isArray(node) && "kind" in node) {
    visit(node as Expr);
    if (node.kind === "member" && resultPath(node as Expr) !== null) return;
  }
  for (const child of Object.values(node)) each(child, visit);
}
