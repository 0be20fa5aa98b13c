/** Port of the rendezvous, torchrun's own default. */
export const PORT = 29_500;

/** Arguments of torchrun. `nodes` is a number, or the range of an elastic run. */
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
