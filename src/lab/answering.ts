import type { Kernel } from "@jupyterlab/services";
import { type AskExplanation, type Explained, explainedNumbers } from "../editor/explain/explainedNumbers.ts";
import { linkedLabels } from "../editor/links/linkedLabels.ts";
import { answeringTables } from "../editor/tables/answeringTable.ts";

/** Source of explanations of a notebook's or a report's numbers, at this moment. */
export interface Explainer {
  /** Kernel of the outputs; null for none. */
  kernel(): Kernel.IKernelConnection | null | Promise<Kernel.IKernelConnection | null>;
  /** Text of the file that the outputs belong to, and its name and choices; absent for a notebook's own names. */
  file?(): { readonly text: string; readonly metadata: Readonly<Record<string, unknown>> };
}

/**
 * Lets the tables in the outputs below `node` be sorted, filtered and copied, and their numbers explain themselves. Changed
 * outputs answer before they are painted: a table whose buttons followed later would move what is below it with every step of
 * a drag.
 */
export function answering(node: HTMLElement, explainer: Explainer): void {
  const ask: AskExplanation = (path, stage) => explain(explainer, path, stage);
  linkedLabels(node);
  const changed = new Set<Element>();
  const answer = (): void => {
    for (const area of changed) {
      answeringTables(area);
      explainedNumbers(area, ask);
    }
    changed.clear();
  };
  new MutationObserver((changes) => {
    const before = changed.size;
    for (const change of changes) for (const area of areasOf(change)) changed.add(area);
    if (before === 0 && changed.size > 0) requestAnimationFrame(answer);
  }).observe(node, { childList: true, subtree: true });
}

/** Areas of outputs that a change touches, or that come with it, as those of a cell that scrolls into view. */
function areasOf({ target, addedNodes }: MutationRecord): readonly Element[] {
  // Editors change with each keystroke, figures with each move of the pointer.
  if (!(target instanceof Element) || target.closest(".cm-editor, .dtp-plotly")) return [];
  const area = target.closest(".jp-OutputArea");
  if (area) return [area];
  return [...addedNodes].flatMap((one) =>
    one instanceof Element
      ? one.matches(".jp-OutputArea")
        ? [one]
        : [...one.querySelectorAll(".jp-OutputArea")]
      : [],
  );
}

/** Asks a kernel for an explanation, without a trace in the history. */
async function explain(explainer: Explainer, path: string, stage: number | undefined): Promise<Explained> {
  const kernel = await explainer.kernel();
  if (!kernel) return { problem: "There is no kernel that could explain it." };
  const file = explainer.file?.();
  const { done } = kernel.requestExecute(
    { code: file?.text ?? "", silent: true, store_history: false },
    true,
    { ...file?.metadata, dtpExplain: stage === undefined ? { path } : { path, stage } },
  );
  const found = (await done)?.content.user_expressions?.explained;
  const html = found?.data?.["text/html"];
  if (typeof html === "string") return { html };
  return { problem: found?.evalue ?? "The kernel did not answer." };
}
