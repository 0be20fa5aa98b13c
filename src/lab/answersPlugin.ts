import type { JupyterFrontEnd, JupyterFrontEndPlugin } from "@jupyterlab/application";
import { INotebookTracker } from "@jupyterlab/notebook";
import { answeringTables } from "../editor/tables/answeringTable.ts";

/** Time after a change of a notebook's outputs in which no other follows, before their tables answer, in ms. */
const PAUSE = 150;

/** JupyterLab plugin that lets the tables in a notebook's outputs be sorted, filtered and copied. */
export const answersPlugin: JupyterFrontEndPlugin<void> = {
  id: "dtplan:answers",
  description: "Sorts, filters and copies the tables of a notebook.",
  autoStart: true,
  requires: [INotebookTracker],
  activate(_app: JupyterFrontEnd, notebooks: INotebookTracker) {
    notebooks.widgetAdded.connect((_notebooks, { node }) => {
      let pause: ReturnType<typeof setTimeout> | undefined;
      new MutationObserver((changes) => {
        // Editors change with each keystroke.
        if (!changes.some(({ target }) => target instanceof Element && target.closest(".jp-OutputArea")))
          return;
        clearTimeout(pause);
        pause = setTimeout(() => answeringTables(node), PAUSE);
      }).observe(node, { childList: true, subtree: true });
    });
  },
};
