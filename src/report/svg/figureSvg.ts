import { fnv1a } from "../../units/index.ts";
import type { Figure } from "../document.ts";
import { escapeHtml } from "../escape.ts";
import { figureDescription } from "../figures/figureDescription.ts";
import { FIGURE_WIDTH, FONT_FAMILY } from "../figures/theme.ts";
import { compactMarks } from "./compactMarks.ts";
import { DomElement } from "./dom/node.ts";
import { serialize } from "./dom/serialize.ts";
import { createWindow } from "./dom/window.ts";
import { startMargins } from "./startMargins.ts";

interface Plotly {
  newPlot(target: unknown, data: unknown, layout: unknown, config: unknown): unknown;
}

type Globals = Record<string, unknown>;

/** plotly.js as drawn with: its partial bundle of cartesian traces, or all of it at three times the start and twice the memory. */
export type PlotlyBundle = "cartesian" | "whole";

/** A loaded bundle with the document it was loaded with. */
interface Drawing {
  readonly plotly: Plotly;
  readonly window: Globals;
  readonly body: DomElement;
}

/** One for the process of each bundle, made for the first figure that needs it. */
const drawings = new Map<PlotlyBundle, Drawing>();
const loading = new Map<PlotlyBundle, Promise<void>>();

/** Traces that the partial bundle draws; others need all of plotly.js. */
const CARTESIAN = new Set(["bar", "scatter", "heatmap", "contour", "histogram", "box"]);

/** The picture that stands where no script runs: the figure's own, or its `still`. */
function drawn(figure: Figure): Pick<Figure, "data" | "layout"> {
  return figure.still ?? figure;
}

function bundleOf(figure: Figure): PlotlyBundle {
  const cartesian = drawn(figure).data.every(({ type }) => CARTESIAN.has(String(type ?? "scatter")));
  return cartesian ? "cartesian" : "whole";
}

/** Whether `figureSvg` draws all of these already. */
export function figuresLoaded(figures: readonly Figure[]): boolean {
  return figures.every((figure) => drawings.has(bundleOf(figure)));
}

/**
 * Loads what `figureSvg` draws these figures with, the partial bundle without any; that takes a moment and some memory. `plotly`
 * brings a bundle where there is a faster way than an import; it finds plotly's document among the globals.
 */
export async function loadFigures(
  plotly: (bundle: PlotlyBundle) => Plotly | Promise<Plotly> = imported,
  figures: readonly Figure[] = [],
): Promise<void> {
  const bundles = figures.length === 0 ? (["cartesian"] as const) : new Set(figures.map(bundleOf));
  // One after the other: each finds its own document among the globals.
  for (const bundle of bundles) {
    let started = loading.get(bundle);
    if (!started) {
      started = load(bundle, plotly);
      loading.set(bundle, started);
    }
    await started;
  }
}

async function imported(bundle: PlotlyBundle): Promise<Plotly> {
  return bundle === "whole"
    ? (await import("plotly.js-dist")).default
    : (await import("plotly.js-cartesian-dist-min")).default;
}

async function load(
  bundle: PlotlyBundle,
  plotly: (bundle: PlotlyBundle) => Plotly | Promise<Plotly>,
): Promise<void> {
  const { window, body } = createWindow();
  const restore = lend(window);
  try {
    drawings.set(bundle, { plotly: await plotly(bundle), window, body });
  } finally {
    restore();
  }
}

/** plotly.js looks for its document among the globals: they are lent to it for a synchronous call and put back. */
function lend(window: Globals): () => void {
  const globals = globalThis as unknown as Globals;
  const names = [
    "window",
    "document",
    "self",
    "DOMParser",
    "navigator",
    "getComputedStyle",
    "Element",
    "HTMLElement",
    "SVGElement",
    "Node",
  ];
  const before = names.map((name) => [name, Object.getOwnPropertyDescriptor(globals, name)] as const);
  for (const name of names) {
    Object.defineProperty(globals, name, { value: window[name], configurable: true, writable: true });
  }
  // plotly names its clip paths at random; here the same figure gets the same names.
  const random = Math.random;
  let seed = 1;
  Math.random = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  return () => {
    Math.random = random;
    for (const [name, descriptor] of before) {
      if (descriptor === undefined) delete globals[name];
      else Object.defineProperty(globals, name, descriptor);
    }
  };
}

/**
 * A figure as SVG text, the same for the same figure: drawn by plotly.js on a document of our own with measured text.
 * It scales down to its container. Null before
 * `loadFigures` has finished for figures of its kind.
 */
export function figureSvg(figure: Figure): string | null {
  const drawing = drawings.get(bundleOf(figure));
  if (!drawing) return null;
  const { plotly, window, body } = drawing;
  const { data, layout: asked } = drawn(figure);
  const restore = lend(window);
  const target = new DomElement("http://www.w3.org/1999/xhtml", "div", window.document);
  body.appendChild(target);
  try {
    const layout = {
      ...structuredClone(asked),
      margin: startMargins({ ...figure, data, layout: asked }),
      width: FIGURE_WIDTH,
      autosize: false,
    };
    // All of the drawing is synchronous; what the promise adds is an event that nobody listens to.
    Promise.resolve(plotly.newPlot(target, structuredClone(data), layout, { staticPlot: true })).catch(
      () => {},
    );
    compactMarks(target);
    return assembled(target, figure);
  } finally {
    target.remove();
    restore();
  }
}

/** plotly draws into several SVGs stacked on one another; a picture is one. */
function assembled(target: DomElement, figure: Figure): string {
  const layers = target.querySelectorAll("svg").filter((svg) => svg.className.includes("main-svg"));
  const width = Number(layers[0]?.getAttribute("width"));
  const height = Number(layers[0]?.getAttribute("height"));
  const content = layers
    .flatMap((layer) => layer.childNodes)
    .map(serialize)
    .join("");
  const prefix = identity(figure);
  // One page holds many pictures: their names must not meet. Quotes inside url() are not read by every renderer.
  const body = content.replace(
    /( id="|url\((?:&#39;|&#34;)?#|href="#)([\w-]+)(?:&#39;|&#34;)?/g,
    (_, before: string, id: string) => `${before.replace(/&#3[49];/, "")}${prefix}-${id}`,
  );
  const background = escapeHtml(String(figure.layout.paper_bgcolor ?? "#FFFFFF"));
  const label = escapeHtml(figureDescription(figure));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" class="dtp-figure" ` +
    `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" style="max-width:100%;height:auto" ` +
    `font-family="${FONT_FAMILY}" role="img" aria-labelledby="${prefix}-title ${prefix}-desc">` +
    `<title id="${prefix}-title">${escapeHtml(figure.title)}</title><desc id="${prefix}-desc">${label}</desc>` +
    `<rect width="${width}" height="${height}" fill="${background}"/>${body}</svg>`
  );
}

/** A short name that two different figures on one page do not share. A letter beyond 16 bits counts by its first half. */
function identity(figure: Figure): string {
  const text = JSON.stringify([figure.data, figure.layout]).replace(/[\udc00-\udfff]/g, "");
  return `f${fnv1a(text.length, (at) => text.charCodeAt(at)).toString(36)}`;
}
