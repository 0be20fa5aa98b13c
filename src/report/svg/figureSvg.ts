import type { Figure } from "../document.ts";

/** A figure as SVG text; null before `loadFigures` has finished. */
export function figureSvg(_figure: Figure): string | null {
  return null;
}

export async function loadFigures(): Promise<void> {}
