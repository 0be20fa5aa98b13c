/** Conditioning of a diffusion transformer: adaptive norms by timestep and class, or cross-attention to a text. */
export interface Conditioning {
  /** Number of channels that the model predicts for each element of a latent image. */
  readonly outputs: number;
  /** True where all layers share one matrix of modulations, to which each adds a table of its own. */
  readonly shared: boolean;
  /** Features of a frozen text encoder that every layer attends to; null where a class is embedded instead. */
  readonly text: {
    readonly tokens: number;
    /** Width of the text encoder's features. */
    readonly width: number;
  } | null;
}
