import type { JupyterFrontEnd, JupyterFrontEndPlugin } from "@jupyterlab/application";
import { INotebookTracker } from "@jupyterlab/notebook";
import { choosing } from "./choosing.ts";

/** JupyterLab plugin that sends the choices of controls in a notebook's outputs to its kernel. */
export const controlsPlugin: JupyterFrontEndPlugin<void> = {
  id: "dtplan:controls",
  description: "Lets the controls in a notebook's outputs choose values.",
  autoStart: true,
  requires: [INotebookTracker],
  activate(_app: JupyterFrontEnd, notebooks: INotebookTracker) {
    notebooks.widgetAdded.connect((_notebooks, panel) =>
      choosing(panel.node, () => panel.sessionContext.session?.kernel ?? null),
    );
  },
};
