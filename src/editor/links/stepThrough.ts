import { make } from "../make.ts";
import { FIGURES, figureMarks } from "./figureMarks.ts";
import type { Thing } from "./thing.ts";

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/**
 * Goes with the arrow keys from mark to mark of a figure that has the focus, and says each to a screen reader; Escape ends it.
 * `now` is the element that is lit.
 */
export function stepThrough(
  event: KeyboardEvent,
  now: Element | null,
  light: (thing: Thing | null) => void,
): void {
  const { target, key } = event;
  if (!(target instanceof Element) || target.matches("button, input, select, textarea, [contenteditable]"))
    return;
  const figure = target.matches(FIGURES) ? target : target.querySelector(FIGURES);
  // A page with one figure in focus: an element that holds several has no mark to begin with.
  if (!figure || target.querySelectorAll(FIGURES).length > 1) return;
  if (key === "Escape") light(null);
  const step = STEPS[key];
  if (step === undefined) return;
  const marks = figureMarks(figure);
  const at = marks.findIndex(({ element }) => element === now);
  const next = marks[at < 0 ? (step > 0 ? 0 : marks.length - 1) : at + step];
  if (!next) return;
  event.preventDefault();
  event.stopPropagation();
  light(next);
  say(`${next.keys.join(", ")}, ${marks.indexOf(next) + 1} of ${marks.length}`);
}

let heard: HTMLElement | null = null;

function say(words: string): void {
  heard ??= make("div", { class: "dtp-heard", "aria-live": "polite" });
  if (!heard.isConnected) document.body.append(heard);
  heard.textContent = words;
}
