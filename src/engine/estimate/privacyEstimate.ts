/** Differential privacy of a federated run: with probability 1 - delta, one client changes little. */
export interface PrivacyEstimate<N = number> {
  /** Most that one client's data can change the logarithm of any outcome's probability. */
  readonly epsilon: N;
  readonly rounds: N;
  /** Probability that a round selects a client. */
  readonly sampling: N;
  /** Order of the Renyi divergence that bounds epsilon best. */
  readonly order: N;
}
