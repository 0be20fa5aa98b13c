import { make } from "../../editor/make.ts";
import { button } from "../dom/button.ts";
import { copy } from "../dom/copy.ts";
import { dialog } from "./dialog.ts";

/** Length of a link that some mail programs and chats cut. */
const LONG = 8_000;

/** Shows the link to a project, and the HTML that embeds it in another page. */
export function shareDialog(page: string, fragment: string): void {
  const link = `${page}${fragment}`;
  const embed = `<iframe src="${page}?embed${fragment}" width="100%" height="480" title="A plan in DTP" sandbox="allow-scripts allow-same-origin allow-popups"></iframe>`;
  dialog(
    "Share",
    field("Link", link),
    make(
      "p",
      {},
      `It has ${link.length.toLocaleString("en")} characters and carries all files and choices. No server keeps it.`,
      link.length > LONG ? " Some mail programs cut links of this length." : "",
    ),
    field("HTML for a page or slides", embed),
  );
}

function field(label: string, value: string): HTMLElement {
  const text = make("textarea", { readonly: "", rows: "3", "aria-label": label });
  text.value = value;
  const press = button("Copy", () => {
    text.select();
    void copy(value).then((done) => {
      press.textContent = done ? "Copied" : "Selected: copy it";
    });
  });
  return make("div", { class: "field" }, make("b", {}, label), text, press);
}
