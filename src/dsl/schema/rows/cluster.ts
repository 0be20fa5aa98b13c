import { bandwidth, count, seconds, wordList } from "../notation/accepts.ts";
import type { Accepts, RecordRow } from "../notation/row.ts";
import { drivesTag, hostFields } from "./cluster/host.ts";
import { jitterField, jitterTags } from "./cluster/jitter.ts";
import { moneyFields, moneyTags } from "./cluster/money.ts";
import { poolFields, poolTags } from "./cluster/pools.ts";
import { reliabilityFields, reliabilityTags } from "./cluster/reliability.ts";
import { scaleOutTags } from "./cluster/scaleOut.ts";
import { scaleUpTags } from "./cluster/scaleUp.ts";
import { facilityFields } from "./energy.ts";

export const clusterTags: readonly RecordRow[] = [
  ...scaleUpTags,
  ...scaleOutTags,
  ...jitterTags,
  drivesTag,
  ...reliabilityTags,
  ...moneyTags,
  ...poolTags,
  {
    name: "wan",
    doc: "A wide-area network between sites, each with an equal share of the nodes.",
    fields: [
      { name: "count", doc: "Sites.", accepts: count(), range: [2, 1_000], example: "2" },
      {
        name: "bandwidth",
        doc: "Bandwidth of a site to all others together, per direction.",
        accepts: bandwidth,
        unit: "Gb/s",
        range: [1, null],
        plausible: { least: 1e8 / 8, most: 1e15 / 8, because: "sites are joined by 1 Gb/s to some 100 Tb/s" },
        example: "3.2 Tb/s",
      },
      {
        name: "latency",
        doc: "Time of an empty message from one site to another, one way: light needs 5 us a kilometre of fibre.",
        accepts: seconds,
        unit: "ms",
        range: [0, 10],
        plausible: { most: 1, because: "light in fibre takes 0.1 s half way round the world" },
        example: "5 ms",
      },
    ],
  },
];

const orNone = (tags: readonly string[], doc: string): Accepts => ({ tags, words: [{ word: "none", doc }] });

export const clusterRow: RecordRow = {
  name: "cluster",
  doc: "Devices and the networks between them.",
  fields: [
    {
      name: "device",
      doc: "The device; all devices of a cluster are the same, except in `pools`.",
      accepts: { definition: "device" },
      example: "h100_sxm",
    },
    {
      name: "nodes",
      doc: "Nodes.",
      accepts: count(),
      default: "1",
      range: [1, 1e7],
      example: "2_048",
    },
    {
      name: "devices_per_node",
      doc: "Devices of one node.",
      accepts: count("GPU"),
      default: "scale_up.domain",
      range: [1, 1e6],
      example: "8",
    },
    {
      name: "devices",
      doc: "Devices of the cluster.",
      accepts: count("GPU"),
      default: "nodes * devices_per_node",
      derived: true,
      range: [1, null],
      example: "nodes * devices_per_node",
    },
    {
      name: "scale_up",
      doc: "The fast network among the devices of a node (or rack, or slice).",
      accepts: orNone(
        ["nvswitch", "nvlink", "pcie", "torus"],
        "a single device, or nothing faster than scale_out",
      ),
      default: "none",
      example: "nvswitch(bandwidth = 450 GB/s)",
    },
    {
      name: "scale_out",
      doc: "The network between scale-up domains.",
      accepts: orNone(
        ["fat_tree", "ethernet", "efa", "omni_path", "dragonfly", "dcn"],
        "the whole cluster is one domain",
      ),
      default: "none",
      example: "fat_tree(nic = 400 Gb/s)",
    },
    {
      name: "sites",
      doc: "The sites (data centres) of the nodes. Consecutive ranks fill one site before the next, so with the default rank order only `dp` and `pp` traffic crosses sites.",
      accepts: orNone(["wan"], "all nodes are at one site"),
      default: "none",
      example: "wan(count = 2, bandwidth = 3.2 Tb/s, latency = 5 ms)",
    },
    {
      name: "collectives",
      doc: "Algorithm of collectives: what NCCL would choose, or one algorithm wherever it can run (NCCL_ALGO). Collectives for which it does not exist take a ring.",
      accepts: {
        words: wordList([
          ["fastest", "the fastest of the library's algorithms"],
          ["ring", "rings over all ranks"],
          ["tree", "all-reduces over several scale-up domains by a double binary tree"],
          [
            "hierarchical",
            "a reduce-scatter inside each scale-up domain, an exchange of shards between domains, an all-gather inside (BlueConnect, MLSys 2019)",
          ],
          ["in_network", "all-reduces by the scale-up network's switches (SHARP)"],
        ]),
      },
      default: "fastest",
      example: "ring",
    },
    ...poolFields,
    ...moneyFields,
    ...reliabilityFields,
    jitterField,
    ...hostFields,
    ...facilityFields,
  ],
};
