import type { JupyterFrontEnd, JupyterFrontEndPlugin } from "@jupyterlab/application";
import { INotebookTracker } from "@jupyterlab/notebook";
import { answering } from "./answering.ts";

/** JupyterLab plugin that lets the tables in a notebook's outputs be sorted, filtered and copied, and their numbers be explained. */
export const answersPlugin: JupyterFrontEndPlugin<void> = {
  id: "dtplan:answers",
  description: "Sorts, filters and copies the tables of a notebook, and explains their numbers.",
  autoStart: true,
  requires: [INotebookTracker],
  activate(_app: JupyterFrontEnd, notebooks: INotebookTracker) {
    notebooks.widgetAdded.connect((_notebooks, { node, sessionContext }) =>
      answering(node, { kernel: () => sessionContext.session?.kernel ?? null }),
    );
  },
};
