import type { CollectiveAlgorithm } from "../../engine/scenario/cluster.ts";
import { numberAt } from "../carry/settings.ts";
import type { Job } from "./job.ts";

export interface Variable {
  readonly name: string;
  readonly value: string;
  /** Reason why the run needs the variable, for a comment. */
  readonly because: string;
}

/**
 * Environment variables for every process of a run: those that the fabric, the device or the training code
 * needs, and NCCL's log level. Names of a site's NICs and interfaces are not included (`siteVariables`).
 */
export function environment(job: Job): readonly Variable[] {
  const { cluster, plan } = job.scenario;
  const found: Variable[] = [{ name: "NCCL_DEBUG", value: "WARN", because: "log why a collective fails" }];
  if (cluster.scaleOut?.kind === "efa")
    found.push({ name: "FI_PROVIDER", value: "efa", because: "libfabric's provider for this fabric" });
  if (cluster.scaleUp.sharp)
    found.push({
      name: "NCCL_NVLS_ENABLE",
      value: "1",
      because: "the estimate assumes reductions in the switches",
    });
  const algorithm = NCCL_ALGORITHMS[cluster.collectives];
  if (algorithm !== null)
    found.push({
      name: "NCCL_ALGO",
      value: algorithm,
      because: `the cluster's \`collectives = ${cluster.collectives}\``,
    });
  const shared = (numberAt(job.settings, "plan.tp") ?? 1) > 1 || plan.cp > 1;
  const megatron = /^megatron_(core|lm)$/.test(plan.framework.name);
  if (megatron && shared && plan.zero < 2 && cluster.device.architecture !== "blackwell")
    found.push({
      name: "CUDA_DEVICE_MAX_CONNECTIONS",
      value: "1",
      because: "Megatron needs this for tensor and context parallelism before Blackwell",
    });
  if (plan.framework.name === "nanotron" && shared)
    found.push({
      name: "CUDA_DEVICE_MAX_CONNECTIONS",
      value: "1",
      because: "nanotron's overlap of tensor-parallel gathers relies on it",
    });
  if (plan.framework.name === "torchtitan")
    found.push({
      name: "PYTORCH_ALLOC_CONF",
      value: "expandable_segments:True",
      because: "as torchtitan's own launcher does",
    });
  return found;
}

/**
 * Value of NCCL_ALGO for each algorithm of collectives, in the form of NCCL 2.24 and later; null for NCCL's own choice,
 * and where NCCL has none.
 */
const NCCL_ALGORITHMS: Readonly<Record<CollectiveAlgorithm, string | null>> = {
  fastest: null,
  ring: "Ring",
  tree: "ring;allreduce:tree",
  hierarchical: null,
  in_network: "ring;allreduce:nvls,nvlstree",
};

/**
 * Environment variables whose values only the user knows, such as the names of a site's network interfaces.
 */
export function siteVariables({ scenario: { cluster } }: Job): readonly Variable[] {
  const socket = {
    name: "NCCL_SOCKET_IFNAME",
    value: "eth0",
    because: "the network interface for bootstrap, if NCCL picks the wrong one",
  };
  switch (cluster.scaleOut?.kind) {
    case "fat_tree":
    case "dragonfly":
      return [
        socket,
        {
          name: "NCCL_IB_HCA",
          value: "mlx5",
          because: `the ${cluster.scaleOut.nicsPerNode} NICs of the fabric, if a node has others too`,
        },
      ];
    case "ethernet":
      return [socket, { name: "NCCL_IB_GID_INDEX", value: "3", because: "RoCE, on some fabrics" }];
    case undefined:
      return [];
    default:
      return [socket];
  }
}

/** Shell lines that export a job's environment variables. */
export function exportLines(job: Job): readonly string[] {
  return [
    ...environment(job).map(({ name, value, because }) => `export ${name}=${value}  # ${because}`),
    ...siteVariables(job).map(({ name, value, because }) => `# export ${name}=${value}  # ${because}`),
  ];
}
