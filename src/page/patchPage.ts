import { REDRAW } from "../report/render/livePage.ts";

/** HTML of each part as a run gave it. What a reader did to a part since, such as folding a tree, is no change of it. */
const given = new WeakMap<Element, string>();

/** Remembers the parts of a page as they were written, before a reader or a script changes them. */
export function rememberPage(root: ParentNode): void {
  for (const card of cardsOf(root)) given.set(card, card.innerHTML);
}

/**
 * Brings a page up to date with the HTML of another run. Parts that are the same stay untouched, with what a reader did to
 * them; figures are drawn again in place. `control` gets each place of a control. False, and no change, where the page keeps
 * its parts in place (`rigid`, as slides do) and the run has others.
 */
export function patchPage(
  main: HTMLElement,
  html: string,
  control: (place: HTMLElement) => void,
  { rigid = false } = {},
): boolean {
  const template = document.createElement("template");
  template.innerHTML = html;
  const [old, fresh] = [cardsOf(main), cardsOf(template.content)];
  const isSame = shapeOf(old) === shapeOf(fresh);
  if (!isSame && rigid) return false;
  if (!isSame) {
    const kept = main.querySelector(".controls");
    main.replaceChildren(template.content);
    rememberPage(main);
    const place = main.querySelector(".controls");
    // A control that has the focus, or a drag, must stay in the document.
    if (kept && place && sameControls(kept, place)) {
      takeControls(kept, place, control);
      place.replaceWith(kept);
    } else for (const each of main.querySelectorAll<HTMLElement>("[data-control]")) control(each);
  } else
    for (const [at, card] of old.entries()) {
      const now = fresh[at];
      if (!now) continue;
      if (card.matches(".controls")) takeControls(card, now, control);
      else if (card.querySelector("figure[data-figure]")) patchFigure(card, now);
      else patchWords(card, now);
    }
  document.dispatchEvent(new Event(REDRAW));
  return true;
}

const cardsOf = (root: ParentNode): readonly Element[] => [...root.querySelectorAll(".card")];

/** Cards of a page by what they hold, as a text to compare. */
const shapeOf = (cards: readonly Element[]): string =>
  cards
    .map((card) =>
      card.matches(".controls")
        ? `controls ${pathsOf(card)}`
        : card.querySelectorAll("figure[data-figure]").length,
    )
    .join("\n");

const placesOf = (card: Element): readonly HTMLElement[] => [
  ...card.querySelectorAll<HTMLElement>("[data-control]"),
];
const pathsOf = (card: Element): string =>
  placesOf(card)
    .map(({ dataset }) => String(JSON.parse(dataset.control ?? "{}").path))
    .join(" ");
const sameControls = (a: Element, b: Element): boolean => pathsOf(a) === pathsOf(b);

function takeControls(card: Element, now: Element, control: (place: HTMLElement) => void): void {
  const places = placesOf(now);
  for (const [at, place] of placesOf(card).entries()) {
    place.dataset.control = places[at]?.dataset.control ?? "null";
    control(place);
  }
}

/** Takes over a figure's specification and words. The page's script draws it on `REDRAW`. */
function patchFigure(card: Element, now: Element): void {
  for (const part of ["script", ".static", "figcaption"]) {
    const [old, fresh] = [card.querySelector(part), now.querySelector(part)];
    if (old && fresh) {
      if (part === "script") old.textContent = fresh.textContent;
      else old.innerHTML = fresh.innerHTML;
    }
  }
  const label = now.querySelector("[aria-label]")?.getAttribute("aria-label");
  if (label) card.querySelector(".plot > [role]")?.setAttribute("aria-label", label);
}

function patchWords(card: Element, now: Element): void {
  const html = now.innerHTML;
  if ((given.get(card) ?? card.innerHTML) === html) return;
  const open = foldsOf(card).map((fold) => fold.open);
  card.innerHTML = html;
  given.set(card, html);
  const folds = foldsOf(card);
  if (folds.length === open.length)
    folds.forEach((fold, at) => {
      fold.open = open[at] ?? fold.open;
    });
}

const foldsOf = (card: Element): readonly HTMLDetailsElement[] => [...card.querySelectorAll("details")];
