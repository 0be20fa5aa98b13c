import type { DocumentRegistry } from "@jupyterlab/docregistry";
import { LabIcon } from "@jupyterlab/ui-components";
import { LOGO_SVG } from "../kernel/install/logo.ts";

export const dtpIcon = new LabIcon({ name: "dtplan:dtp", svgstr: LOGO_SVG });

export const DTP_MIME = "text/x-dtp";

/** `.dtp` files in the file browser, the launcher and on tabs. */
export const dtpFileType: DocumentRegistry.IFileType = {
  name: "dtp",
  displayName: "DTP file",
  extensions: [".dtp"],
  mimeTypes: [DTP_MIME],
  icon: dtpIcon,
  contentType: "file",
  fileFormat: "text",
};
