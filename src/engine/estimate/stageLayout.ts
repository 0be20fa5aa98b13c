/** Number of layers of one kind on a stage. */
export interface LayerCount {
  /** Name of the kind of layers. */
  readonly kind: string;
  readonly layers: number;
}

export interface StageLayout {
  readonly stage: number;
  readonly layers: number;
  readonly chunks: readonly number[];
  /** First layer of each chunk, and the layer after its last. */
  readonly spans: readonly (readonly [first: number, end: number])[];
  /** Numbers of layers by kind, as the plan distinguishes them, in the model's order. */
  readonly kinds: readonly LayerCount[];
  readonly embedding: boolean;
  readonly head: boolean;
}
