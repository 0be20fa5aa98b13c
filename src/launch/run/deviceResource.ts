import type { Job } from "./job.ts";

/** Names of a job's devices as a resource: of Kubernetes' vendor plugins, and of Ray. */
export interface DeviceResource {
  readonly kubernetes: string;
  readonly ray: "GPU" | "TPU";
}

export function deviceResource({ scenario: { cluster } }: Job): DeviceResource {
  const { architecture } = cluster.device;
  if (architecture?.startsWith("tpu")) return { kubernetes: "google.com/tpu", ray: "TPU" };
  return { kubernetes: architecture?.startsWith("cdna") ? "amd.com/gpu" : "nvidia.com/gpu", ray: "GPU" };
}
