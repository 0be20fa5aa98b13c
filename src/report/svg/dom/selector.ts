import type { DrawnElement } from "./drawnElement.ts";

/** One compound such as `g.subplot.xy`, and whether its parent must match what stands before it (`>`). */
interface Step {
  /** In lower case; null for any. */
  readonly tag: string | null;
  readonly id: string | null;
  readonly classes: readonly string[];
  readonly firstChild: boolean;
  readonly attributes: readonly AttributeTest[];
  readonly not: Step | null;
  /** Nothing but a tag, an id and classes. */
  readonly plain: boolean;
  readonly direct: boolean;
}

interface AttributeTest {
  readonly name: string;
  /** `=` the whole value, `*=` a part of it, null: present at all. */
  readonly operator: string | null;
  readonly value: string;
}

/** Does an element match, looking no higher than `root` for ancestors? */
export type Selector = (element: DrawnElement, root: DrawnElement | null) => boolean;

const cache = new Map<string, Selector>();

/** A selector list as a test of elements, made once however often it is asked for. */
export function selectorOf(text: string): Selector {
  let test = cache.get(text);
  if (test === undefined) {
    test = testOf(text.split(",").map(parse));
    cache.set(text, test);
  }
  return test;
}

/** Each alternative is a row of steps from ancestor to element. */
function testOf(alternatives: readonly (readonly Step[])[]): Selector {
  const [only, ...others] = alternatives.flat();
  if (only?.plain && only.id === null && only.classes.length <= 1 && others.length === 0) {
    // `g.legend` and its like are nine in ten, asked of every element of a picture
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
  // most elements fail at their class, or pass with it
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
