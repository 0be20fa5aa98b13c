/**
 * Part of a plan that the pools of a cluster divide between them: whole replicas with their micro-batches, or the
 * stages of one pipeline. Without pools it has no effect.
 */
export type Place =
  | {
      readonly kind: "replicas";
      /** Micro-batches of a replica: equal on all pools, in proportion to their speed, or listed by pool. */
      readonly shares: "equal" | "proportional" | readonly number[];
    }
  | {
      readonly kind: "stages";
      /** Number of stages on each pool; null where the pools' devices decide. */
      readonly counts: readonly number[] | null;
    };
