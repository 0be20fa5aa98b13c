/** Mean and percentiles of a time over the simulated requests, s. */
export interface Spread<N = number> {
  readonly mean: N;
  readonly p50: N;
  readonly p90: N;
  readonly p99: N;
}

/** Times of requests whose queue does not grow without end. */
export interface Latencies<N = number> {
  /** Time from arrival to admission to the running batch. */
  readonly wait: Spread<N>;
  /** Time from arrival to the first output token. */
  readonly ttft: Spread<N>;
  /** Time per output token after the first, mean over the tokens of a request. */
  readonly tpot: Spread<N>;
  /** Time between two successive output tokens of a request. */
  readonly gap: Spread<N>;
  /** Time from arrival to the last output token. */
  readonly latency: Spread<N>;
  /** Requests in progress on a replica, mean over time. */
  readonly batch: N;
  /** Share of time in which a replica has a request in progress. */
  readonly utilisation: N;
  /** Requests that wait or are in progress on all replicas, mean over time. */
  readonly present: N;
}

/** Serving under arriving requests, simulated. */
export interface ServingLoad<N = number> {
  readonly replicas: number;
  readonly devices: N;
  /** Requests per second that arrive, and that all replicas can serve. */
  readonly rate: N;
  readonly capacity: N;
  readonly load: N;
  /** Output tokens per second of the arriving requests, and of as many as can be served. */
  readonly tokensPerSecond: N;
  readonly capacityTokensPerSecond: N;
  /** Requests that are in progress on a replica at most: by `batch`, or by the room for their cache. */
  readonly places: number;
  /** Cost of an output token, $; null without a price by the hour. */
  readonly costPerToken: N | null;
  /** Times of requests; null where more arrive than can be served. */
  readonly latencies: Latencies<N> | null;
  /** Times of the measured requests, sorted, s: for figures. Empty where more arrive than can be served. */
  readonly times: Readonly<Record<"wait" | "ttft" | "tpot" | "latency", Float64Array>>;
}
