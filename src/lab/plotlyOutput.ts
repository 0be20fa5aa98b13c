import type { IRenderMime } from "@jupyterlab/rendermime-interfaces";
import type { Message } from "@lumino/messaging";
import { Widget } from "@lumino/widgets";
import type { Plotly } from "plotly.js-dist";
import { figureButtons } from "../editor/figures/figureButtons.ts";
import { type PlotlyFigure, themedFigure } from "../editor/themedFigure.ts";
import { LEAST_WIDTH } from "../report/figures/theme/theme.ts";
import { PLOTLY_CONFIG } from "../report/render/plotlyConfig.ts";

export const PLOTLY_MIME = "application/vnd.plotly.v1+json";
const SVG_MIME = "image/svg+xml";

/**
 * Widget that shows one figure in an output. It shows the output's static picture until plotly.js has loaded,
 * and keeps it if plotly.js cannot load.
 */
export class PlotlyOutput extends Widget implements IRenderMime.IRenderer {
  private figure: PlotlyFigure | null = null;
  private plotly: Plotly | null = null;
  private buttons: ReturnType<typeof figureButtons> | null = null;
  private readonly plot = document.createElement("div");
  /** Width of the output for which the figure was last drawn, px. */
  private width = 0;
  private readonly sizes: ResizeObserver;
  private readonly themes: MutationObserver;

  constructor() {
    super();
    this.addClass("dtp-plotly");
    this.node.style.margin = "4px 0";
    this.plot.style.transformOrigin = "0 0";
    this.sizes = new ResizeObserver(() => void this.fit());
    this.sizes.observe(this.node);
    // JupyterLab stores the active theme in this attribute.
    this.themes = new MutationObserver(() => void this.draw());
    this.themes.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-name"] });
  }

  /** Draws a figure. Resolves when the figure, or its static picture, is drawn. */
  async renderModel(model: IRenderMime.IMimeModel): Promise<void> {
    this.figure = readFigure(model.data[PLOTLY_MIME]);
    const svg = model.data[SVG_MIME];
    this.describe(svg);
    if (!this.plotly && typeof svg === "string") this.node.replaceChildren(picture(svg));
    try {
      this.plotly ??= (await import("plotly.js-dist")).default;
    } catch (problem) {
      if (typeof svg !== "string") throw problem;
      console.warn("plotly.js did not load; the figure stays a picture", problem);
      return;
    }
    await this.draw();
  }

  /**
   * Makes the figure accessible: the description in `svg` becomes its label, and the Tab key can focus it.
   */
  private describe(svg: unknown): void {
    const picture = typeof svg === "string" ? new DOMParser().parseFromString(svg, "image/svg+xml") : null;
    const words = picture?.querySelector("svg > desc")?.textContent;
    this.node.setAttribute("role", "img");
    this.node.setAttribute("aria-label", words ?? titleOf(this.figure));
    this.node.tabIndex = 0;
  }

  override dispose(): void {
    if (this.isDisposed) return;
    this.sizes.disconnect();
    this.themes.disconnect();
    this.plotly?.purge(this.plot);
    this.figure = null;
    super.dispose();
  }

  protected override onAfterAttach(message: Message): void {
    super.onAfterAttach(message);
    void this.fit();
  }

  private async draw(): Promise<void> {
    const { plotly, figure } = this;
    if (!plotly || !figure || this.isDisposed) return;
    const { data, layout, config } = themedFigure(figure, document.body.dataset.jpThemeLight === "false");
    if (!this.plot.parentNode) this.node.replaceChildren(this.plot);
    this.width = this.node.offsetWidth;
    const width = Math.max(LEAST_WIDTH, this.width);
    // plotly.js draws a figure anew where a part of its configuration is another object.
    this.buttons ??= figureButtons(plotly);
    const settings = { ...config, modeBarButtonsToAdd: this.buttons };
    await plotly.react(this.plot, data, { ...layout, width }, settings);
    this.scale();
    await this.fit();
  }

  /**
   * Fits the figure to the output's width, unless the output is in a hidden tab and has no width. The figure
   * keeps its height.
   */
  private async fit(): Promise<void> {
    const width = this.node.offsetWidth;
    if (!this.plotly || !this.isDrawn() || width === 0 || width === this.width) return;
    this.width = width;
    await this.plotly.relayout(this.plot, { width: Math.max(LEAST_WIDTH, width) });
    this.scale();
  }

  private scale(): void {
    const factor = this.width === 0 ? 1 : Math.min(1, this.width / LEAST_WIDTH);
    this.plot.style.transform = factor < 1 ? `scale(${factor})` : "";
    // A transform does not change the space that the figure takes.
    this.node.style.height = factor < 1 ? `${this.plot.offsetHeight * factor}px` : "";
  }

  private isDrawn(): boolean {
    return this.plot.querySelector(".plot-container") !== null;
  }
}

/** Image element that shows an SVG. An image runs no script, whatever the SVG contains. */
function picture(svg: string): HTMLElement {
  const image = document.createElement("img");
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  image.style.maxWidth = "100%";
  image.style.background = "white";
  // The output around the picture has its text.
  image.alt = "";
  return image;
}

function readFigure(value: unknown): PlotlyFigure {
  const { data, layout, config } = record(value);
  return {
    data: Array.isArray(data) ? data : [],
    layout: record(layout),
    // Our settings come last: a notebook by someone else must not set its own upload address.
    config: { ...record(config), ...PLOTLY_CONFIG, responsive: false },
  };
}

function titleOf(figure: PlotlyFigure | null): string {
  const { text } = record(figure?.layout.title);
  return typeof text === "string" ? text.replaceAll("<br>", " ") : "figure";
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
