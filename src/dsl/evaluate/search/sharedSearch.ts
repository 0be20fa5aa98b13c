import type { PlanCandidates } from "../values/planCandidates.ts";

/**
 * Text by which several processes recognise the same search. It contains the first plan with its model and cluster, the
 * choices, and `asked` (objectives and conditions).
 */
export function searchKey(candidates: PlanCandidates, asked: readonly unknown[]): string {
  const { sizes } = candidates;
  const first = new Int32Array(sizes.length);
  const choices = sizes.map((size, choice) =>
    Array.from({ length: size }, (_, value) => {
      const point = first.slice();
      point[choice] = value;
      return candidates.textOf(point, choice);
    }),
  );
  return JSON.stringify([asked, choices, candidates.at(first)], (name, value: unknown) =>
    name === "origins" ? undefined : value,
  );
}
