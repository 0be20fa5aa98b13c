import { bandwidth, count, ratio, truth } from "../../notation/accepts.ts";
import type { FieldRow, RecordRow } from "../../notation/row.ts";
import { baseLatency, efficiency, guess, latency, links, NCCL_HOPS, sharp } from "./link.ts";

const nic: FieldRow = {
  name: "nic",
  doc: "Bandwidth of one NIC, per direction; NICs are sold in bits.",
  accepts: bandwidth,
  unit: "Gb/s",
  range: [1, null],
  plausible: { least: 1e9 / 8, most: 1.6e12 / 8, because: "NICs carry 10 to 800 Gb/s" },
  example: "400 Gb/s",
};
const nicsPerNode: FieldRow = {
  name: "nics_per_node",
  doc: "Number of NICs per node.",
  accepts: count(),
  default: "devices_per_node",
  range: [1, 100_000],
  plausible: { most: 512, because: "nodes have about one NIC per device" },
  example: "8",
};
const railOptimised = (value: string): FieldRow => ({
  name: "rail_optimised",
  doc: "Whether devices of the same rank in their nodes share a leaf switch, so that a leaf connects as many nodes as it has ports. It matters only with `leaf_ports` and an `oversubscription` above 1.",
  accepts: truth,
  default: value,
  example: "true",
});
const orNone = { word: "none", doc: "not said" };
const oversubscription: FieldRow = {
  name: "oversubscription",
  doc: "Bandwidth below a leaf switch divided by bandwidth above it. 1 is full bisection; 2 halves the bandwidth out of a leaf.",
  accepts: ratio,
  default: "1",
  range: [1, 100],
  example: "2",
};
/** Schema of the fields of a tree of switches. Leaf switches connect nodes; groups of leaves form pods. */
const tree: readonly FieldRow[] = [
  oversubscription,
  {
    name: "leaf_ports",
    doc: "Ports of a leaf switch for NICs. Without it, oversubscription applies to each scale-up domain separately.",
    accepts: { ...count(), words: [orNone] },
    default: "none",
    range: [1, 10_000],
    example: "32",
  },
  {
    name: "pod",
    doc: "Nodes of a pod. Inside a pod only `oversubscription` limits the bandwidth.",
    accepts: { ...count(), words: [orNone] },
    default: "none",
    range: [1, 1e7],
    example: "384",
  },
  {
    name: "pod_oversubscription",
    doc: "Oversubscription of a pod: its leaves' uplink bandwidth divided by the bandwidth out of the pod.",
    accepts: ratio,
    default: "1",
    range: [1, 1_000],
    example: "7",
  },
];

/** Schema of the tags for networks between scale-up domains, such as `fat_tree`. */
export const scaleOutTags: readonly RecordRow[] = [
  {
    name: "fat_tree",
    doc: "A switched fabric of leaf and spine switches (InfiniBand, or Ethernet built the same way).",
    fields: [
      nic,
      nicsPerNode,
      railOptimised("true"),
      ...tree,
      latency("2.7 us", NCCL_HOPS),
      baseLatency("14 us", "NVIDIA/nccl-tests, issue 150: 20 us for 8 bytes between two nodes"),
      sharp,
      efficiency(
        "86%",
        "NVIDIA/nccl, issue 1048: 86 of 100 GB/s between two nodes; NVIDIA/nccl-tests, issue 119: 85 on the average, 96 at most",
      ),
    ],
    positional: "nic",
  },
  {
    name: "ethernet",
    doc: "Ethernet with RDMA (RoCE) or without.",
    fields: [
      nic,
      nicsPerNode,
      railOptimised("false"),
      ...tree,
      latency("5 us", guess),
      baseLatency("14 us", "assumed equal to InfiniBand"),
      efficiency("80%", guess),
    ],
    positional: "nic",
  },
  {
    name: "efa",
    doc: "Amazon's Elastic Fabric Adapter.",
    fields: [
      nic,
      nicsPerNode,
      railOptimised("false"),
      ...tree,
      latency("30 us", `${links}: four p6-b200 nodes`),
      baseLatency("14 us", "assumed equal to InfiniBand"),
      efficiency("95%", `${links}: two p4de nodes, four p6-b200 nodes`),
    ],
    positional: "nic",
  },
  {
    name: "omni_path",
    doc: "Intel's, now Cornelis Networks', Omni-Path.",
    fields: [
      nic,
      nicsPerNode,
      railOptimised("true"),
      ...tree,
      latency("5 us", guess),
      baseLatency("14 us", "assumed equal to InfiniBand"),
      efficiency("34%", "bigscience's chronicles: all-reduce at 135 of 400 Gb/s between two nodes"),
    ],
    positional: "nic",
  },
  {
    name: "dragonfly",
    doc: "Dragonfly: switches fully connected within a group, and groups fully connected with each other (HPE Slingshot).",
    fields: [
      nic,
      nicsPerNode,
      {
        name: "group",
        doc: "Nodes of a group.",
        accepts: count(),
        range: [1, 1e6],
        example: "128",
      },
      {
        name: "taper",
        doc: "Bandwidth out of a group divided by the bandwidth of its nodes.",
        accepts: ratio,
        unit: "%",
        default: "100%",
        range: [0.001, 1],
        example: "57%",
      },
      latency("5 us", guess),
      baseLatency("14 us", "assumed equal to InfiniBand"),
      efficiency("80%", guess),
    ],
    positional: "nic",
  },
  {
    name: "dcn",
    doc: "A data-centre network between slices of TPUs.",
    fields: [
      {
        name: "per_chip",
        doc: "Bandwidth of one chip's share, per direction.",
        accepts: bandwidth,
        unit: "Gb/s",
        range: [1, null],
        plausible: { least: 1e8, most: 1.6e12 / 8, because: "a chip's share is some 10 Gb/s" },
        example: "50 Gb/s",
      },
      oversubscription,
      latency("50 us", guess),
      baseLatency("10 us", guess),
      efficiency("75%", guess),
    ],
    positional: "per_chip",
  },
];
