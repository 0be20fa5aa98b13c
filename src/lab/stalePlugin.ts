import type { JupyterFrontEnd, JupyterFrontEndPlugin } from "@jupyterlab/application";
import { INotebookTracker, type NotebookPanel } from "@jupyterlab/notebook";
import type { Kernel } from "@jupyterlab/services";
import { markStaleCells } from "./staleCells.ts";

/**
 * JupyterLab plugin that marks cells with stale outputs. The kernel lists these cells after each cell that it
 * runs.
 */
export const stalePlugin: JupyterFrontEndPlugin<void> = {
  id: "dtplan:stale",
  description: "Marks cells whose outputs are out of date, and runs them again.",
  autoStart: true,
  requires: [INotebookTracker],
  activate(_app: JupyterFrontEnd, notebooks: INotebookTracker) {
    notebooks.widgetAdded.connect((_notebooks, panel) => watch(panel));
  },
};

function watch(panel: NotebookPanel): void {
  const { sessionContext } = panel;
  const listen = (kernel: Kernel.IKernelConnection | null | undefined): void => {
    markStaleCells(panel, new Set());
    kernel?.anyMessage.connect((_kernel, { msg, direction }) => {
      if (direction !== "recv" || panel.isDisposed) return;
      const { dtp_stale } = msg.metadata;
      if (msg.header.msg_type === "execute_reply" && Array.isArray(dtp_stale))
        markStaleCells(panel, new Set(dtp_stale.map(String)));
    });
    kernel?.statusChanged.connect((_kernel, status) => {
      if (status === "restarting" || status === "dead") markStaleCells(panel, new Set());
    });
  };
  sessionContext.kernelChanged.connect((_context, { newValue }) => listen(newValue));
  void sessionContext.ready.then(() => {
    if (!panel.isDisposed) listen(sessionContext.session?.kernel);
  });
}
