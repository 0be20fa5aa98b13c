/** Elements that load, run or send something. The language's outputs have none. */
const ACTIVE = "script, iframe, object, embed, link, meta, base, form, style, foreignObject, animate, set";

/**
 * Nodes of an output's HTML. The renderer escapes every text of a program, and the page's policy forbids inline scripts; this is
 * the third lock: what could act is removed.
 */
export function inertHtml(html: string): DocumentFragment {
  const template = document.createElement("template");
  template.innerHTML = html;
  disarm(template.content);
  return template.content;
}

/** Element of an SVG picture without what could act; null for a text that is no SVG. */
export function inertSvg(svg: string): SVGSVGElement | null {
  const found = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  if (found.localName !== "svg" || found.querySelector("parsererror")) return null;
  disarm(found);
  return document.importNode(found, true) as Element as SVGSVGElement;
}

function disarm(root: ParentNode): void {
  for (const one of root.querySelectorAll(ACTIVE)) one.remove();
  for (const one of root.querySelectorAll("*"))
    for (const { name, value } of [...one.attributes])
      if (/^on/i.test(name) || (/^(xlink:)?href$|^src$|^action$/i.test(name) && !/^(#|https?:)/i.test(value)))
        one.removeAttribute(name);
}
