import { make } from "../../editor/make.ts";

/** Button that does something when it is pressed. */
export function button(
  label: string,
  press: () => void,
  attributes: Readonly<Record<string, string>> = {},
): HTMLButtonElement {
  const made = make("button", { type: "button", ...attributes }, label);
  made.addEventListener("click", press);
  return made;
}
