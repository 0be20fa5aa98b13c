import type { IRenderMime } from "@jupyterlab/rendermime-interfaces";
import { Widget } from "@lumino/widgets";
import { type ControlElement, controlElement } from "../editor/controls/controlElement.ts";
import { readControl } from "../editor/controls/readControl.ts";
import { CHOICE, type Choice } from "./choice.ts";

/** Mime type of a control's data (`CONTROL_MIME` of the reports). */
export const CONTROL_MIME = "application/vnd.dtp.control+json";

/**
 * Widget that shows a control in an output. A choice is an event on its way up the page: the notebook around the output sends
 * it to its kernel. A renderer does not know its notebook.
 */
export class ControlOutput extends Widget implements IRenderMime.IRenderer {
  private control: ControlElement | null = null;

  constructor() {
    super();
    this.addClass("dtp-control-output");
    this.node.style.padding = "2px 8px";
  }

  async renderModel(model: IRenderMime.IMimeModel): Promise<void> {
    const data = readControl(model.data[CONTROL_MIME]);
    if (!data) throw new Error("the output is not a control of dtp");
    if (this.control) return this.control.update(data);
    this.control = controlElement(data, (path, text) => this.choose(path, text));
    this.node.replaceChildren(this.control.element);
  }

  private choose(path: string, text: string): void {
    const refuse = (why: string): void => this.control?.problem(why);
    const detail: Choice = { path, text, refuse };
    const event = new CustomEvent(CHOICE, { bubbles: true, cancelable: true, detail });
    if (this.node.dispatchEvent(event))
      refuse("A control answers in a notebook that is open with its kernel.");
  }
}
