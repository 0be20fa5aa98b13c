/** A summand (or candidate) with the name that a reader sees. */
export interface Part<N> {
  readonly label: string;
  readonly value: N;
}

/**
 * A number with its parts, which sum to `value`. `name` is the language's spelling: `memory.activations`,
 * `time.bubble`.
 */
export interface Breakdown<N = number> {
  readonly name: string;
  /** Name for people: "optimizer state". */
  readonly label: string;
  /** Base unit: "B", "s", "param", … */
  readonly unit: string;
  readonly value: N;
  readonly parts: readonly Breakdown<N>[];
}

/** The value of a part that a breakdown always has; throws where it is missing. */
export function partValue<N>({ parts, label }: Breakdown<N>, name: string): N {
  const found = parts.find((part) => part.name === name);
  if (!found) throw new Error(`${label} without ${name}`);
  return found.value;
}

/**
 * A constructor of breakdowns of one quantity, in its base unit: `time.bubble` in "s". Without parts it makes
 * a leaf.
 */
export function breakdownsOf(quantity: string, unit: string) {
  return <N>(name: string, label: string, value: N, parts: readonly Breakdown<N>[] = []): Breakdown<N> => ({
    name: `${quantity}.${name}`,
    label,
    unit,
    value,
    parts,
  });
}
