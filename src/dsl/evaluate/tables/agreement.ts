import type { Point, Setting } from "../../../engine/search/candidates.ts";

/**
 * Numbering of a table's candidates (combinations of its `for` values). The numbers are the keys of a memo. Two
 * candidates get equal numbers exactly where they have equal values of all settings (varied paths) that the memo
 * depends on.
 */
export interface Agreement {
  /** Count of distinct numbers. Every number is below it. At most the count of all candidates. */
  readonly size: number;
  of(point: Point): number;
}

/** Makes the numbering of candidates by those settings (varied paths) whose bits are set in the mask `reads`. */
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
