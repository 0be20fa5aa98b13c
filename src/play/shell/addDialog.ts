import { make } from "../../editor/make.ts";
import { button } from "../dom/button.ts";
import type { ProjectFile } from "../state/project.ts";
import { dialog } from "./dialog.ts";

/** Offers the ways to bring a file: from disk, as a pasted text, from an address of this site. */
export function addDialog(
  take: (files: readonly ProjectFile[]) => void,
  read: (files: Iterable<File>) => void,
): void {
  const files = make("input", { type: "file", multiple: "", "aria-label": "Files" });
  files.addEventListener("change", () => {
    close();
    read(files.files ?? []);
  });
  const name = make("input", { value: "config.json", "aria-label": "Name of the file", spellcheck: "false" });
  const text = make("textarea", { rows: "6", "aria-label": "Text of the file", spellcheck: "false" });
  const paste = button("Add", () => {
    if (text.value.trim() === "") return;
    close();
    take([{ name: name.value, text: text.value }]);
  });
  const address = make("input", {
    type: "text",
    placeholder: "plans/node.dtp",
    "aria-label": "Address",
    spellcheck: "false",
  });
  const problem = make("p", { role: "alert" });
  const open = button("Open", () => {
    fetchOwn(address.value).then(
      (file) => {
        close();
        take([file]);
      },
      (error: Error) => {
        problem.textContent = error.message;
      },
    );
  });
  const close = dialog(
    "Add a file",
    make(
      "p",
      {},
      "A program opens. A table (.csv), a model's config.json from Hugging Face, a launch file, or the log of a training run is imported by the program.",
    ),
    make("h3", {}, "From your disk"),
    make("p", {}, files, " Or drop files on the page."),
    make("h3", {}, "As text"),
    make("p", {}, "Open a gist, or a model's config.json, as raw text in another tab, and paste it."),
    make("div", { class: "field" }, name, text, paste),
    make("h3", {}, "From this site"),
    make("p", {}, address, " ", open, " The page asks no other host."),
    problem,
  );
}

/** Longest text that is read from an address, in letters. */
const MOST = 1_000_000;

/** File at an address of the page's own site. Rejects with words for the reader. */
async function fetchOwn(address: string): Promise<ProjectFile> {
  const url = new URL(address, document.baseURI);
  if (url.origin !== location.origin)
    throw new Error(
      `This page asks no other host than ${location.host}: open the address in another tab and paste its raw text.`,
    );
  const response = await fetch(url, { credentials: "omit" }).catch(() => null);
  if (!response?.ok) throw new Error(`There is no file at ${url.pathname}.`);
  const text = await response.text();
  if (text.length > MOST) throw new Error("The file is larger than 1 MB.");
  return { name: decodeURIComponent(url.pathname.split("/").at(-1) ?? ""), text };
}
