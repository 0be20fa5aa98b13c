/** One cell of a phase diagram. */
export interface Phase {
  /** What is best there: cells that say the same are one region. */
  readonly label: string;
  /** What else to say of it: `1.04 min a step`. */
  readonly detail: string;
  /** As much of it as a small cell can hold: `1.04 min`. */
  readonly short?: string;
  /** Whether nothing is best there, since nothing works: a grey, hatched cell. */
  readonly nothing?: boolean;
  /** How surely its best plan fits its devices; it does without. */
  readonly fit?: "yes" | "maybe" | "no";
}
