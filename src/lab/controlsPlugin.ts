import type { JupyterFrontEnd, JupyterFrontEndPlugin } from "@jupyterlab/application";
import { INotebookTracker } from "@jupyterlab/notebook";
import type { Kernel } from "@jupyterlab/services";
import { choosing } from "./choosing.ts";

/** JupyterLab plugin that sends the choices of controls in a notebook's outputs to its kernel. */
export const controlsPlugin: JupyterFrontEndPlugin<void> = {
  id: "dtplan:controls",
  description: "Lets the controls in a notebook's outputs choose values.",
  autoStart: true,
  requires: [INotebookTracker],
  activate(_app: JupyterFrontEnd, notebooks: INotebookTracker) {
    notebooks.widgetAdded.connect((_notebooks, panel) =>
      choosing(panel.node, (path, text) => send(panel.sessionContext.session?.kernel ?? null, path, text)),
    );
  },
};

/**
 * Sends a choice as `%control`, without a trace in the history. The kernel updates the outputs that read the value, the
 * control's own among them, and names those that stay stale.
 */
async function send(
  kernel: Kernel.IKernelConnection | null,
  path: string,
  text: string,
): Promise<string | null> {
  if (!kernel) return "The notebook has no kernel.";
  const code = `%control ${path} ${text}`;
  const { done } = kernel.requestExecute({ code, silent: true, store_history: false });
  const content = (await done)?.content;
  if (content?.status === "ok") return null;
  return content?.ename === "unknown-name"
    ? "The kernel does not know this control yet: run its cell again."
    : (content?.evalue ?? "The kernel did not answer.");
}
