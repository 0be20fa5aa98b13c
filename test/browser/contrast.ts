import type { Locator } from "playwright-core";

interface Styled {
  readonly parentElement: Styled | null;
  readonly childNodes: Iterable<{ readonly nodeType: number; readonly textContent: string | null }>;
  querySelectorAll(selector: string): Iterable<Styled>;
}

/**
 * The least contrast of a text below any of `places` with what is behind it, as WCAG 2.1 defines the ratio: 1 is invisible, 4.5 the
 * least for text (success criterion 1.4.3).
 */
export function leastContrast(places: Locator): Promise<number> {
  return places.evaluateAll((roots: unknown) => {
    const view: { getComputedStyle(of: unknown): { color: string; backgroundColor: string } } = Reflect.get(
      globalThis,
      "window",
    );
    const channels = (color: string): readonly number[] => (color.match(/[\d.]+/g) ?? []).map(Number);
    const luminance = (color: readonly number[]): number => {
      const [red = 0, green = 0, blue = 0] = color
        .slice(0, 3)
        .map((one) => one / 255)
        .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    // tints over tints, from the page up
    const behind = (element: Styled | null): readonly number[] => {
      if (element === null) return [255, 255, 255];
      const [red = 0, green = 0, blue = 0, alpha = 1] = channels(
        view.getComputedStyle(element).backgroundColor,
      );
      if (alpha === 1) return [red, green, blue];
      return behind(element.parentElement).map(
        (one, at) => one + alpha * (([red, green, blue][at] ?? 0) - one),
      );
    };
    const all = (roots as Styled[]).flatMap((root) => [root, ...root.querySelectorAll("*")]);
    const withText = all.filter((element) =>
      [...element.childNodes].some(
        ({ nodeType, textContent }) => nodeType === 3 && textContent?.trim() !== "",
      ),
    );
    return Math.min(
      ...withText.map((element) => {
        const [one, other] = [
          luminance(channels(view.getComputedStyle(element).color)),
          luminance(behind(element)),
        ];
        return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
      }),
    );
  });
}
