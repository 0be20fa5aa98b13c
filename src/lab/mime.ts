import type { IRenderMime } from "@jupyterlab/rendermime-interfaces";
import { PLOTLY_MIME, PlotlyOutput } from "./plotlyOutput.ts";

/**
 * Draws the figures of outputs. Rank 1: before the SVG and the text of the same output, after plotly's own extension,
 * which draws more kinds of figures, where somebody has installed that.
 */
const extension: IRenderMime.IExtension = {
  id: "dtplan:plotly",
  description: "Draws plotly figures in notebooks and reports.",
  rendererFactory: {
    safe: true,
    mimeTypes: [PLOTLY_MIME],
    createRenderer: () => new PlotlyOutput(),
  },
  rank: 1,
  dataType: "json",
};

export default extension;
