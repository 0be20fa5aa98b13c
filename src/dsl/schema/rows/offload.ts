import { truth, words } from "../accepts.ts";
import type { FieldRow } from "../row.ts";

const place = words([
  ["none", "the device"],
  ["host", "the memory of the node's processors, cluster.host_memory"],
  ["nvme", "the node's drives, cluster.nvme"],
]);

/** State that is kept beside the devices: ZeRO-Offload and ZeRO-Infinity. */
export const offloadFields: readonly FieldRow[] = [
  {
    name: "offload_optimizer",
    doc: "Where the optimizer's state is kept, and updated by the host's processors; under ZeRO 2 and 3 gradients that are scattered after every micro-batch go there too (arXiv:2101.06840; arXiv:2104.07857).",
    accepts: place,
    default: "none",
    example: "host",
  },
  {
    name: "offload_weights",
    doc: "ZeRO 3: where a device's share of the weights is kept; layers are copied in as they are gathered (arXiv:2104.07857, section 5).",
    accepts: place,
    default: "none",
    example: "nvme",
  },
  {
    name: "delayed_update",
    doc: "Offloaded optimizer: whether the update runs beside the next step's passes, which use weights one step older (arXiv:2101.06840, section 5.2).",
    accepts: truth,
    default: "false",
    example: "true",
  },
];
