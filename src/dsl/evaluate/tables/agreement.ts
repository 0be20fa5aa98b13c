import type { Point, Setting } from "../../../engine/search/candidates.ts";

/**
 * Numbering of points by some of a table's settings. Two points have equal numbers exactly where they agree in all of these
 * settings.
 */
export interface Agreement {
  /** Exclusive upper limit of the numbers. At most the number of all points. */
  readonly size: number;
  of(point: Point): number;
}

/** Makes the numbering by the settings in `reads`, as bits. */
export function agreement(settings: readonly Setting[], reads: number): Agreement {
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
  return {
    size,
    of(point) {
      let number = 0;
      for (let i = 0; i < choices.length; i++)
        number += (steps[i] as Float64Array)[point[choices[i] as number] as number] as number;
      return number;
    },
  };
}
