/** Output of a benchmark: collectives as cells of a table, or the network between nodes, as one cell. */
export type Benchmark =
  | { readonly kind: "collectives"; readonly rows: readonly Readonly<Record<string, string>>[] }
  | {
      readonly kind: "network";
      readonly link: string;
      /** Sentence on what was measured and what is assumed. */
      readonly remark: string;
    };

/** Facts on benchmarks that a user states because their outputs leave them out. */
export interface Stated {
  /** Network between nodes, as in a table's cell: `8x NDR InfiniBand 400Gb/s`. */
  readonly link?: string | undefined;
  /** Device, in place of the name in the output. */
  readonly gpu?: string | undefined;
}
