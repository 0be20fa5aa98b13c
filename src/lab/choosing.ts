import { choiceSender } from "../editor/controls/choiceSender.ts";
import type { KernelNow } from "./answering.ts";
import { CHOICE, type Choice } from "./choice.ts";

/**
 * Sends the choices of controls below `node` to the kernel as `%control`, without a trace in the history. The kernel updates the
 * outputs that read the value, the control's own among them, and names those that stay stale. `chosen` hears of choices that hold.
 */
export function choosing(
  node: HTMLElement,
  kernelNow: KernelNow,
  chosen: (path: string, text: string) => void = () => {},
): void {
  const latest = new Map<string, Choice>();
  const send = choiceSender(async (path, text) => {
    const refuse = (why: string): void => latest.get(path)?.refuse(why);
    const kernel = kernelNow();
    if (!kernel) return refuse("The control has no kernel that could answer.");
    // Notebooks and files come from anyone: a choice is one line, and nothing but a choice.
    if (!/^[\w.]+$/.test(path) || /[\r\n]/.test(text)) return refuse("The control is malformed.");
    try {
      const code = `%control ${path} ${text}`;
      const { done } = kernel.requestExecute({ code, silent: true, store_history: false });
      const content = (await done)?.content;
      if (content?.status === "ok") return chosen(path, text);
      refuse(
        content?.ename === "unknown-name"
          ? "The kernel does not know this control yet: run its cell again."
          : (content?.evalue ?? "The kernel did not answer."),
      );
    } catch {
      refuse("The kernel did not answer.");
    }
  });
  node.addEventListener(CHOICE, (event) => {
    event.preventDefault();
    event.stopPropagation();
    latest.set(event.detail.path, event.detail);
    send(event.detail.path, event.detail.text);
  });
}
