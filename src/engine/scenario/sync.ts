/** When replicas meet, and which of them wait. */
export type Sync = {
  /** Groups of replicas that train by themselves between meetings, equally large: 1 where all meet in every step. */
  readonly islands: number;
} & (
  | {
      readonly kind: "synchronous";
      /** Replicas that a step does not wait for. */
      readonly backup: number;
    }
  | {
      readonly kind: "local_sgd";
      /** From one meeting of the islands to the next. */
      readonly steps: number;
      /** Of a parameter's change as islands exchange it. */
      readonly exchangeBytes: number;
    }
  | {
      /** Islands are clients of a server, which asks some of them in each round (FedAvg). */
      readonly kind: "federated";
      /** Of a client, from the server's weights to what it sends back. */
      readonly steps: number;
      readonly exchangeBytes: number;
      /** Share of the clients that a round asks, and share of those that never answer. */
      readonly participation: number;
      readonly dropout: number;
      /** Of the server and of a client, per direction; and one way between them. */
      readonly serverBytesPerSecond: number;
      readonly clientBytesPerSecond: number;
      readonly latencySeconds: number;
    }
  | {
      /** Every replica is an island, and sends its gradients to servers that keep the weights. */
      readonly kind: "asynchronous";
      readonly servers: number;
      /** Of one server, per direction. */
      readonly serverBytesPerSecond: number;
      /** Steps that a replica may be ahead of the slowest; null: any number. */
      readonly bound: number | null;
    }
);

/** How replicas make smaller what they send each other of their gradients, or islands of their changes. */
export type Compression = {
  /** Share of the steps before it begins. */
  readonly warmUp: number;
  /** A remembered error of a number that was left out or rounded; 0: none is. */
  readonly errorBytes: number;
} /** The largest numbers of each rank, a share of them. */ & (
  | { readonly kind: "top_k"; readonly share: number }
  /** Low-rank factors of each matrix. */
  | { readonly kind: "power_sgd"; readonly rank: number }
  /** Few bits, and a scale for each block. */
  | { readonly kind: "quantised"; readonly bits: number; readonly block: number }
  /** Signs, and a scale for each block; sums are compressed again. */
  | { readonly kind: "one_bit"; readonly block: number }
);
