/**
 * Jobs that share a cluster, and the scheduling rules: the result of the language's `queue`. Plain data in
 * base units. A job runs on all of its nodes at once or not at all (gang scheduling), and has its nodes to
 * itself.
 */
export interface Workload {
  readonly name: string;
  readonly cluster: string;
  readonly nodes: number;
  readonly devicesPerNode: number;
  /** Nodes under one leaf of the fabric; all of them where the fabric has no leaves. */
  readonly blockNodes: number;
  readonly order: Order;
  /** Waiting jobs that have a reservation: none, the first one (EASY), or all (conservative). */
  readonly backfill: "none" | "easy" | "conservative";
  readonly preemption: "none" | "lower_priority";
  /**
   * Placement of a job's nodes: anywhere; under few leaves if possible; or only under as few leaves as can
   * hold it.
   */
  readonly placement: "anywhere" | "preferred" | "required";
  readonly teams: readonly Team[];
  /** Half-life of a team's usage, s. */
  readonly halfLifeSeconds: number;
  readonly jobs: readonly Job[];
  /** Failures of nodes during the simulation; null where running times contain them already. */
  readonly failures: NodeFailures | null;
  /** Nodes that are rented when jobs need them, up to `nodes`; null where all nodes are there all the time. */
  readonly autoscale: Autoscale | null;
  /** Price of a device, by its path in the language, $/s; null without a price by the hour. */
  readonly price: { readonly path: string; readonly perDeviceSecond: number } | null;
  readonly seed: number;
}

export interface NodeFailures {
  /** Failure rate of one node (1/s), while it is rented. */
  readonly perSecond: number;
  /** Share of the failures after which the node is repaired. The others stop the job alone. */
  readonly takesNode: number;
  readonly repairSeconds: number;
}

export interface Autoscale {
  /** Number of nodes that are always rented. */
  readonly least: number;
  /** Time from the order of a node until a job can start on it, s. */
  readonly provisionSeconds: number;
  /** Time without a job after which a node is given back, s. */
  readonly releaseSeconds: number;
}

export type Order =
  | { readonly kind: "shortest" }
  /**
   * Weights of the factors that sum to a job's priority. Jobs of equal priority are in order of submission.
   */
  | {
      readonly kind: "multifactor";
      readonly age: number;
      readonly fairShare: number;
      readonly size: number;
      readonly priority: number;
      /** Age at which the age factor is 1, s. */
      readonly maxAgeSeconds: number;
    };

export interface Team {
  readonly name: string;
  /** Devices that the team's jobs may use at once; null without a limit. */
  readonly quota: number | null;
  /** Share of the cluster, relative to the sum over all teams. */
  readonly share: number;
}

export interface Job {
  readonly name: string;
  /** Path of the job in the language: `queue.jobs[0]`. */
  readonly path: string;
  readonly team: string;
  readonly submitSeconds: number;
  /** True where the job's times are fields; false for one of several copies. */
  readonly written: boolean;
  readonly devices: number;
  /** Running time without preemption, s. `limitSeconds` is the time limit that the scheduler knows, s. */
  readonly seconds: number;
  readonly limitSeconds: number;
  readonly priority: number;
  /** Progress between two checkpoints, s; null without checkpoints. */
  readonly savedEverySeconds: number | null;
  /** Time from a restart after a preemption to progress, s; `failedSeconds` is the time after a failure. */
  readonly restartSeconds: number;
  readonly failedSeconds: number;
  /** True where `seconds` is a scenario's time without its failures, rather than a field. */
  readonly isUndisturbed: boolean;
}

/** Nodes of a job, always whole ones. */
export const nodesOf = ({ devicesPerNode }: Workload, { devices }: Job): number =>
  Math.ceil(devices / devicesPerNode);
