import type { JupyterFrontEnd, JupyterFrontEndPlugin } from "@jupyterlab/application";
import { IEditorExtensionRegistry } from "@jupyterlab/codemirror";
import { INotebookTracker } from "@jupyterlab/notebook";
import { IRenderMimeRegistry } from "@jupyterlab/rendermime";
import { DTP_MIME } from "./fileType.ts";
import { kernelHover } from "./hover.ts";

/**
 * JupyterLab plugin that shows the kernel's help on the word under the mouse in a notebook's cell, as
 * Shift-Tab does.
 */
export const hoverPlugin: JupyterFrontEndPlugin<void> = {
  id: "dtplan:hover",
  description: "Shows what a word means under the mouse.",
  autoStart: true,
  requires: [IEditorExtensionRegistry, INotebookTracker, IRenderMimeRegistry],
  activate(
    _app: JupyterFrontEnd,
    extensions: IEditorExtensionRegistry,
    notebooks: INotebookTracker,
    rendermime: IRenderMimeRegistry,
  ) {
    extensions.addExtension({
      name: "dtplan:hover",
      factory: ({ model }) => ({
        instance: () =>
          kernelHover((view) => {
            if (model.mimeType !== DTP_MIME) return null;
            const panel = notebooks.find(({ node }) => node.contains(view.dom));
            return panel?.sessionContext.session?.kernel ?? null;
          }, rendermime),
        reconfigure: () => null,
      }),
    });
  },
};
