/**
 * Jobs that share a cluster, and the rules by which they get their nodes: what the language's `queue` resolves to. Plain
 * data in base units. A job runs on all of its nodes at once or not at all (gang scheduling), and has its nodes for itself.
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
  /** Where a job's nodes are: wherever there are any; under few leaves if it can be; under as few as hold it, or not at all. */
  readonly placement: "anywhere" | "preferred" | "required";
  readonly teams: readonly Team[];
  /** In which what a team has used counts half, s. */
  readonly halfLifeSeconds: number;
  readonly jobs: readonly Job[];
}

export type Order =
  | { readonly kind: "shortest" }
  /** Weights of the factors that add up to a job's priority; jobs that are equal go by their submission. */
  | {
      readonly kind: "multifactor";
      readonly age: number;
      readonly fairShare: number;
      readonly size: number;
      readonly priority: number;
      /** Age at which that factor is 1, s. */
      readonly maxAgeSeconds: number;
    };

export interface Team {
  readonly name: string;
  /** Devices that its jobs may have at once; null: any number. */
  readonly quota: number | null;
  /** Its share of the cluster over those of all teams. */
  readonly share: number;
}

export interface Job {
  readonly name: string;
  /** Its place in the language: `queue.jobs[0]`. */
  readonly path: string;
  readonly team: string;
  readonly submitSeconds: number;
  /** Whether its times are written as they are, not those of one of several copies. */
  readonly written: boolean;
  readonly devices: number;
  /** What it takes where nothing preempts it, and what the scheduler is told that it takes at most, s. */
  readonly seconds: number;
  readonly limitSeconds: number;
  readonly priority: number;
  /** Progress from one checkpoint to the next, s; null: nothing is saved. */
  readonly savedEverySeconds: number | null;
  /** From a start after a preemption to progress, s. */
  readonly restartSeconds: number;
}

/** Nodes that a job takes: whole ones. */
export const nodesOf = ({ devicesPerNode }: Workload, { devices }: Job): number =>
  Math.ceil(devices / devicesPerNode);
