import type { ControlChoice, ControlChoices, ControlData } from "../../report/document/control.ts";
import { make } from "../make.ts";
import type { Choice, Input, InputHost } from "./input.ts";
import { numberOf } from "./numberOf.ts";

type Chosen = ControlData & ControlChoices;

/** Number of choices up to which they are buttons side by side. */
const MOST_BUTTONS = 6;
/** Number of characters of all choices together up to which they are buttons side by side. */
const LONGEST_BUTTONS = 40;

let groups = 0;

/** Input of a control with a list of values: a switch for true and false, buttons for few short values, else a list. */
export function choicesInput(control: Chosen, host: InputHost): Input<Chosen> {
  const { choices } = control;
  if (choices.length === 2 && choices.every(({ value }) => typeof value === "boolean"))
    return switchInput(control, host);
  const letters = choices.reduce((sum, { text }) => sum + text.length, 0);
  return choices.length <= MOST_BUTTONS && letters <= LONGEST_BUTTONS
    ? buttonsInput(control, host)
    : listInput(control, host);
}

const asked = ({ text, set, value }: ControlChoice): Choice => ({ text, set, value: numberOf(value) });

/** Place of the value that holds among the choices. */
const placeOf = ({ choices, text }: Chosen): number => choices.findIndex((one) => one.text === text);

function switchInput(control: Chosen, { label, choose }: InputHost): Input<Chosen> {
  const button = make("button", { type: "button", role: "switch", class: "dtp-control-switch" });
  button.setAttribute("aria-labelledby", label);
  const show = ({ value }: Pick<Chosen, "value">): void => {
    button.setAttribute("aria-checked", String(value === true));
    button.textContent = value === true ? "on" : "off";
  };
  button.addEventListener("click", () => {
    const value = button.getAttribute("aria-checked") !== "true";
    const choice = control.choices.find((one) => one.value === value);
    if (!choice) return;
    show({ value });
    choose(asked(choice));
  });
  show(control);
  return { element: button, show };
}

function buttonsInput(first: Chosen, { label, choose }: InputHost): Input<Chosen> {
  const name = `dtp-control-${++groups}`;
  const element = make("div", { role: "radiogroup", class: "dtp-control-buttons", "aria-labelledby": label });
  const buttons = first.choices.map((choice) => {
    const button = make("input", { type: "radio", name });
    button.addEventListener("change", () => choose(asked(choice)));
    element.append(make("label", {}, button, choice.text));
    return button;
  });
  const show = (control: Chosen): void => {
    const button = buttons[placeOf(control)];
    if (button) button.checked = true;
  };
  show(first);
  return { element, show };
}

function listInput(first: Chosen, { label, choose }: InputHost): Input<Chosen> {
  const list = make("select", { "aria-labelledby": label });
  list.append(...first.choices.map(({ text }) => make("option", {}, text)));
  list.addEventListener("change", () => {
    const choice = first.choices[list.selectedIndex];
    if (choice) choose(asked(choice));
  });
  const show = (control: Chosen): void => {
    list.selectedIndex = placeOf(control);
  };
  show(first);
  return { element: list, show };
}
