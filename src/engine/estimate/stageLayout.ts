/** How many layers of a kind a stage holds. */
export interface LayerCount {
  /** Its name. */
  readonly kind: string;
  readonly layers: number;
}

export interface StageLayout {
  readonly stage: number;
  readonly layers: number;
  readonly chunks: readonly number[];
  /** The first layer of each chunk, and the one after its last. */
  readonly spans: readonly (readonly [first: number, end: number])[];
  /** The stage's layers by what sets them apart for the plan, in the model's order. */
  readonly kinds: readonly LayerCount[];
  readonly embedding: boolean;
  readonly head: boolean;
}
