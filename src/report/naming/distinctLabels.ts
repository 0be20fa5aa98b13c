/** Item, such as a plan, that needs a short distinct name. */
export interface Labelled {
  /** Text that the item's name always begins with. */
  readonly head: string;
  /**
   * Facts that can be added to the name, most informative first, at equal indices in all items. null where a
   * fact is the usual case.
   */
  readonly facts: readonly (string | null)[];
}

/**
 * Short distinct name of each item: its head, and among equal heads the facts that differ. The fact that
 * separates most items comes first. Items that agree in everything share a name.
 */
export function distinctLabels(all: readonly Labelled[]): readonly string[] {
  const texts = all.map(({ head }) => head);
  const separate = (places: readonly number[]): void => {
    const fact = mostDistinctive(places.map((at) => all[at]?.facts ?? []));
    if (fact === null) return;
    for (const [text, group] of grouped(places, (at) => all[at]?.facts[fact] ?? "")) {
      if (text !== "") for (const at of group) texts[at] += ` · ${text}`;
      separate(group);
    }
  };
  for (const group of grouped([...all.keys()], (at) => all[at]?.head ?? "").values()) separate(group);
  return texts;
}

/**
 * Index of the fact with the most different values among the items. null where all items agree in all facts.
 */
function mostDistinctive(facts: readonly Labelled["facts"][]): number | null {
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
