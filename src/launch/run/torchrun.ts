/** Where the processes of a run meet. The port is torchrun's own choice for its rendezvous. */
export const PORT = 29_500;

/** torchrun's arguments; `nodes` is a number, or the fewest and the most of an elastic run. */
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
