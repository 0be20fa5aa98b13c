/** Puts nodes into an element in this order. A node that stays is not moved, so it keeps its focus and a drag goes on. */
export function reconcile(parent: Element, nodes: readonly Node[]): void {
  const wanted = new Set(nodes);
  for (const one of [...parent.childNodes]) if (!wanted.has(one)) one.remove();
  let at = parent.firstChild;
  for (const node of nodes) {
    if (node === at) at = at.nextSibling;
    else parent.insertBefore(node, at);
  }
}
