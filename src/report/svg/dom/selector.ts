import type { DrawnElement } from "./drawnElement.ts";

/** Compound selector such as `g.subplot.xy`: tests on one element. */
interface Step {
  /** Tag that the selector requires, in lower case. null for any. */
  readonly tag: string | null;
  readonly id: string | null;
  readonly classes: readonly string[];
  readonly firstChild: boolean;
  readonly attributes: readonly AttributeTest[];
  readonly not: Step | null;
  /** True where the selector tests only tag, id and classes, which is the fast case. */
  readonly plain: boolean;
  readonly direct: boolean;
}

interface AttributeTest {
  readonly name: string;
  /**
   * Operator of the test: `=` compares the whole value, `*=` looks for a part of it, null only requires the
   * attribute.
   */
  readonly operator: string | null;
  readonly value: string;
}

/** Function that tests whether an element matches a selector. Ancestors are searched up to `root`. */
export type Selector = (element: DrawnElement, root: DrawnElement | null) => boolean;

const cache = new Map<string, Selector>();

/** Test for the text of a selector list. Tests are memoised by their text. */
export function selectorOf(text: string): Selector {
  let test = cache.get(text);
  if (test === undefined) {
    test = testOf(text.split(",").map(parse));
    cache.set(text, test);
  }
  return test;
}

/**
 * Test that succeeds if one of the alternatives does. Each alternative is a list of compound selectors from
 * ancestor to element.
 */
function testOf(alternatives: readonly (readonly Step[])[]): Selector {
  const [only, ...others] = alternatives.flat();
  if (only?.plain && only.id === null && only.classes.length <= 1 && others.length === 0) {
    // Nine in ten selectors are like `g.legend` and run on every element of a picture, so they get a test of
    // their own.
    const { tag } = only;
    const [name] = only.classes;
    return ({ lowerName, classNames }) =>
      (tag === null || tag === lowerName) && (name === undefined || classNames.includes(name));
  }
  return (element, root) => alternatives.some((steps) => matchSteps(element, steps, steps.length - 1, root));
}

function matchSteps(
  element: DrawnElement,
  steps: readonly Step[],
  at: number,
  root: DrawnElement | null,
): boolean {
  const step = steps[at];
  if (step === undefined) return true;
  if (!matchStep(element, step)) return false;
  if (at === 0) return true;
  for (let up = element.parentNode; up !== null; up = up.parentNode) {
    if (matchSteps(up, steps, at - 1, root)) return true;
    if (step.direct || up === root) return false;
  }
  return false;
}

function matchStep(element: DrawnElement, step: Step): boolean {
  if (element.nodeType !== 1) return false;
  if (step.tag !== null && step.tag !== element.lowerName) return false;
  if (step.id !== null && step.id !== element.id) return false;
  const { classes } = step;
  // The class decides for most elements.
  if (classes.length > 0) {
    if (element.classNames.length < classes.length) return false;
    for (let at = 0; at < classes.length; at++)
      if (!element.classNames.includes(classes[at] ?? "")) return false;
  }
  if (step.plain) return true;
  if (step.firstChild && element.parentNode?.firstElementChild !== element) return false;
  if (step.not !== null && matchStep(element, step.not)) return false;
  for (const { name, operator, value } of step.attributes) {
    const own = element.getAttribute(name);
    if (own === null) return false;
    if (operator !== null && (operator === "*=" ? !own.includes(value) : own !== value)) return false;
  }
  return true;
}

function parse(selector: string): readonly Step[] {
  const tokens = selector
    .trim()
    .replace(/\s*>\s*/g, " >")
    .split(/\s+/);
  return tokens.map((token) => parseStep(token.replace(/^>/, ""), token.startsWith(">")));
}

function parseStep(text: string, direct: boolean): Step {
  const not = /:not\((.*)\)/.exec(text)?.[1];
  const own = text.replace(/:not\(.*\)/, "");
  const names = own.replace(/\[[^\]]*\]/g, "");
  const tag = /^[A-Za-z][\w-]*/.exec(names)?.[0];
  const firstChild = names.includes(":first-child");
  const attributes = [...own.matchAll(/\[([\w-]+)(?:(\*?=)"?([^"\]]*)"?)?\]/g)].map((match) => ({
    name: match[1] ?? "",
    operator: match[2] ?? null,
    value: match[3] ?? "",
  }));
  return {
    tag: tag?.toLowerCase() ?? null,
    id: /#([\w-]+)/.exec(names)?.[1] ?? null,
    classes: [...names.matchAll(/\.([\w-]+)/g)].map((match) => match[1] ?? ""),
    firstChild,
    attributes,
    not: not === undefined ? null : parseStep(not, false),
    plain: !firstChild && attributes.length === 0 && not === undefined,
    direct,
  };
}
