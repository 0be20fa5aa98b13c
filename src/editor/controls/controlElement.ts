import type { ControlData } from "../../report/document/control.ts";
import { adoptStyle } from "../adoptStyle.ts";
import { make } from "../make.ts";
import { choicesInput } from "./choicesInput.ts";
import { CONTROL_STYLE } from "./controlStyle.ts";
import type { Choice, Input, InputHost } from "./input.ts";
import { numberOf } from "./numberOf.ts";
import { rangeInput } from "./rangeInput.ts";

/** Control on a page, of any host. */
export interface ControlElement {
  /** Fieldset with label, value and input. It brings its style along. */
  readonly element: HTMLFieldSetElement;
  /**
   * Shows what the program answered: another value, or other values to choose from. While the reader's latest choice is not
   * the one that holds, as in a drag, the input stays where the reader has it.
   */
  update(control: ControlData): void;
  /** Says why a choice is not what holds, until the next answer, and shows what holds again. null takes the words away. */
  problem(message: string | null): void;
  /** Makes the control answer or, with a reason to show as a tooltip, not. */
  enable(on: boolean, why?: string): void;
}

let count = 0;

/**
 * Makes the element of a control: a slider for a range (logarithmic where its ends are far apart), a switch for true and false,
 * buttons for few values, a list for many. `choose` gets the path and the value as a text of the language with every move, as
 * `session.choose`, `%control` and `dtp run --set` take them. A host hands it to `choiceSender`, which keeps the latest, and
 * calls `update` with the data of the control's next output.
 */
export function controlElement(
  first: ControlData,
  choose: (path: string, text: string) => void,
): ControlElement {
  adoptStyle("controls", CONTROL_STYLE);
  const id = `dtp-control-label-${++count}`;
  const label = make("span", { class: "dtp-control-label", id });
  const output = make("output", { class: "dtp-control-value", "aria-hidden": "true" });
  const body = make("div", { class: "dtp-control-body" });
  const words = make("div", { class: "dtp-control-problem", role: "alert" });
  const element = make(
    "fieldset",
    { class: "dtp-control", "aria-labelledby": id },
    label,
    output,
    body,
    words,
  );
  let control = first;
  /** Choice that has not been answered. */
  let asked: Choice | null = null;
  const host: InputHost = {
    label: id,
    choose(choice) {
      asked = choice;
      output.value = choice.text;
      words.textContent = "";
      choose(control.path, choice.set);
    },
  };
  let input: Input;

  function show(): void {
    output.value = control.text;
    input.show(control);
  }
  function build(): void {
    const { path, label: comment } = control;
    label.replaceChildren(
      ...(comment === undefined ? [] : [make("span", {}, comment.replace(/\.$/, ""))]),
      make("code", {}, path),
    );
    element.dataset.path = path;
    // Buttons, lists and switches show their value themselves.
    output.hidden = "choices" in control;
    input = inputOf(control, host);
    body.replaceChildren(input.element);
    show();
  }
  build();
  return {
    element,
    update(now) {
      const same = offers(now) === offers(control);
      control = now;
      words.textContent = "";
      if (asked !== null && !holds(asked, now)) return;
      asked = null;
      if (same) show();
      else build();
    },
    problem(message) {
      words.textContent = message ?? "";
      if (message === null) return;
      asked = null;
      show();
    },
    enable(on, why = "") {
      element.disabled = !on;
      element.title = on ? "" : why;
    },
  };
}

function inputOf(control: ControlData, host: InputHost): Input {
  return "choices" in control ? (choicesInput(control, host) as Input) : (rangeInput(control, host) as Input);
}

/** True where a choice is the value that holds. */
function holds({ text, value }: Choice, control: ControlData): boolean {
  if (control.text === text) return true;
  const now = numberOf(control.value);
  return value !== null && now !== null && Math.abs(now - value) <= 1e-6 * Math.abs(value);
}

/** Values that a control offers, as a text to compare. */
const offers = (control: ControlData): string =>
  JSON.stringify(
    "choices" in control ? control.choices : [control.low, control.high, control.unit, control.whole],
  );
