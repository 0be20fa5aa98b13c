import type { Expr } from "../../ast.ts";
import { resultPath } from "../tables/aims.ts";

/** Results that say how much of its devices' memory a plan takes. */
const PEAKS: ReadonlySet<string> = new Set([
  ...["memory", "memory.peak", "memory.peak.low", "memory.peak.high", "memory.needed"],
]);
const FITS: ReadonlySet<string> = new Set(["fits", "memory.fits"]);

/**
 * Whether conditions of a search say themselves how surely its plans must fit: by `memory.fits`, or by a limit on the peak
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

/** Every expression within one, itself first. Of `a.b.c` only the whole: `memory` alone is another result. */
function each(node: unknown, visit: (part: Expr) => void): void {
  if (typeof node !== "object" || node === null) return;
  if (!Array.isArray(node) && "kind" in node) {
    visit(node as Expr);
    if (node.kind === "member" && resultPath(node as Expr) !== null) return;
  }
  for (const child of Object.values(node)) each(child, visit);
}
