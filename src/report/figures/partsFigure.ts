import type { Breakdown } from "../../engine/estimate/breakdown.ts";
import type { Figure } from "../document/document.ts";
import { printed } from "../numbers/number.ts";
import { type PartsOptions, waterfallFigure } from "./waterfallFigure.ts";

/** Waterfall chart of a number and its parts, such as energy, power or cost. */
export function partsFigure(tree: Breakdown, options: PartsOptions = {}): Figure {
  const title = options.title ?? `${capital(tree.label)}: ${printed(tree.value, tree.unit)}`;
  return waterfallFigure(tree, { title, what: tree.label, total: "total", guesses: options.guesses });
}

const capital = (text: string): string => `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}`;
