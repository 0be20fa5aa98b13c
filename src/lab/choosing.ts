import { choiceSender } from "../editor/controls/choiceSender.ts";
import { CHOICE, type Choice } from "./choice.ts";

/** Sets a control to a value. Resolves to a sentence where the choice does not hold, otherwise to null. */
export type Choose = (path: string, text: string) => Promise<string | null>;

/** Hands the choices of controls below `node` over to `choose`, one at a time, and shows a refusal under its control. */
export function choosing(node: HTMLElement, choose: Choose): void {
  const latest = new Map<string, Choice>();
  const send = choiceSender(async (path, text) => {
    // Notebooks and files come from anyone: a choice is one line, and nothing but a choice.
    const wellFormed = /^[\w.]+$/.test(path) && !/[\r\n]/.test(text);
    const refusal = wellFormed
      ? await choose(path, text).catch(() => "The kernel did not answer.")
      : "The control is malformed.";
    if (refusal !== null) latest.get(path)?.refuse(refusal);
  });
  node.addEventListener(CHOICE, (event) => {
    event.preventDefault();
    event.stopPropagation();
    latest.set(event.detail.path, event.detail);
    send(event.detail.path, event.detail.text);
  });
}
