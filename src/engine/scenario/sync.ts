/** Synchronisation of replicas: when they exchange gradients or weights, and which of them wait. */
export type Sync = {
  /**
   * Equally large groups of replicas that train alone between synchronisations: 1 where all synchronise in
   * every step.
   */
  readonly islands: number;
} & (
  | {
      readonly kind: "synchronous";
      /** Slowest replicas that a step does not wait for. */
      readonly backup: number;
    }
  | {
      readonly kind: "local_sgd";
      /** Steps between two synchronisations of the islands. */
      readonly steps: number;
      /** Bytes of a parameter's change as islands exchange it. */
      readonly exchangeBytes: number;
    }
  | {
      /**
       * Federated averaging (FedAvg): islands are clients of a server, which selects some of them in each
       * round.
       */
      readonly kind: "federated";
      /** Steps of a client between downloading weights and uploading its change. */
      readonly steps: number;
      readonly exchangeBytes: number;
      /** Share of the clients that a round selects; `dropout` is the share of those that never answer. */
      readonly participation: number;
      readonly dropout: number;
      /**
       * Rates of the server and of a client, for each direction, B/s; and one-way latency between them, s.
       */
      readonly serverBytesPerSecond: number;
      readonly clientBytesPerSecond: number;
      readonly latencySeconds: number;
    }
  | {
      /**
       * Asynchronous training: every replica is an island, and sends gradients to servers that hold the
       * weights.
       */
      readonly kind: "asynchronous";
      readonly servers: number;
      /** Rate of one server, for each direction, B/s. */
      readonly serverBytesPerSecond: number;
      /** Steps that a replica may be ahead of the slowest; null without a limit. */
      readonly bound: number | null;
    }
);

/** Compression of the gradients that replicas exchange, or of the islands' weight changes. */
export type Compression = {
  /** Share of the steps before compression begins. */
  readonly warmUp: number;
  /** Bytes of the remembered error of a number that was dropped or rounded; 0 without error feedback. */
  readonly errorBytes: number;
} /** Top-k: a share of each rank's numbers, the largest ones. */ & (
  | { readonly kind: "top_k"; readonly share: number }
  /** PowerSGD: low-rank factors of each matrix. */
  | { readonly kind: "power_sgd"; readonly rank: number }
  /** Quantisation: few bits, and a scale for each block. */
  | { readonly kind: "quantised"; readonly bits: number; readonly block: number }
  /** 1-bit Adam: signs, and a scale for each block; sums are compressed again. */
  | { readonly kind: "one_bit"; readonly block: number }
);
