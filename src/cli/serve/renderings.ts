import { render } from "../../dsl/diagnostics/index.ts";
import { loadPlotly } from "../../host/index.ts";
import {
  type Document,
  documentOf,
  drawnBundles,
  escapeHtml,
  type Figure,
  figureSvg,
  loadFigures,
  toHtml,
  toLatex,
  toMarkdown,
  toText,
} from "../../report/index.ts";
import { documentOfValue } from "../../session/index.ts";
import type { RunResult } from "../../session/world/runResult.ts";
import { RequestError } from "./objects.ts";
import type { Rendering } from "./requests.ts";

/** Renders the outputs of a run, or a value of a sheet as `show` prints it. */
export function renderAs(object: object, as: Rendering): unknown {
  const document = isRun(object)
    ? documentOf(...object.outputs.map((one) => one.document))
    : documentOfValue(object);
  if (document === null) throw new RequestError("this object has no document");
  switch (as) {
    case "text":
      return [
        ...(document.blocks.length > 0 ? [toText(document)] : []),
        ...problems(object).map((one) => render(one)),
      ].join("\n\n");
    case "markdown":
      return toMarkdown(document);
    case "latex":
      return toLatex(document);
    case "figures":
      return drawn(document, () => figuresOf(document).map(figureData));
    case "html":
      return drawn(document, () =>
        [
          toHtml(document, { figure: (figure) => figureSvg(figure) ?? "" }),
          ...problems(object).map((one) => `<pre>${escapeHtml(render(one))}</pre>`),
        ].join("\n"),
      );
    case "svg":
      return drawn(document, () => figuresOf(document).map((figure) => figureSvg(figure)));
    case "bundles":
      return drawnBundles(document, loadPlotly);
    default:
      throw new RequestError(`there is no rendering \`${as}\``);
  }
}

function isRun(object: object): object is RunResult {
  return "outputs" in object && "diagnostics" in object;
}

function problems(object: object): RunResult["diagnostics"] {
  return isRun(object) ? object.diagnostics : [];
}

function figuresOf(document: Document): readonly Figure[] {
  return document.blocks.filter((block) => block.kind === "figure");
}

/** Calls `work` with the library that draws figures loaded. It is large, so it loads with the first figure only. */
function drawn<T>(document: Document, work: () => T): T | Promise<T> {
  const figures = figuresOf(document);
  return figures.length === 0 ? work() : loadFigures(loadPlotly, figures).then(work);
}

/** A figure as Plotly's data and layout, and drawn. */
function figureData(figure: Figure): unknown {
  const { title, caption, data, layout } = figure;
  return { title, caption: caption ?? null, data, layout, svg: figureSvg(figure) };
}
