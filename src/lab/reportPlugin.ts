import { ILayoutRestorer, type JupyterFrontEnd, type JupyterFrontEndPlugin } from "@jupyterlab/application";
import { ICommandPalette, WidgetTracker } from "@jupyterlab/apputils";
import { DocumentWidget } from "@jupyterlab/docregistry";
import { IFileBrowserFactory } from "@jupyterlab/filebrowser";
import { IRenderMimeRegistry } from "@jupyterlab/rendermime";
import { reportIcon } from "./fileType.ts";
import type { Report } from "./report.ts";
import { ReportFactory } from "./reportFactory.ts";

const SHOW_REPORT = "dtplan:show-report";

/**
 * JupyterLab plugin for the report of a `.dtp` file: a command, on the context menus of editors and of files.
 */
export const reportPlugin: JupyterFrontEndPlugin<void> = {
  id: "dtplan:report",
  description: "Shows what a .dtp file computes beside its text.",
  autoStart: true,
  requires: [IRenderMimeRegistry],
  optional: [ICommandPalette, IFileBrowserFactory, ILayoutRestorer],
  activate(
    app: JupyterFrontEnd,
    rendermime: IRenderMimeRegistry,
    palette: ICommandPalette | null,
    files: IFileBrowserFactory | null,
    restorer: ILayoutRestorer | null,
  ) {
    const { commands, contextMenu, docRegistry, serviceManager, shell } = app;
    const tracker = new WidgetTracker<DocumentWidget<Report>>({ namespace: "dtp-report" });
    const factory = new ReportFactory(rendermime, serviceManager.kernels);
    factory.widgetCreated.connect((_factory, widget) => {
      widget.context.pathChanged.connect(() => void tracker.save(widget));
      void tracker.add(widget);
    });
    docRegistry.addWidgetFactory(factory);
    void restorer?.restore(tracker, {
      command: "docmanager:open",
      args: ({ context }) => ({ path: context.path, factory: ReportFactory.NAME }),
      name: ({ context }) => context.path,
    });

    const currentPath = (): string | undefined => {
      const widget = shell.currentWidget;
      const path = widget instanceof DocumentWidget ? widget.context.path : undefined;
      return path?.endsWith(".dtp") ? path : undefined;
    };
    const selectedPath = (): string | undefined =>
      [...(files?.tracker.currentWidget?.selectedItems() ?? [])]
        .map(({ path }) => path)
        .find((path) => path.endsWith(".dtp"));
    const open = (path: string | undefined): unknown =>
      path === undefined
        ? undefined
        : commands.execute("docmanager:open", {
            path,
            factory: ReportFactory.NAME,
            options: { mode: "split-right" },
          });

    const look = { label: "Show DTP Report", caption: "What this .dtp file computes", icon: reportIcon };
    commands.addCommand(SHOW_REPORT, {
      ...look,
      isEnabled: () => currentPath() !== undefined,
      isVisible: () => currentPath() !== undefined,
      execute: ({ path }) => open(typeof path === "string" ? path : currentPath()),
      describedBy: {
        args: {
          type: "object",
          properties: { path: { type: "string", description: "The .dtp file; the one on view by default" } },
        },
      },
    });
    commands.addCommand(`${SHOW_REPORT}-of-selected`, {
      ...look,
      execute: () => open(selectedPath()),
    });
    palette?.addItem({ command: SHOW_REPORT, category: "DTP" });
    contextMenu.addItem({ command: SHOW_REPORT, selector: ".jp-FileEditor", rank: 1 });
    contextMenu.addItem({
      command: `${SHOW_REPORT}-of-selected`,
      selector: '.jp-DirListing-item[data-file-type="dtp"]',
      rank: 1,
    });
  },
};
