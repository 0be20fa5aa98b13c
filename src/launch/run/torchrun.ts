/** Network port at which the processes of a run find each other: torchrun's own default. */
export const PORT = 29_500;

/** Rendezvous of a run's processes: how many nodes there are and where they find each other, as shell text. */
export interface Meeting {
  /** Number of nodes, or the range of an elastic run. */
  readonly nodes: string;
  readonly devicesPerNode: number;
  /** First host and its port, together and apart. */
  readonly endpoint: string;
  readonly host: string;
  readonly port: string;
  readonly id: string;
  readonly restarts: number;
}

/** Flags of the `torchrun` command. */
export function torchrunFlags(options: Omit<Meeting, "host" | "port">): readonly string[] {
  return [
    `--nnodes ${options.nodes}`,
    `--nproc-per-node ${options.devicesPerNode}`,
    "--rdzv-backend c10d",
    `--rdzv-endpoint ${options.endpoint}`,
    `--rdzv-id ${options.id}`,
    `--max-restarts ${options.restarts}`,
  ];
}
