import type { ControlData, ControlRange } from "../../report/document/control.ts";
import { make } from "../make.ts";
import type { Input, InputHost } from "./input.ts";
import { numberOf } from "./numberOf.ts";
import { type Stop, stops } from "./stops.ts";
import { stopSet, stopText } from "./stopText.ts";

type Ranged = ControlData & ControlRange;

/** Slider of a range. It stands at round numbers; an arrow key goes to the next one. */
export function rangeInput(first: Ranged, { label, choose }: InputHost): Input<Ranged> {
  const slider = make("input", { type: "range", min: "0", step: "1", "aria-labelledby": label });
  const ends = make("div", { class: "dtp-control-ends", "aria-hidden": "true" });
  let range = first;
  /** Values that held once, in base units: a reader finds the way back to the program's own. */
  const held = new Set<number>();
  let places: readonly Stop[] = [];

  function show(control: Ranged): void {
    range = control;
    const now = numberOf(control.value);
    if (now !== null) held.add(now);
    places = stops(control, [...held]);
    slider.max = String(places.length - 1);
    const at = places.findIndex(({ value }) => now !== null && value >= now * (1 - 1e-9));
    slider.value = String(Math.max(0, at));
    slider.setAttribute("aria-valuetext", control.text);
    const [low, high] = [places[0], places.at(-1)];
    ends.replaceChildren(
      ...[low, high].flatMap((one) => (one ? [make("span", {}, stopText(one, control))] : [])),
    );
  }

  slider.addEventListener("input", () => {
    const stop = places[Number(slider.value)];
    if (!stop) return;
    const text = stopText(stop, range);
    slider.setAttribute("aria-valuetext", text);
    choose({ text, set: stopSet(stop, range), value: stop.value });
  });
  show(first);
  return { element: make("div", {}, slider, ends), show };
}
