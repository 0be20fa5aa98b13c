import type { IRenderMime } from "@jupyterlab/rendermime-interfaces";
import type { Message } from "@lumino/messaging";
import { Widget } from "@lumino/widgets";
import { type FigureDrawer, figureTitle, readFigure, ShownFigure } from "../editor/figures/shownFigure.ts";
import type { PlotlyFigure } from "../editor/themedFigure.ts";

export const PLOTLY_MIME = "application/vnd.plotly.v1+json";
const SVG_MIME = "image/svg+xml";

/**
 * Widget that shows one figure in an output. It shows the output's static picture until plotly.js has loaded,
 * and keeps it if plotly.js cannot load.
 */
export class PlotlyOutput extends Widget implements IRenderMime.IRenderer {
  private figure: PlotlyFigure | null = null;
  private shown: ShownFigure | null = null;
  private readonly themes: MutationObserver;

  constructor() {
    super();
    this.addClass("dtp-plotly");
    this.node.style.margin = "4px 0";
    // JupyterLab stores the active theme in this attribute.
    this.themes = new MutationObserver(() => void this.draw());
    this.themes.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-name"] });
  }

  /** Draws a figure. Resolves when the figure, or its static picture, is drawn. */
  async renderModel(model: IRenderMime.IMimeModel): Promise<void> {
    this.figure = readFigure(model.data[PLOTLY_MIME]);
    const svg = model.data[SVG_MIME];
    this.describe(svg);
    if (!this.shown && typeof svg === "string") this.node.replaceChildren(picture(svg));
    try {
      const { default: plotly } = await import("plotly.js-dist");
      if (this.isDisposed) return;
      this.shown ??= new ShownFigure(this.node, plotly as unknown as FigureDrawer);
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
    this.node.setAttribute("aria-label", words ?? (this.figure ? figureTitle(this.figure) : "figure"));
    this.node.tabIndex = 0;
  }

  override dispose(): void {
    if (this.isDisposed) return;
    this.themes.disconnect();
    this.shown?.dispose();
    this.figure = null;
    super.dispose();
  }

  protected override onAfterAttach(message: Message): void {
    super.onAfterAttach(message);
    void this.shown?.fit();
  }

  private async draw(): Promise<void> {
    if (!this.figure || this.isDisposed) return;
    await this.shown?.draw(this.figure, document.body.dataset.jpThemeLight === "false");
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
