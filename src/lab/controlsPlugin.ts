import type { JupyterFrontEnd, JupyterFrontEndPlugin } from "@jupyterlab/application";
import { INotebookTracker, type NotebookPanel } from "@jupyterlab/notebook";
import { choiceSender } from "../editor/controls/choiceSender.ts";
import { CHOICE, type Choice } from "./choice.ts";

/** JupyterLab plugin that sends the choices of controls in a notebook's outputs to its kernel. */
export const controlsPlugin: JupyterFrontEndPlugin<void> = {
  id: "dtplan:controls",
  description: "Lets the controls in a notebook's outputs choose values.",
  autoStart: true,
  requires: [INotebookTracker],
  activate(_app: JupyterFrontEnd, notebooks: INotebookTracker) {
    notebooks.widgetAdded.connect((_notebooks, panel) => answer(panel));
  },
};

/**
 * Sends choices as `%control`, without a trace in the history. The kernel updates the outputs that read the value, the
 * control's own among them, and names those that stay stale.
 */
function answer(panel: NotebookPanel): void {
  const latest = new Map<string, Choice>();
  const send = choiceSender(async (path, text) => {
    const refuse = (why: string): void => latest.get(path)?.refuse(why);
    const kernel = panel.sessionContext.session?.kernel;
    if (!kernel) return refuse("The notebook has no kernel.");
    // Notebooks come from anyone: a choice is one line, and nothing but a choice.
    if (!/^[\w.]+$/.test(path) || /[\r\n]/.test(text)) return refuse("The notebook's control is malformed.");
    try {
      const code = `%control ${path} ${text}`;
      const { done } = kernel.requestExecute({ code, silent: true, store_history: false });
      const content = (await done)?.content;
      if (content?.status === "ok") return;
      refuse(
        content?.ename === "unknown-name"
          ? "The kernel does not know this control yet: run its cell again."
          : (content?.evalue ?? "The kernel did not answer."),
      );
    } catch {
      refuse("The kernel did not answer.");
    }
  });
  panel.node.addEventListener(CHOICE, (event) => {
    event.preventDefault();
    event.stopPropagation();
    latest.set(event.detail.path, event.detail);
    send(event.detail.path, event.detail.text);
  });
}
