import { make } from "../../editor/make.ts";
import { button } from "../dom/button.ts";
import { isFileName } from "../state/fileName.ts";
import { dialog } from "./dialog.ts";

/** Asks for the name of a file. `taken` are names of other files. */
export function askName(
  title: string,
  name: string,
  taken: readonly string[],
  done: (name: string) => void,
): void {
  const input = make("input", { value: name, "aria-label": "Name", spellcheck: "false" });
  const problem = make("p", { role: "alert" });
  const accept = (): void => {
    const found = input.value.trim();
    const complaint = !isFileName(found)
      ? "A name has letters, digits, dots, `-` and `_`, and begins with a letter or a digit."
      : taken.includes(found)
        ? "Another file has this name."
        : null;
    if (complaint !== null) {
      problem.textContent = complaint;
      return;
    }
    close();
    done(found);
  };
  input.addEventListener("keydown", ({ key }) => {
    if (key === "Enter") accept();
  });
  const close = dialog(title, make("p", {}, input, " ", button("OK", accept)), problem);
  input.select();
}
