import type { Trace } from "../../editor/figures/pointsCsv.ts";
import { inertSvg } from "../../editor/inert.ts";
import { rememberFigure } from "../../editor/links/rememberFigure.ts";
import { make } from "../../editor/make.ts";
import type { PlotlyFigure } from "../../editor/themedFigure.ts";
import type { MimeData } from "../../web/index.ts";
import { loadAnswers } from "../answers/loadAnswers.ts";
import { button } from "../dom/button.ts";

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
    const drawn = loadAnswers(host.scripts).then(({ draw }) =>
      draw(plot, bundle[PLOTLY_MIME], host.isDark(), host.scripts),
    );
    drawn.then(
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
  const traces = (bundle[PLOTLY_MIME] as PlotlyFigure | undefined)?.data as readonly Trace[] | undefined;
  const tools = make("div", { class: "tools" }, ...(traces ? [turn] : []));
  loadAnswers(host.scripts).then(
    (answers) =>
      tools.append(...answers.figure({ svg, title, ...(traces ? { traces } : {}) }, host.say.bind(host))),
    (error: Error) => host.say(`Figures cannot be saved: ${error.message}.`),
  );
  return make("figure", {}, place, tools);
}
