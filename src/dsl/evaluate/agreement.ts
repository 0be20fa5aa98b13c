import type { Point, Setting } from "../../engine/search/candidates.ts";

/**
 * Numbers points by some of a table's settings, `reads` as bits: two points have the same number where they agree in all of
 * these, and no others do. Below the number of all points.
 */
export function agreement(settings: readonly Setting[], reads: number): (point: Point) => number {
  const byChoice = new Map<number, Setting[]>();
  settings.forEach((setting, i) => {
    if (((reads >> i) & 1) === 0) return;
    byChoice.set(setting.choice, [...(byChoice.get(setting.choice) ?? []), setting]);
  });
  let size = 1;
  const choices: number[] = [];
  const steps: Float64Array[] = [];
  for (const [choice, read] of byChoice) {
    const known = new Map<string, number>();
    const own = Float64Array.from(read[0]?.levels ?? [], (_, value) => {
      const levels = read.map((one) => one.levels[value]).join(" ");
      const id = known.get(levels) ?? known.size;
      known.set(levels, id);
      return id * size;
    });
    size *= known.size;
    choices.push(choice);
    steps.push(own);
  }
  return (point) => {
    let number = 0;
    for (let i = 0; i < choices.length; i++) number += steps[i]?.[point[choices[i] ?? 0] ?? 0] ?? 0;
    return number;
  };
}
