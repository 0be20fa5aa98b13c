import type { DocumentRegistry } from "@jupyterlab/docregistry";
import { LabIcon } from "@jupyterlab/ui-components";
import { LOGO_SVG } from "../kernel/install/logo.ts";

export const dtpIcon = new LabIcon({ name: "dtplan:dtp", svgstr: LOGO_SVG });

/** Icon of a report's tab: a page with bars. */
export const reportIcon = new LabIcon({
  name: "dtplan:report",
  svgstr: `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64">
<rect x="10" y="4" width="44" height="56" rx="6" fill="#f4f6f9" stroke="#16202e" stroke-width="4"/>
<g fill="#4c9be8"><rect x="19" y="34" width="7" height="17"/><rect x="38" y="27" width="7" height="24"/></g>
<rect x="28.5" y="20" width="7" height="31" fill="#f2a65a"/><rect x="19" y="12" width="26" height="4" fill="#33445c"/>
</svg>
`,
});

export const DTP_MIME = "text/x-dtp";

/** JupyterLab's description of `.dtp` files, for the file browser, the launcher and tabs. */
export const dtpFileType: DocumentRegistry.IFileType = {
  name: "dtp",
  displayName: "DTP file",
  extensions: [".dtp"],
  mimeTypes: [DTP_MIME],
  icon: dtpIcon,
  contentType: "file",
  fileFormat: "text",
};
