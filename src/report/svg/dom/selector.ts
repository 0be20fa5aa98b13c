import type { DomElement } from "./node.ts";

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

/** A selector list, parsed: each alternative a row of steps from ancestor to element. */
export type Selector = readonly (readonly Step[])[];

const cache = new Map<string, Selector>();

/** A selector list, parsed once however often it is asked for. */
export function selectorOf(text: string): Selector {
  let parsed = cache.get(text);
  if (parsed === undefined) {
    parsed = text.split(",").map(parse);
    cache.set(text, parsed);
  }
  return parsed;
}

/** Does an element match a selector list, looking no higher than `root` for ancestors? */
export function matches(element: DomElement, selector: Selector, root: DomElement | null = null): boolean {
  for (let at = 0; at < selector.length; at++) {
    const steps = selector[at] ?? [];
    if (matchSteps(element, steps, steps.length - 1, root)) return true;
  }
  return false;
}

function matchSteps(
  element: DomElement,
  steps: readonly Step[],
  at: number,
  root: DomElement | null,
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

function matchStep(element: DomElement, step: Step): boolean {
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
