import { make } from "../../editor/make.ts";
import { button } from "../dom/button.ts";
import type { ProjectFile } from "../state/project.ts";
import { modelProgram } from "./modelProgram.ts";

/** Content of the gallery, as the build writes it from `examples/` and the library. */
export interface Gallery {
  readonly examples: readonly {
    readonly title: string;
    readonly text: string;
    /** Name of a picture in the folder of the scripts; null for none. */
    readonly picture: string | null;
    readonly files: readonly (readonly [string, string])[];
  }[];
  readonly models: readonly { readonly name: string; readonly doc: string }[];
}

/** Fills an element with the gallery: whole programs, and every model of the library as the start of one. */
export function showGallery(
  parent: HTMLElement,
  { examples, models }: Gallery,
  scripts: string,
  open: (files: readonly ProjectFile[]) => void,
): void {
  const cards = examples.map(({ title, text, picture, files }) => {
    const card = button("", () => open(files.map(([name, text]) => ({ name, text }))), { class: "card" });
    if (picture !== null) card.append(make("img", { src: `${scripts}${picture}`, alt: "", loading: "lazy" }));
    card.append(make("b", {}, title), make("span", {}, text));
    return card;
  });
  const list = make("ul", { class: "models" });
  const filter = make("input", { type: "search", placeholder: "Filter", "aria-label": "Filter the models" });
  const fill = (): void => {
    const words = filter.value.toLowerCase().split(/\s+/);
    const found = models.filter(({ name, doc }) =>
      words.every((word) => `${name} ${doc}`.toLowerCase().includes(word)),
    );
    list.replaceChildren(
      ...found.map(({ name, doc }) => {
        const press = (): void => open([{ name: `${name}.dtp`, text: modelProgram(name) }]);
        return make("li", {}, button(name, press), make("span", {}, ` ${doc}`));
      }),
    );
  };
  filter.addEventListener("input", fill);
  fill();
  parent.replaceChildren(
    make("h3", {}, "Programs"),
    make("div", { class: "cards" }, ...cards),
    make("h3", {}, "Models of the library"),
    filter,
    list,
  );
}
