import { fnv1a } from "../../units/index.ts";
import type { Figure } from "../document/document.ts";
import { escapeHtml } from "../escaping/escape.ts";
import { figureDescription } from "../figures/figureDescription.ts";
import { FIGURE_WIDTH, FONT_FAMILY } from "../figures/theme/theme.ts";
import { compactMarks } from "./compactMarks.ts";
import { DomElement } from "./dom/node.ts";
import { serialize } from "./dom/serialize.ts";
import { createWindow } from "./dom/window.ts";
import { startMargins } from "./startMargins.ts";

interface Plotly {
  newPlot(target: unknown, data: unknown, layout: unknown, config: unknown): unknown;
}

type Globals = Record<string, unknown>;

/**
 * plotly.js build: its partial bundle of cartesian traces, or the whole library at three times the load time
 * and twice the memory.
 */
export type PlotlyBundle = "cartesian" | "whole";

/** Loaded plotly.js bundle with the document that it draws in. */
interface Drawing {
  readonly plotly: Plotly;
  readonly window: Globals;
  readonly body: DomElement;
}

/** Loaded bundles of this process. Each is loaded for the first figure that needs it. */
const drawings = new Map<PlotlyBundle, Drawing>();
const loading = new Map<PlotlyBundle, Promise<void>>();

/** Trace types that the partial bundle can draw. Other types need the whole library. */
const CARTESIAN = new Set(["bar", "scatter", "heatmap", "contour", "histogram", "box"]);

/** Specification that the static picture is drawn from: the figure's `still`, or its own data and layout. */
function drawn(figure: Figure): Pick<Figure, "data" | "layout"> {
  return figure.still ?? figure;
}

function bundleOf(figure: Figure): PlotlyBundle {
  const cartesian = drawn(figure).data.every(({ type }) => CARTESIAN.has(String(type ?? "scatter")));
  return cartesian ? "cartesian" : "whole";
}

/** True where `figureSvg` can draw all of these figures. */
export function figuresLoaded(figures: readonly Figure[]): boolean {
  return figures.every((figure) => drawings.has(bundleOf(figure)));
}

/**
 * Loads the bundles for these figures, or the partial bundle without any. Loading takes a moment and some
 * memory. `plotly` provides a bundle where there is a better way than an import. Its document is among the globals, and in
 * `window` for a build of plotly.js that reads none.
 */
export async function loadFigures(
  plotly: (bundle: PlotlyBundle, window: Globals) => Plotly | Promise<Plotly> = imported,
  figures: readonly Figure[] = [],
): Promise<void> {
  const bundles = figures.length === 0 ? (["cartesian"] as const) : new Set(figures.map(bundleOf));
  // Bundles load one after the other: each finds its own document among the globals.
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
  plotly: (bundle: PlotlyBundle, window: Globals) => Plotly | Promise<Plotly>,
): Promise<void> {
  const { window, body } = createWindow();
  const restore = lend(window);
  try {
    drawings.set(bundle, { plotly: await plotly(bundle, window), window, body });
  } finally {
    restore();
  }
}

/**
 * Sets the globals from which plotly.js reads its document, for one synchronous call. Returns a function that
 * restores the previous ones. A page's own `window` and `document` cannot be replaced: there, plotly.js must be the build that
 * takes them as arguments (`scripts/web/build.mjs`).
 */
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
  for (const [name, descriptor] of before) {
    if (descriptor?.configurable === false) continue;
    Object.defineProperty(globals, name, { value: window[name], configurable: true, writable: true });
  }
  // plotly.js names its clip paths at random. A seeded generator gives the same figure the same names.
  const random = Math.random;
  let seed = 1;
  Math.random = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  return () => {
    Math.random = random;
    for (const [name, descriptor] of before) {
      if (descriptor?.configurable === false) continue;
      if (descriptor === undefined) delete globals[name];
      else Object.defineProperty(globals, name, descriptor);
    }
  };
}

/**
 * Figure as SVG text, reproducible, drawn by plotly.js on a minimal document with measured text. It scales
 * down to its container. null before `loadFigures` has finished for its bundle.
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
    // All drawing is synchronous. The promise only adds an event that nobody listens to.
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

/** SVG of a figure, assembled from the several SVGs that plotly.js stacks. */
function assembled(target: DomElement, figure: Figure): string {
  const layers = target.querySelectorAll("svg").filter((svg) => svg.className.includes("main-svg"));
  const width = Number(layers[0]?.getAttribute("width"));
  const height = Number(layers[0]?.getAttribute("height"));
  const content = layers
    .flatMap((layer) => layer.childNodes)
    .map(serialize)
    .join("");
  const prefix = identity(figure);
  // A page holds many pictures, so ids must be unique. Not every renderer reads quotes inside url().
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

/**
 * Short id that differs between figures of a page (FNV-1a, 32 bits). Characters beyond 16 bits only count
 * with their first half.
 */
function identity(figure: Figure): string {
  const text = JSON.stringify([figure.data, figure.layout]).replace(/[\udc00-\udfff]/g, "");
  return `f${fnv1a(text.length, (at) => text.charCodeAt(at)).toString(36)}`;
}
