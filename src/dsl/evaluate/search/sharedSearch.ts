import type { PlanCandidates } from "../values/planCandidates.ts";

/** Says which search it is: its first plan with everything around it, its choices, and what is asked. */
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
