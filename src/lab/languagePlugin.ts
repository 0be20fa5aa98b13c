import type { JupyterFrontEnd, JupyterFrontEndPlugin } from "@jupyterlab/application";
import { IEditorLanguageRegistry } from "@jupyterlab/codemirror";
import { IEditorTracker } from "@jupyterlab/fileeditor";
import { ILauncher } from "@jupyterlab/launcher";
import { addStyle } from "./addStyle.ts";
import { COMMENT_RULES } from "./comments.ts";
import { DTP_MIME, dtpFileType, dtpIcon } from "./fileType.ts";

/** JupyterLab plugin for `.dtp` text: highlighting in cells and files, and the file type. */
export const languagePlugin: JupyterFrontEndPlugin<void> = {
  id: "dtplan:language",
  description: "Highlights the DTP language and knows .dtp files.",
  autoStart: true,
  requires: [IEditorLanguageRegistry],
  optional: [IEditorTracker, ILauncher],
  activate(
    app: JupyterFrontEnd,
    languages: IEditorLanguageRegistry,
    editors: IEditorTracker | null,
    launcher: ILauncher | null,
  ) {
    app.docRegistry.addFileType(dtpFileType);
    addStyle("comments", COMMENT_RULES);
    languages.addLanguage({
      name: "dtp",
      displayName: "DTP",
      mime: DTP_MIME,
      extensions: ["dtp"],
      load: async () => {
        const [{ dtpLanguage }, typescript] = await Promise.all([
          import("../editor/language.ts"),
          languages.getLanguage("TypeScript").catch(() => null),
        ]);
        return dtpLanguage(typescript?.support?.language);
      },
    });
    // By default the tab of an editor has the icon of text files, so set it by the file's type.
    editors?.widgetAdded.connect((_editors, { context, title }) => {
      if (context.path.endsWith(".dtp")) title.icon = dtpIcon;
    });
    launcher?.add({
      command: "fileeditor:create-new",
      category: "Other",
      rank: 2,
      args: { fileExt: "dtp", iconName: dtpIcon.name, launcherLabel: dtpFileType.displayName },
    });
  },
};
