import type { Judged } from "../../report/index.ts";
import type { GradedLesson } from "./gradedLesson.ts";

/** Statistics of one exercise over a class. Shares are of all submissions. */
export interface ItemStatistics {
  readonly lesson: string;
  readonly exercise: string;
  readonly submissions: number;
  readonly right: number;
  readonly wrong: number;
  readonly open: number;
  readonly unreadable: number;
  /** Mean score, from 0 (nobody) to 1 (everybody): the item's difficulty. */
  readonly mean: number;
  /**
   * Correlation of the exercise's score with the sum of the others (corrected item-total correlation). Null where either
   * is the same for everybody. Below 0.2 the exercise tells strong students from weak ones badly.
   */
  readonly discrimination: number | null;
  /** Most frequent known mistake, with the number of its submissions. */
  readonly mistake: { readonly says: string; readonly count: number } | null;
}

/** Statistics of each exercise, in the order of lessons and exercises. */
export function itemStatistics(graded: readonly GradedLesson[]): readonly ItemStatistics[] {
  const lessons = [...new Set(graded.map(({ lesson }) => lesson))].sort();
  return lessons.flatMap((lesson) => {
    const of = graded.filter((one) => one.lesson === lesson);
    return (of[0]?.verdicts ?? []).map(({ name }) => {
      const items = of.map(({ verdicts }) => verdicts.find((one) => one.name === name));
      const scores = items.map((one) => one?.score ?? 0);
      const rest = of.map(({ verdicts }) => sum(verdicts.map((one) => (one.name === name ? 0 : one.score))));
      const share = (state: Judged["state"]): number =>
        items.filter((one) => one?.state === state).length / of.length;
      return {
        ...{ lesson, exercise: name, submissions: of.length },
        ...{
          right: share("right"),
          wrong: share("wrong"),
          open: share("open"),
          unreadable: share("unreadable"),
        },
        mean: sum(scores) / of.length,
        discrimination: correlation(scores, rest),
        mistake: mostFrequent(items.flatMap((one) => one?.mistake ?? [])),
      };
    });
  });
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Pearson's correlation of two lists of equal length; null where one of them has no variance. */
export function correlation(a: readonly number[], b: readonly number[]): number | null {
  const [meanA, meanB] = [sum(a) / a.length, sum(b) / b.length];
  const covariance = sum(a.map((one, at) => (one - meanA) * ((b[at] ?? 0) - meanB)));
  const spread = Math.sqrt(sum(a.map((one) => (one - meanA) ** 2)) * sum(b.map((one) => (one - meanB) ** 2)));
  return spread < 1e-12 ? null : covariance / spread;
}

function mostFrequent(texts: readonly string[]): ItemStatistics["mistake"] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const [best] = [...counts].sort((a, b) => b[1] - a[1]);
  return best ? { says: best[0], count: best[1] } : null;
}
