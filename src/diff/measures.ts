/** What of a scenario is compared: the name of a column, its expression, its base unit, and what a reader calls it. */
export interface Measure {
  readonly name: string;
  readonly expr: string;
  readonly base: string;
  readonly label: string;
  /** A part of a whole: printed as a percentage, and compared in points. */
  readonly ratio?: true;
  /** Follows from the others: left out where room is dear. */
  readonly follows?: true;
}

export const MEASURES: readonly Measure[] = [
  { name: "peak", expr: "memory.peak", base: "B", label: "memory" },
  { name: "step_time", expr: "step_time", base: "s", label: "step time" },
  { name: "tokens_per_s", expr: "tokens_per_s", base: "token/s", label: "throughput", follows: true },
  { name: "mfu", expr: "mfu", base: "1", label: "MFU", ratio: true, follows: true },
  { name: "time_to_train", expr: "time_to_train", base: "s", label: "time to train" },
  { name: "cost", expr: "cost", base: "$", label: "cost" },
];

/** What tables are ranked by beside, with the units that it was seen to have, and the measures. */
export function measuresWith(bases: ReadonlyMap<string, string>): readonly Measure[] {
  const others = [...bases].filter(([aim]) => MEASURES.every(({ expr }) => expr !== aim));
  return [...others.map(([aim, base]) => ({ name: aim, expr: aim, base, label: aim })), ...MEASURES];
}
