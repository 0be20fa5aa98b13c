/** A number with its parts. `name` is the language's spelling: `memory.activations`, `time.bubble`. Parts sum to `value`. */
export interface Breakdown<N = number> {
  readonly name: string;
  /** For people: "optimizer state". */
  readonly label: string;
  /** Base unit: "B", "s", "param", … */
  readonly unit: string;
  readonly value: N;
  readonly parts: readonly Breakdown<N>[];
}
