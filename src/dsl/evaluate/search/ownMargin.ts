import type { Expr } from "../../ast/ast.ts";
import { resultPath } from "../tables/aims.ts";

/** Results that give a plan's use of device memory. */
const PEAKS: ReadonlySet<string> = new Set([
  ...["memory", "memory.peak", "memory.peak.low", "memory.peak.high", "memory.needed"],
]);
const FITS: ReadonlySet<string> = new Set(["fits", "memory.fits"]);

/**
 * True where a search's own conditions state how surely its plans must fit: by `memory.fits`, or by a limit on the peak
 * (`memory.peak <= 0.9 * memory.capacity`). Plans that may not fit are then answers too.
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
 * Visits an expression and every expression in it. A result's path such as `a.b.c` is visited as a whole, because `memory` alone
 * is a different result.
 */
function each(node: unknown, visit: (part: Expr) => void): void {
  if (typeof node !== "object" || node === null) return;
  if (!Array.isArray(node) && "kind" in node) {
    visit(node as Expr);
    if (node.kind === "member" && resultPath(node as Expr) !== null) return;
  }
  for (const child of Object.values(node)) each(child, visit);
}
