import type { DomElement } from "./node.ts";

/** One compound such as `g.subplot.xy`, and whether its parent must match what stands before it (`>`). */
interface Step {
  readonly tag: string | null;
  readonly id: string | null;
  readonly classes: readonly string[];
  readonly firstChild: boolean;
  readonly attributes: readonly AttributeTest[];
  readonly not: Step | null;
  readonly direct: boolean;
}

interface AttributeTest {
  readonly name: string;
  /** `=` the whole value, `*=` a part of it, null: present at all. */
  readonly operator: string | null;
  readonly value: string;
}

const cache = new Map<string, readonly (readonly Step[])[]>();

/** Does an element match a selector list, looking no higher than `root` for ancestors? */
export function matches(element: DomElement, selector: string, root: DomElement | null = null): boolean {
  let parsed = cache.get(selector);
  if (parsed === undefined) {
    parsed = selector.split(",").map(parse);
    cache.set(selector, parsed);
  }
  return parsed.some((steps) => matchSteps(element, steps, steps.length - 1, root));
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
  if (step.tag !== null && step.tag !== "*" && step.tag.toLowerCase() !== element.localName.toLowerCase())
    return false;
  if (step.id !== null && step.id !== element.id) return false;
  if (step.classes.length > 0) {
    const names = element.className.split(/\s+/);
    if (!step.classes.every((name) => names.includes(name))) return false;
  }
  if (step.firstChild && element.parentNode?.children[0] !== element) return false;
  if (step.not !== null && matchStep(element, step.not)) return false;
  return step.attributes.every(({ name, operator, value }) => {
    const own = element.getAttribute(name);
    if (own === null) return false;
    return operator === null || (operator === "*=" ? own.includes(value) : own === value);
  });
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
  return {
    tag: /^[A-Za-z*][\w-]*/.exec(names)?.[0] ?? null,
    id: /#([\w-]+)/.exec(names)?.[1] ?? null,
    classes: [...names.matchAll(/\.([\w-]+)/g)].map((match) => match[1] ?? ""),
    firstChild: names.includes(":first-child"),
    attributes: [...own.matchAll(/\[([\w-]+)(?:(\*?=)"?([^"\]]*)"?)?\]/g)].map((match) => ({
      name: match[1] ?? "",
      operator: match[2] ?? null,
      value: match[3] ?? "",
    })),
    not: not === undefined ? null : parseStep(not, false),
    direct,
  };
}
