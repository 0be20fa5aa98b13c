import { ABCWidgetFactory, type DocumentRegistry, DocumentWidget } from "@jupyterlab/docregistry";
import type { IRenderMimeRegistry } from "@jupyterlab/rendermime";
import type { Kernel } from "@jupyterlab/services";
import { refreshIcon, ToolbarButton } from "@jupyterlab/ui-components";
import { addStyle } from "./addStyle.ts";
import { dtpFileType, reportIcon } from "./fileType.ts";
import { Report } from "./report.ts";

const REPORT_TAB = "dtp-report-tab";

/**
 * Factory of the report view of a `.dtp` file, which opens next to the editor by "Open With" and the command
 * "Show Report".
 */
export class ReportFactory extends ABCWidgetFactory<Report> {
  static readonly NAME = "DTP Report";

  constructor(
    private readonly rendermime: IRenderMimeRegistry,
    private readonly kernels: Kernel.IManager,
  ) {
    super({
      name: ReportFactory.NAME,
      label: ReportFactory.NAME,
      fileTypes: [dtpFileType.name],
      readOnly: true,
    });
  }

  protected override createNewWidget(context: DocumentRegistry.Context): DocumentWidget<Report> {
    const content = new Report(context, this.rendermime, this.kernels);
    const widget = new DocumentWidget({ content, context });
    widget.title.icon = reportIcon;
    // The title's label must not change: JupyterLab would rename the file.
    widget.title.className = REPORT_TAB;
    addStyle("report", `.${REPORT_TAB} .lm-TabBar-tabLabel::after { content: " (report)"; }`);
    widget.toolbar.addItem(
      "run",
      new ToolbarButton({
        icon: refreshIcon,
        tooltip: "Evaluate the file again",
        onClick: () => void content.run(),
      }),
    );
    return widget;
  }
}
