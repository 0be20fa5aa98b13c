import { rememberFigure } from "../../editor/links/figureMarks.ts";
import { make } from "../../editor/make.ts";
import type { MimeData } from "../../web/index.ts";
import { button } from "../dom/button.ts";
import { download } from "../dom/download.ts";
import { inertSvg } from "../dom/inert.ts";
import { drawPlotly } from "./plotly.ts";
import { toPng } from "./toPng.ts";

const PLOTLY_MIME = "application/vnd.plotly.v1+json";

/** Surroundings of a figure on the page. */
export interface FigureHost {
  /** Folder of the scripts that load late. */
  readonly scripts: string;
  isDark(): boolean;
  /** Tells the reader something. */
  say(words: string): void;
}

/** Figure as a picture, with buttons that make it interactive and save it. null for data without a picture. */
export function figure(bundle: MimeData, host: FigureHost): HTMLElement | null {
  const svg = bundle["image/svg+xml"];
  const picture = typeof svg === "string" ? inertSvg(svg) : null;
  if (picture === null || typeof svg !== "string") return null;
  rememberFigure(picture, bundle[PLOTLY_MIME]);
  picture.setAttribute("tabindex", "0");
  const title = picture.querySelector("title")?.textContent ?? "figure";
  const place = make("div", { class: "picture" }, picture);
  const turn = button("Interactive", () => {
    turn.disabled = true;
    const plot = make("div", { class: "interactive" });
    drawPlotly(plot, bundle[PLOTLY_MIME], host.isDark(), host.scripts).then(
      () => {
        place.replaceChildren(plot);
        globalThis.dispatchEvent(new Event("resize"));
        turn.remove();
      },
      (error: Error) => {
        turn.disabled = false;
        host.say(`The figure stays a picture: ${error.message}.`);
      },
    );
  });
  const name = fileStem(title);
  const save = button("SVG", () => download(`${name}.svg`, new Blob([svg], { type: "image/svg+xml" })), {
    "aria-label": `Save ${title} as SVG`,
  });
  const raster = button(
    "PNG",
    () =>
      void toPng(svg).then(
        (png) => download(`${name}.png`, png),
        () => host.say("This browser cannot make a PNG of it."),
      ),
    { "aria-label": `Save ${title} as PNG` },
  );
  const tools = make("div", { class: "tools" }, ...(bundle[PLOTLY_MIME] ? [turn] : []), save, raster);
  return make("figure", {}, place, tools);
}

const fileStem = (title: string): string =>
  title
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60) || "figure";
