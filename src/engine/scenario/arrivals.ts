/** Lognormal distribution of lengths in tokens, cut at the largest length. */
export interface LengthLaw {
  /** Mean length, those cut at `max` included. */
  readonly mean: number;
  /** Standard deviation of the uncut lengths divided by their mean; 0 where all are equal. */
  readonly variation: number;
  readonly max: number;
}

/** Requests that arrive at a server at random times, and how many of them are simulated. */
export interface Arrivals {
  /** Mean number of requests per second, over all replicas. */
  readonly perSecond: number;
  /** Standard deviation of the time between two requests divided by its mean: 1 for a Poisson process. */
  readonly variation: number;
  readonly prompt: LengthLaw;
  readonly output: LengthLaw;
  /** Largest number of tokens of an iteration, prompts and decoded tokens together; null for whole prompts. */
  readonly chunk: number | null;
  /** Time of an iteration on the host, s. */
  readonly stepSeconds: number;
  /** Number of simulated requests, of which percentiles are taken. */
  readonly simulated: number;
  readonly seed: number;
}
