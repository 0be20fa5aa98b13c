import type { Block, Document } from "../document/document.ts";
import { controlsHtml, figureHtml } from "./pageParts.ts";
import { toHtml } from "./toHtml.ts";

/** True for a kind of output that live slides show. Verdicts on open exercises say nothing to a class. */
export const isOnSlides = (kind: string): boolean => /^(?:show|plot|explain|control)$/.test(kind);

/**
 * Document as cards of a live slide, in its own order: one for each figure, for each control, and for the blocks between
 * them. A page's script patches cards of another run into these.
 */
export function slideCards({ blocks }: Document): string {
  const groups: Block[][] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    const alone = block.kind === "figure" || block.kind === "control";
    if (last?.[0] && !alone && last[0].kind !== "figure" && last[0].kind !== "control") last.push(block);
    else groups.push([block]);
  }
  return groups
    .map((group) => {
      const [first] = group;
      if (first?.kind === "control") return controlsHtml([{ blocks: group }]);
      return `<div class="card">${first?.kind === "figure" ? figureHtml(first) : toHtml({ blocks: group })}</div>`;
    })
    .join("\n");
}
