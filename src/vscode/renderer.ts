/** Entry of the renderer of notebooks' outputs: controls, and figures in the editor's theme. It runs in the notebook's page. */
import { choiceSender } from "../editor/controls/choiceSender.ts";
import { type ControlElement, controlElement } from "../editor/controls/controlElement.ts";
import { readControl } from "../editor/controls/readControl.ts";
import { figureTitle, readFigure, ShownFigure } from "../editor/figures/shownFigure.ts";
import { VSCODE_DARK } from "../report/render/pageStyle.ts";
import type { Answered, Chosen } from "./controls.ts";

const PLOTLY_MIME = "application/vnd.plotly.v1+json";
/** Longest wait for the answer of a kernel, ms. */
const LOST = 60_000;

/** Messaging that a notebook's page gives a renderer. */
interface Context {
  postMessage?(message: unknown): void;
  onDidReceiveMessage?(listener: (message: Answered) => void): void;
}
interface Item {
  readonly id: string;
  readonly mime: string;
  json(): unknown;
}

export function activate(context: Context) {
  const waiting = new Map<string, (refusal: string | null) => void>();
  context.onDidReceiveMessage?.(({ path, text, refusal }) => {
    waiting.get(`${path} ${text}`)?.(refusal);
  });
  const controls = new Map<string, ControlElement>();

  const ask = (chosen: Chosen): Promise<string | null> => {
    if (!context.postMessage)
      return Promise.resolve("Controls answer where the Jupyter extension runs the notebook.");
    const key = `${chosen.path} ${chosen.text}`;
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve("The kernel did not answer."), LOST);
      waiting.set(key, (refusal) => {
        clearTimeout(timer);
        waiting.delete(key);
        resolve(refusal);
      });
      context.postMessage?.(chosen);
    });
  };

  function showControl(item: Item, element: HTMLElement): void {
    const data = readControl(item.json());
    if (!data) {
      element.textContent = "The output is not a control of dtp.";
      return;
    }
    const known = controls.get(item.id);
    if (known && known.element.parentElement === element) {
      known.update(data);
      return;
    }
    const send = choiceSender(async (path, text) => {
      const refusal = await ask({ path, text });
      if (refusal !== null) control.problem(refusal);
    });
    const control = controlElement(data, send);
    controls.set(item.id, control);
    element.replaceChildren(control.element);
  }

  const figures = new Map<string, { readonly draw: () => Promise<void>; readonly dispose: () => void }>();
  async function showFigure(item: Item, element: HTMLElement): Promise<void> {
    const figure = readFigure(item.json());
    const { default: plotly } = await import("plotly.js-dist");
    figures.get(item.id)?.dispose();
    const shown = new ShownFigure(element, plotly);
    const draw = (): Promise<void> => shown.draw(figure, document.body.matches(VSCODE_DARK));
    figures.set(item.id, { draw, dispose: () => shown.dispose() });
    element.setAttribute("role", "img");
    element.setAttribute("aria-label", figureTitle(figure));
    await draw();
  }
  new MutationObserver(() => {
    for (const { draw } of figures.values()) void draw();
  }).observe(document.body, { attributes: true, attributeFilter: ["class"] });

  function forget(id: string): void {
    controls.delete(id);
    figures.get(id)?.dispose();
    figures.delete(id);
  }

  return {
    renderOutputItem(item: Item, element: HTMLElement): Promise<void> | void {
      return item.mime === PLOTLY_MIME ? showFigure(item, element) : showControl(item, element);
    },
    disposeOutputItem(id?: string): void {
      for (const one of id === undefined ? [...controls.keys(), ...figures.keys()] : [id]) forget(one);
    },
  };
}
