/** Global object of a tslab notebook, which has the `require` of a cell's code. */
interface TslabCell {
  readonly require: (id: string) => unknown;
}

/**
 * Displays HTML below the running cell of a tslab notebook and returns true; returns false outside tslab. tslab does
 * not ask values for display data, it only prints them.
 */
export function showInTslab(html: string): boolean {
  const cell = (globalThis as { readonly __tslab__?: TslabCell }).__tslab__;
  if (!cell) return false;
  const { display } = cell.require("tslab") as { readonly display: { html(text: string): void } };
  display.html(html);
  return true;
}
