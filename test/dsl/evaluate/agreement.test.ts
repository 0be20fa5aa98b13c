import { expect, test } from "vitest";
import { agreement } from "../../../src/dsl/evaluate/tables/agreement.ts";

test("points have the same number where they agree in the settings that are read, and nowhere else", () => {
  const settings = [
    { choice: 0, levels: [0, 1, 0], count: 2 },
    { choice: 0, levels: [0, 1, 2], count: 3 },
    { choice: 1, levels: [0, 0, 1], count: 2 },
  ];
  const points = [0, 1, 2].flatMap((one) => [0, 1, 2].map((other) => Int32Array.of(one, other)));
  for (let reads = 0; reads < 8; reads++) {
    const { size, of: number } = agreement(settings, reads);
    for (const point of points) expect(number(point)).toBeLessThan(size);
    const read = (point: Int32Array): string =>
      settings
        .flatMap(({ choice, levels }, i) => ((reads >> i) & 1 ? [levels[point[choice] ?? 0]] : []))
        .join(" ");
    for (const a of points) for (const b of points) expect(number(a) === number(b)).toBe(read(a) === read(b));
  }
});

test("however many paths are set together, numbers stay whole numbers below the number of points", () => {
  const size = 2_000;
  const levels = Array.from({ length: size }, (_, i) => i);
  const settings = Array.from({ length: 12 }, () => ({ choice: 0, levels, count: size }));
  const agrees = agreement(settings, 2 ** 12 - 1);
  const all = new Set(levels.map((value) => agrees.of(Int32Array.of(value))));
  expect(all.size).toBe(size);
  expect(agrees.size).toBe(size);
  expect(Math.max(...all)).toBeLessThan(size);
});
