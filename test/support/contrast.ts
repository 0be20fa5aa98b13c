/** Contrast of two colours (`#RRGGBB`) as WCAG 2.1 defines it: from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = linear(color);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Channels of a colour without the gamma of sRGB. */
export function linear(color: string): readonly number[] {
  return [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
}
