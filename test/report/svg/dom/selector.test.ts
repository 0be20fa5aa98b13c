import { expect, test } from "vitest";
import { DomElement } from "../../../../src/report/svg/dom/node.ts";

const SVG = "http://www.w3.org/2000/svg";

function element(name: string, attributes: Readonly<Record<string, string>>, ...children: DomElement[]) {
  const made = new DomElement(SVG, name, null);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  for (const child of children) made.appendChild(child);
  return made;
}

const picture = element(
  "svg",
  { class: "main-svg" },
  element("g", { class: "layer below" }, element("path", { id: "first" })),
  element(
    "g",
    { class: "layer", id: "axes" },
    element("clipPath", { id: "clip" }, element("rect", { id: "room" })),
    element("text", { id: "title", "data-unformatted": "a" }),
  ),
);

/** What is found in document order, by id or else by class. */
const found = (selector: string) => picture.querySelectorAll(selector).map((one) => one.id || one.className);

test.each([
  ["g", ["layer below", "axes"]],
  [".layer", ["layer below", "axes"]],
  ["g.below", ["layer below"]],
  ["g.layer.below", ["layer below"]],
  ["path.layer", []],
  ["#axes", ["axes"]],
  ["clippath", ["clip"]],
  [".layer > path", ["first"]],
  ["g rect", ["room"]],
  ["g > rect", []],
  ["rect, text", ["room", "title"]],
  ["[data-unformatted]", ["title"]],
  [':not([data-unformatted="a"]) > rect:first-child', ["room"]],
  ["text:first-child", []],
] as const)("%s", (selector, expected) => {
  expect(found(selector)).toEqual(expected);
  expect(picture.querySelector(selector)?.id || picture.querySelector(selector)?.className).toBe(expected[0]);
  expect(
    picture.querySelectorAll("g, path, clipPath, rect, text").filter((one) => one.matches(selector)),
  ).toEqual(picture.querySelectorAll(selector));
});

test("an inline style is read as text, one declaration after the other, and is null when empty", () => {
  const one = element("g", {});
  expect([one.getAttribute("style"), one.hasAttribute("style")]).toEqual([null, false]);
  one.style.setProperty("fill", "red");
  one.style.setProperty("opacity", 1);
  expect([one.getAttribute("style"), one.hasAttribute("style")]).toEqual(["fill: red; opacity: 1;", true]);
});
