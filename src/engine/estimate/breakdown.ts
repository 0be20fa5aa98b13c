/** Part of a sum, or candidate of a maximum, with the label that a reader sees. */
export interface Part<N> {
  readonly label: string;
  readonly value: N;
}

/**
 * Breakdown of a number into parts that sum to `value`. `name` is the path in the language:
 * `memory.activations`, `time.bubble`.
 */
export interface Breakdown<N = number> {
  readonly name: string;
  /** Name that readers see, such as "optimizer state". */
  readonly label: string;
  /** Base unit of `value` and of all parts: "B", "s", "param", … */
  readonly unit: string;
  readonly value: N;
  readonly parts: readonly Breakdown<N>[];
}

/** Returns the value of a direct part that a breakdown always has; throws where the part is missing. */
export function partValue<N>({ parts, label }: Breakdown<N>, name: string): N {
  const found = parts.find((part) => part.name === name);
  if (!found) throw new Error(`${label} without ${name}`);
  return found.value;
}

/**
 * Returns a function that makes breakdowns of one quantity in its base unit, such as `time.bubble` in "s". A
 * breakdown without parts is a leaf.
 */
export function breakdownsOf(quantity: string, unit: string) {
  const names = new Map<string, string>();
  /** Name of a part, made once: tables are looked up by it, and a string that was just joined has to be hashed for that. */
  const named = (name: string): string => {
    const known = names.get(name);
    if (known !== undefined) return known;
    const made = `${quantity}.${name}`;
    names.set(name, made);
    return made;
  };
  return <N>(name: string, label: string, value: N, parts: readonly Breakdown<N>[] = []): Breakdown<N> => ({
    name: named(name),
    label,
    unit,
    value,
    parts,
  });
}
