/** Network port at which the processes of a run find each other: torchrun's own default. */
export const PORT = 29_500;

/** Flags of the `torchrun` command. `nodes` is a number of nodes, or the range of an elastic run. */
export function torchrunFlags(options: {
  readonly nodes: string;
  readonly devicesPerNode: number;
  readonly endpoint: string;
  readonly id: string;
  readonly restarts: number;
}): readonly string[] {
  return [
    `--nnodes ${options.nodes}`,
    `--nproc-per-node ${options.devicesPerNode}`,
    "--rdzv-backend c10d",
    `--rdzv-endpoint ${options.endpoint}`,
    `--rdzv-id ${options.id}`,
    `--max-restarts ${options.restarts}`,
  ];
}
