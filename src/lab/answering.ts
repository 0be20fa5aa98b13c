import type { Kernel } from "@jupyterlab/services";
import { type AskExplanation, type Explained, explainedNumbers } from "../editor/explain/explainedNumbers.ts";
import { linkedLabels } from "../editor/links/linkedLabels.ts";
import { answeringTables } from "../editor/tables/answeringTable.ts";

/** Finds the kernel of a notebook or a report at this moment; null for none. */
export type KernelNow = () => Kernel.IKernelConnection | null;

/** Time after a change of outputs in which no other follows, before their tables answer, in ms. */
const PAUSE = 150;

/**
 * Lets the tables in the outputs below `node` be sorted, filtered and copied. Where there is a `kernel` whose session has the
 * names of the outputs, it explains their numbers.
 */
export function answering(node: HTMLElement, kernel: KernelNow | null): void {
  const ask: AskExplanation | null = kernel && ((path) => explain(kernel(), path));
  linkedLabels(node);
  let pause: ReturnType<typeof setTimeout> | undefined;
  new MutationObserver((changes) => {
    // Editors change with each keystroke.
    const shown = changes.some(
      ({ target }) => target === node || (target instanceof Element && target.closest(".jp-OutputArea")),
    );
    if (!shown) return;
    clearTimeout(pause);
    pause = setTimeout(() => {
      answeringTables(node);
      if (ask) explainedNumbers(node, ask);
    }, PAUSE);
  }).observe(node, { childList: true, subtree: true });
}

/** Asks a kernel for an explanation, without a trace in the history. */
async function explain(kernel: Kernel.IKernelConnection | null, path: string): Promise<Explained> {
  if (!kernel) return { problem: "There is no kernel that could explain it." };
  const { done } = kernel.requestExecute({
    ...{ code: "", silent: true, store_history: false, user_expressions: { explained: `explain ${path}` } },
  });
  const found = (await done)?.content.user_expressions?.explained;
  const html = found?.data?.["text/html"];
  if (typeof html === "string") return { html };
  return { problem: found?.evalue ?? "The kernel did not answer." };
}
