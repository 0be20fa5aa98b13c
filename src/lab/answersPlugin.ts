import type { JupyterFrontEnd, JupyterFrontEndPlugin } from "@jupyterlab/application";
import { INotebookTracker } from "@jupyterlab/notebook";
import type { Kernel } from "@jupyterlab/services";
import { type AskExplanation, type Explained, explainedNumbers } from "../editor/explain/explainedNumbers.ts";
import { answeringTables } from "../editor/tables/answeringTable.ts";

/** Time after a change of a notebook's outputs in which no other follows, before their tables answer, in ms. */
const PAUSE = 150;

/** JupyterLab plugin that lets the tables in a notebook's outputs be sorted, filtered and copied, and their numbers be explained. */
export const answersPlugin: JupyterFrontEndPlugin<void> = {
  id: "dtplan:answers",
  description: "Sorts, filters and copies the tables of a notebook, and explains their numbers.",
  autoStart: true,
  requires: [INotebookTracker],
  activate(_app: JupyterFrontEnd, notebooks: INotebookTracker) {
    notebooks.widgetAdded.connect((_notebooks, { node, sessionContext }) => {
      const ask: AskExplanation = (path) => explain(sessionContext.session?.kernel ?? null, path);
      let pause: ReturnType<typeof setTimeout> | undefined;
      new MutationObserver((changes) => {
        // Editors change with each keystroke.
        if (!changes.some(({ target }) => target instanceof Element && target.closest(".jp-OutputArea")))
          return;
        clearTimeout(pause);
        pause = setTimeout(() => {
          answeringTables(node);
          explainedNumbers(node, ask);
        }, PAUSE);
      }).observe(node, { childList: true, subtree: true });
    });
  },
};

/** Asks a kernel for an explanation, without a trace in the history. */
async function explain(kernel: Kernel.IKernelConnection | null, path: string): Promise<Explained> {
  if (!kernel) return { problem: "The notebook has no kernel." };
  const { done } = kernel.requestExecute({
    ...{ code: "", silent: true, store_history: false, user_expressions: { explained: `explain ${path}` } },
  });
  const found = (await done)?.content.user_expressions?.explained;
  const html = found?.data?.["text/html"];
  if (typeof html === "string") return { html };
  return { problem: found?.evalue ?? "The kernel did not answer." };
}
