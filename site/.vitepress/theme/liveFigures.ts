import { type PlotlyFigure, themedFigure } from "../../../src/editor/themedFigure.ts";
import { PLOTLY_CONFIG } from "../../../src/report/render/plotlyConfig.ts";

interface Plotly {
  react(target: HTMLElement, data: unknown, layout: unknown, config: unknown): Promise<unknown>;
}

/** Width below which a figure has no room for its legend, px. A point's label names its source too. */
const NARROW = 560;

/**
 * Replaces a page's static pictures of figures (`div.dtp-figure`) by what plotly.js draws: points with labels, sources that a click on the
 * legend hides. A picture stays where plotly.js or the figure's data do not load.
 *
 * @param page element with the pictures; each names the file with its data in `data-figure`, a path below the site's
 * @param base path below which the site is served
 */
export function liveFigures(page: HTMLElement, base: string): void {
  for (const place of page.querySelectorAll<HTMLElement>("div.dtp-figure:not([data-live])")) {
    place.dataset.live = "";
    void draw(place, `${base}${place.dataset.figure}`).catch((problem) => {
      console.warn("the figure stays a picture", problem);
    });
  }
}

async function draw(place: HTMLElement, address: string): Promise<void> {
  const [answer, { default: plotly }] = await Promise.all([
    fetch(address),
    import("plotly.js-cartesian-dist-min") as unknown as Promise<{ readonly default: Plotly }>,
  ]);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  const figure: PlotlyFigure = { ...(await answer.json()), config: PLOTLY_CONFIG };
  const plot = document.createElement("div");
  const drawn = async () => {
    const dark = document.documentElement.classList.contains("dark");
    const { data, layout, config } = themedFigure(figure, dark);
    const narrow = place.clientWidth < NARROW;
    const own = narrow
      ? { showlegend: false, height: 420, margin: { ...(layout.margin as object), b: 60 } }
      : {};
    await plotly.react(plot, data, { ...layout, ...own, width: place.clientWidth }, config);
  };
  await drawn();
  place.replaceChildren(plot);
  let width = place.clientWidth;
  new ResizeObserver(() => {
    if (!place.isConnected || place.clientWidth === 0 || place.clientWidth === width) return;
    width = place.clientWidth;
    void drawn();
  }).observe(place);
  new MutationObserver(() => void drawn()).observe(document.documentElement, {
    attributes: true,
    attributeFilter: ["class"],
  });
}
