import { make } from "../../editor/make.ts";
import { button } from "../dom/button.ts";
import type { Project } from "../state/project.ts";

/** Acts of a reader on the tabs. */
export interface TabsHost {
  open(name: string): void;
  close(name: string): void;
  rename(name: string): void;
  create(): void;
}

/** Draws a tab for each file. Arrow keys move between them, F2 renames, Delete closes. */
export function drawTabs(parent: HTMLElement, { files, main, open }: Project, host: TabsHost): void {
  const hadFocus = parent.contains(document.activeElement);
  const names = files.map(({ name }) => name);
  const tabs = names.map((name, index) => {
    const shown = name === open;
    const tab = button(name, () => host.open(name), {
      role: "tab",
      "aria-selected": String(shown),
      "aria-controls": "editor",
      tabindex: shown ? "0" : "-1",
      title: name === main ? "Its results are shown. F2 renames." : "F2 renames.",
      class: name === main ? "main" : "",
    });
    tab.addEventListener("dblclick", () => host.rename(name));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0;
      const next = names[(index + step + names.length) % names.length];
      if (step !== 0 && next !== undefined) host.open(next);
      else if (event.key === "F2") host.rename(name);
      else if (event.key === "Delete" && names.length > 1) host.close(name);
      else return;
      event.preventDefault();
    });
    const close =
      names.length > 1
        ? [
            button("×", () => host.close(name), {
              class: "close",
              "aria-label": `Close ${name}`,
              tabindex: "-1",
            }),
          ]
        : [];
    return make("span", { class: shown ? "tab shown" : "tab", role: "presentation" }, tab, ...close);
  });
  const create = button("+", () => host.create(), { class: "new", "aria-label": "New file" });
  parent.replaceChildren(make("span", { role: "tablist", "aria-label": "Files" }, ...tabs), create);
  if (hadFocus) parent.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
}
