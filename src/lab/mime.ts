import type { IRenderMime } from "@jupyterlab/rendermime-interfaces";
import { CONTROL_MIME, ControlOutput } from "./controlOutput.ts";
import { PLOTLY_MIME, PlotlyOutput } from "./plotlyOutput.ts";

/**
 * Renderer of plotly figures in cell outputs. Rank 1 puts it before the SVG and the text of an output, and
 * after plotly's own extension, if installed, which draws more kinds of figures.
 */
const figures: IRenderMime.IExtension = {
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

/** Renderer of controls, before the sentence that other front ends show. */
const controls: IRenderMime.IExtension = {
  id: "dtplan:control",
  description: "Draws the controls of a notebook.",
  rendererFactory: {
    safe: true,
    mimeTypes: [CONTROL_MIME],
    createRenderer: () => new ControlOutput(),
  },
  rank: 1,
  dataType: "json",
};

export default [figures, controls];
