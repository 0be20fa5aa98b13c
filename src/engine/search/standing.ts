/** Estimated candidate: its place in the order of all candidates, and its objectives, each to be minimised. */
export interface Contender {
  readonly place: number;
  readonly values: readonly number[];
}

/** Best candidates of a search so far. */
export interface Standing {
  /** True where a candidate with at least these values could still be among the best. */
  hopeful(least: readonly number[]): boolean;
  offer(contender: Contender): void;
  /** Best candidates first; among equal ones, the earlier first. */
  readonly best: readonly Contender[];
}

const inOrder = (a: Contender, b: Contender): number => {
  for (let i = 0; i < a.values.length; i++) {
    const difference = (a.values[i] ?? 0) - (b.values[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.place - b.place;
};

/** Makes a `Standing` that holds the `n` best candidates by one objective. */
export function bestOf(n: number): Standing {
  const best: Contender[] = [];
  return {
    best,
    hopeful: ([least = 0]) => best.length < n || least <= (best[n - 1]?.values[0] ?? 0),
    offer(contender) {
      const last = best[n - 1];
      if (last && inOrder(contender, last) > 0) return;
      let at = best.length;
      while (at > 0 && inOrder(contender, best[at - 1] as Contender) < 0) at--;
      best.splice(at, 0, contender);
      if (best.length > n) best.pop();
    },
  };
}

/** Makes a `Standing` that holds the Pareto front. Among candidates with equal values, it holds the earliest. */
export function frontOf(): Standing {
  const best: Contender[] = [];
  const covers = (a: readonly number[], b: readonly number[]): boolean =>
    a.every((value, i) => value <= (b[i] ?? 0));
  return {
    best,
    // Candidates with equal values pass, because the earlier one has to stay.
    hopeful: (least) =>
      !best.some(({ values }) => covers(values, least) && values.some((v, i) => v < (least[i] ?? 0))),
    offer(contender) {
      const equal = best.find(({ values }) => values.every((value, i) => value === contender.values[i]));
      if (equal ? equal.place < contender.place : best.some(({ values }) => covers(values, contender.values)))
        return;
      const left = best.filter(({ values }) => !covers(contender.values, values));
      best.splice(0, best.length, ...left, contender);
      best.sort(inOrder);
    },
  };
}
