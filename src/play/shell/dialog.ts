import { make } from "../../editor/make.ts";
import { button } from "../dom/button.ts";

/** Opens a dialog with a title. The Escape key and its button close it. Returns the way to close it. */
export function dialog(title: string, ...content: readonly (Node | string)[]): () => void {
  const id = "dialog-title";
  const close = (): void => made.close();
  const head = make(
    "header",
    {},
    make("h2", { id }, title),
    button("×", close, { class: "close", "aria-label": "Close" }),
  );
  const made = make("dialog", { "aria-labelledby": id }, head, ...content);
  made.addEventListener("close", () => made.remove());
  made.addEventListener("click", (event) => {
    // A click on the dialog itself, not on its content, is one beside it.
    if (event.target === made) close();
  });
  document.body.append(made);
  made.showModal();
  return close;
}
