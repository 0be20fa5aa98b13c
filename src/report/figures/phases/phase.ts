/** Cell of a phase diagram: the best choice for one combination of two inputs. */
export interface Phase {
  /** Best choice at the cell. Adjacent cells with equal labels form one region. */
  readonly label: string;
  /** Text added on hover: `1.04 min a step`. */
  readonly detail: string;
  /** Text short enough for a small cell: `1.04 min`. */
  readonly short?: string;
  /** True where no choice is valid. The cell is grey and hatched. */
  readonly nothing?: boolean;
  /**
   * Verdict on memory of the best plan: `yes` if it fits its devices, `maybe` or `no`. Absent where the cell
   * has no plan.
   */
  readonly fit?: "yes" | "maybe" | "no";
}
