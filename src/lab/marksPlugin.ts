import type { JupyterFrontEnd, JupyterFrontEndPlugin } from "@jupyterlab/application";
import { IEditorExtensionRegistry } from "@jupyterlab/codemirror";
import { marks } from "./marks.ts";

/**
 * JupyterLab plugin that marks mistakes in the editor of a `.dtp` file. The file's report evaluates the text and finds
 * the mistakes.
 */
export const marksPlugin: JupyterFrontEndPlugin<void> = {
  id: "dtplan:marks",
  description: "Marks mistakes of a .dtp file in its editor while its report is open.",
  autoStart: true,
  requires: [IEditorExtensionRegistry],
  activate(_app: JupyterFrontEnd, extensions: IEditorExtensionRegistry) {
    extensions.addExtension({
      name: "dtplan:marks",
      // A cell needs no marks, because it shows its mistakes below itself.
      factory: ({ inline, model }) =>
        inline ? null : { instance: () => marks(model), reconfigure: () => null },
    });
  },
};
