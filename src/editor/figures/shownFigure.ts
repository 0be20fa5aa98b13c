import { LEAST_WIDTH } from "../../report/figures/theme/theme.ts";
import { PLOTLY_CONFIG } from "../../report/render/plotlyConfig.ts";
import { type PlotlyFigure, themedFigure } from "../themedFigure.ts";
import { figureButtons, type PictureMaker } from "./figureButtons.ts";

/** Functions of plotly.js that draw a figure into an element. */
export interface FigureDrawer extends PictureMaker {
  react(
    node: HTMLElement,
    data: readonly unknown[],
    layout: Readonly<Record<string, unknown>>,
    config: Readonly<Record<string, unknown>>,
  ): Promise<unknown>;
  relayout(node: HTMLElement, change: Readonly<Record<string, unknown>>): Promise<unknown>;
  purge(node: HTMLElement): void;
}

/**
 * A figure in an output of a notebook: as wide as the output, and smaller as a whole where the output is narrower than a
 * figure can be. The output keeps what it shows until the first `draw`.
 */
export class ShownFigure {
  private readonly plot = document.createElement("div");
  private readonly buttons: ReturnType<typeof figureButtons>;
  private readonly sizes = new ResizeObserver(() => void this.fit());
  /** Width of the output for which the figure was last drawn, px. */
  private width = 0;

  constructor(
    private readonly node: HTMLElement,
    private readonly plotly: FigureDrawer,
  ) {
    this.plot.style.transformOrigin = "0 0";
    // plotly.js draws a figure anew where a part of its configuration is another object.
    this.buttons = figureButtons(plotly);
    this.sizes.observe(node);
  }

  /** Draws a figure for a light or a dark page. Resolves when it is drawn. */
  async draw(figure: PlotlyFigure, dark: boolean): Promise<void> {
    const { data, layout, config } = themedFigure(figure, dark);
    if (this.plot.parentNode !== this.node) this.node.replaceChildren(this.plot);
    this.width = this.node.offsetWidth;
    const width = Math.max(LEAST_WIDTH, this.width);
    const settings = { ...config, modeBarButtonsToAdd: this.buttons };
    await this.plotly.react(this.plot, data, { ...layout, width }, settings);
    this.scale();
    await this.fit();
  }

  /**
   * Fits the figure to the output's width, unless the output is in a hidden tab and has no width. The figure
   * keeps its height.
   */
  async fit(): Promise<void> {
    const width = this.node.offsetWidth;
    if (!this.isDrawn() || width === 0 || width === this.width) return;
    this.width = width;
    await this.plotly.relayout(this.plot, { width: Math.max(LEAST_WIDTH, width) });
    this.scale();
  }

  dispose(): void {
    this.sizes.disconnect();
    this.plotly.purge(this.plot);
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

/** Figure of an output, whoever wrote it: what is not as it should be is left out. */
export function readFigure(value: unknown): PlotlyFigure {
  const { data, layout, config } = record(value);
  return {
    data: Array.isArray(data) ? data : [],
    layout: record(layout),
    // Our settings come last: a notebook by someone else must not set its own upload address.
    config: { ...record(config), ...PLOTLY_CONFIG, responsive: false },
  };
}

/** Title of a figure as text, for its label. */
export function figureTitle({ layout }: PlotlyFigure): string {
  const { text } = record(layout.title);
  return typeof text === "string" ? text.replaceAll("<br>", " ") : "figure";
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
