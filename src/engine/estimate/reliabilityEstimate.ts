/** One of the kinds of failure that a cluster has. */
export interface FailureKind<N = number> {
  /** The language's name of the part; `device` where devices fail alike, `preemption` for nodes taken back. */
  readonly name: string;
  readonly label: string;
  /** How many of the part there are; null where the rate is of all of them together. */
  readonly parts: N | null;
  /** Of the whole cluster, 1/s. */
  readonly rate: N;
  /** Devices that stop with one of them. */
  readonly devices: number;
  /** Whether a node has to be repaired, or another found, before it counts again. */
  readonly takesNode: boolean;
  /** Whether a checkpoint in the memory of hosts is lost with it. */
  readonly losesMemory: boolean;
}

/** How often the run is interrupted, and by what. */
export interface ReliabilityEstimate<N = number> {
  /** The frequent ones first. */
  readonly kinds: readonly FailureKind<N>[];
  /** 1/s */
  readonly rate: N;
  /** s */
  readonly mtbf: N;
  /** Of failures that take a node out, 1/s. */
  readonly nodeRate: N;
  /** Share of failures that lose the checkpoints in memory. */
  readonly lost: N;
}
