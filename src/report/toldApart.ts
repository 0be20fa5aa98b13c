/** Something to be named in few words. */
export interface Told {
  /** What is said of it in any case. */
  readonly head: string;
  /** What else could be said, the most telling first, at the same places in all of them; null where it goes without saying. */
  readonly facts: readonly (string | null)[];
}

/**
 * A text for each: its head, and where several heads are the same, the facts that tell those apart; the one first that tells most
 * of them apart. What is the same in all it could be taken for is left out. Those that agree in everything keep one text.
 */
export function toldApart(all: readonly Told[]): readonly string[] {
  const texts = all.map(({ head }) => head);
  const tell = (places: readonly number[]): void => {
    const fact = mostTelling(places.map((at) => all[at]?.facts ?? []));
    if (fact === null) return;
    for (const [said, group] of grouped(places, (at) => all[at]?.facts[fact] ?? "")) {
      if (said !== "") for (const at of group) texts[at] += ` · ${said}`;
      tell(group);
    }
  };
  for (const group of grouped([...all.keys()], (at) => all[at]?.head ?? "").values()) tell(group);
  return texts;
}

/** The place of the fact that most different things are said of; null where all agree in all of them. */
function mostTelling(facts: readonly Told["facts"][]): number | null {
  const [first = []] = facts;
  const kinds = first.map((_, at) => new Set(facts.map((one) => one[at] ?? null)).size);
  const most = Math.max(1, ...kinds);
  return most === 1 ? null : kinds.indexOf(most);
}

function grouped(
  places: readonly number[],
  by: (at: number) => string,
): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const at of places) found.set(by(at), [...(found.get(by(at)) ?? []), at]);
  return found;
}
