/** Synchronisation of replicas: when they exchange gradients or weights, and which of them wait. */
export type Sync = {
  /**
   * Number of equally large groups of replicas (islands) that train independently between synchronisations; 1
   * where all replicas synchronise in every step.
   */
  readonly islands: number;
} & (
  | {
      readonly kind: "synchronous";
      /** Number of slowest replicas that a step does not wait for. Their gradients are dropped. */
      readonly backup: number;
    }
  | {
      readonly kind: "local_sgd";
      /** Number of steps between two synchronisations of the islands. */
      readonly steps: number;
      /** Bytes per parameter of the weight changes that islands exchange. */
      readonly exchangeBytes: number;
    }
  | {
      /**
       * Federated averaging (FedAvg): islands are clients of a server, which selects some of them in each
       * round.
       */
      readonly kind: "federated";
      /** Number of steps of a client from the download of the weights to the upload of their changes. */
      readonly steps: number;
      readonly exchangeBytes: number;
      /** Share of the clients that each round selects. */
      readonly participation: number;
      /** Share of the selected clients whose update is lost. */
      readonly dropout: number;
      /** Bandwidth of the server in each direction, B/s, shared by the clients of a round. */
      readonly serverBytesPerSecond: number;
      /** Bandwidth of a client in each direction, B/s. */
      readonly clientBytesPerSecond: number;
      /** One-way latency between a client and the server, s. */
      readonly latencySeconds: number;
      /** Noise on the sum of the clients' clipped changes; null without differential privacy. */
      readonly privacy: Privacy | null;
      /** Masks that hide each client's changes from the server; null where it sees them. */
      readonly secure: SecureAggregation | null;
    }
  | {
      /** Gossip: islands exchange weights with a few neighbours, never with all at once. */
      readonly kind: "gossip";
      /** Number of neighbours with which an island exchanges weights each time. */
      readonly neighbours: number;
      /** Number of steps between two exchanges. */
      readonly steps: number;
      /** Bytes per parameter of the weights that neighbours exchange. */
      readonly exchangeBytes: number;
    }
  | {
      /**
       * Asynchronous training: every replica is an island, and sends gradients to servers that hold the
       * weights.
       */
      readonly kind: "asynchronous";
      readonly servers: number;
      /** Bandwidth of one server in each direction, B/s. */
      readonly serverBytesPerSecond: number;
      /** Number of steps that a replica may be ahead of the slowest replica; null without a limit. */
      readonly bound: number | null;
    }
);

/** Differential privacy of federated averaging. */
export interface Privacy {
  /** Standard deviation of the noise on a round's sum, in units of the clipping norm. */
  readonly noise: number;
  /** Number of clients from which a round selects at random. */
  readonly population: number;
  /** Probability with which the guarantee may fail. */
  readonly delta: number;
  /** Number of rounds; null for those of the run. */
  readonly rounds: number | null;
}

/** Secure aggregation. `neighbours` is the number of clients that a client shares keys with; null for all. */
export interface SecureAggregation {
  readonly neighbours: number | null;
}

/** Compression of the gradients that replicas exchange, or of the islands' weight changes. */
export type Compression = {
  /** Share of the run's steps before compression begins. */
  readonly warmUp: number;
  /**
   * Bytes per number of the stored compression errors (error feedback), which are added to the next gradients;
   * 0 without error feedback.
   */
  readonly errorBytes: number;
} /** Top-k: each rank sends a `share` of its numbers, the largest ones. */ & (
  | { readonly kind: "top_k"; readonly share: number }
  /** PowerSGD: each gradient matrix is sent as two low-rank factors. */
  | { readonly kind: "power_sgd"; readonly rank: number }
  /** Quantisation: each number is sent in `bits` bits, with a scale for each `block` of numbers. */
  | { readonly kind: "quantised"; readonly bits: number; readonly block: number }
  /**
   * 1-bit Adam: only signs are sent, with a scale for each `block` of numbers. The sums over ranks are
   * compressed again.
   */
  | { readonly kind: "one_bit"; readonly block: number }
);
