/** Number of layers of one kind on a pipeline stage. */
export interface LayerCount {
  /** Name of the kind of layers, as the plan distinguishes kinds. */
  readonly kind: string;
  readonly layers: number;
}

export interface StageLayout {
  readonly stage: number;
  readonly layers: number;
  /** Number of layers of each chunk of the stage. */
  readonly chunks: readonly number[];
  /** Range of layer indices of each chunk: the first layer, and the layer after the last. */
  readonly spans: readonly (readonly [first: number, end: number])[];
  /** Number of layers of each kind on the stage, in the model's order of kinds. */
  readonly kinds: readonly LayerCount[];
  readonly embedding: boolean;
  readonly head: boolean;
}
