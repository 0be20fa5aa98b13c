/** One cell of a phase diagram. */
export interface Phase {
  /** Best choice at the cell. Adjacent cells with equal labels form one region. */
  readonly label: string;
  /** Further text on hover: `1.04 min a step`. */
  readonly detail: string;
  /** Text short enough for a small cell: `1.04 min`. */
  readonly short?: string;
  /** True where nothing is valid. The cell is grey and hatched. */
  readonly nothing?: boolean;
  /** Fit of the best plan to its devices, where it has one. */
  readonly fit?: "yes" | "maybe" | "no";
}
