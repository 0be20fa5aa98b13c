import { bandwidth, count, ratio, seconds, truth } from "../accepts.ts";
import type { Accepts, FieldRow, Plausible, RecordRow } from "../row.ts";

const scaleUpPlausible: Plausible = {
  least: 5e9,
  most: 5e12,
  because: "scale-up links carry 16 to 900 GB/s per device and direction",
};
const domain = (value: string, doc = "Devices in one scale-up domain."): FieldRow => ({
  name: "domain",
  doc,
  accepts: count("GPU"),
  default: value,
  range: [1, null],
  example: "8",
});
const upBandwidth: FieldRow = {
  name: "bandwidth",
  doc: 'Per device and direction; NVLink\'s "900 GB/s" counts both directions.',
  accepts: bandwidth,
  unit: "GB/s",
  range: [1, null],
  plausible: scaleUpPlausible,
  example: "450 GB/s",
};
const guess = "a guess: no such link was calibrated";
const NCCL_HOPS = "NVIDIA/nccl, src/graph/tuning.cc, hwLatencies: ring, LL";
const links = 'src/engine/CALIBRATION.md, "Links"';
const latency = (value: string, source: string): FieldRow => ({
  name: "latency",
  doc: "Time of one hop of a collective when the message is empty, under the protocol with the shortest hops.",
  accepts: seconds,
  unit: "us",
  default: value,
  range: [0, 10],
  plausible: { most: 1e-2, because: "hops take microseconds" },
  calibrated: [1e-7, 1e-3],
  source,
  example: "3 us",
});
const baseLatency = (value: string, source: string): FieldRow => ({
  name: "base_latency",
  doc: "Time of a collective before its first hop: its kernel starts and meets those of the other devices.",
  accepts: seconds,
  unit: "us",
  default: value,
  range: [0, 10],
  plausible: { most: 1e-2, because: "collectives start within microseconds" },
  calibrated: [1e-7, 1e-3],
  source,
  example: "20 us",
});
const efficiency = (value: string, source: string): FieldRow => ({
  name: "efficiency",
  doc: "The share of the bandwidth that large collectives reach.",
  accepts: ratio,
  unit: "%",
  default: value,
  range: [0.01, 1],
  calibrated: [0.05, 1],
  source,
  example: "80%",
});
/** How far a switched domain is from one generation to the next, 0 to 1, by what a device's links carry. */
const hopper = "min(1, max(0, bandwidth / (150 GB/s) - 2))";
const blackwell = "min(1, max(0, bandwidth / (450 GB/s) - 1))";
const sharp: FieldRow = {
  name: "sharp",
  doc: "Whether switches reduce in the network (SHARP).",
  accepts: truth,
  default: "false",
  example: "true",
};

const sharpEfficiency: FieldRow = {
  name: "sharp_efficiency",
  doc: "The share of the links' effective bandwidth that reductions in the switches reach.",
  accepts: ratio,
  unit: "%",
  default: `84% - 5% * ${blackwell}`,
  range: [0.01, 1],
  calibrated: [0.05, 1],
  source: `${links}: NVLink 4 and 5, straight lines between them`,
  example: "84%",
};
const mesh: FieldRow = {
  name: "mesh",
  doc: "Which devices of the domain are neighbours.",
  accepts: {
    words: [
      { word: "fully_connected", doc: "every device is joined to every other by as many links" },
      {
        word: "hybrid_cube_mesh",
        doc: "eight devices of six links: two quads with one or two links between neighbours (NVIDIA DGX-1V)",
      },
    ],
  },
  default: "fully_connected",
  example: "hybrid_cube_mesh",
};
const boards: FieldRow = {
  name: "boards",
  doc: "Boards of the domain: devices of one board are joined by the links, boards by their devices' slots.",
  accepts: count(),
  default: "1",
  range: [1, 64],
  example: "2",
};
const slot: FieldRow = {
  name: "slot",
  doc: "What a device's slot carries per direction, where the domain has several boards.",
  accepts: bandwidth,
  unit: "GB/s",
  default: "32 GB/s",
  range: [1, null],
  plausible: { least: 5e9, most: 2e12, because: "PCIe slots carry 16 to 128 GB/s" },
  source: "PCIe 4.0 x16",
  example: "64 GB/s",
};

const nic: FieldRow = {
  name: "nic",
  doc: "Rate of one network card, per direction; cards are sold in bits.",
  accepts: bandwidth,
  unit: "Gb/s",
  range: [1, null],
  plausible: { least: 1e9 / 8, most: 1.6e12 / 8, because: "network cards carry 10 to 800 Gb/s" },
  example: "400 Gb/s",
};
const nicsPerNode: FieldRow = {
  name: "nics_per_node",
  doc: "Network cards of one node.",
  accepts: count(),
  default: "devices_per_node",
  range: [1, 100_000],
  plausible: { most: 512, because: "nodes have about one card per device" },
  example: "8",
};
const railOptimised = (value: string): FieldRow => ({
  name: "rail_optimised",
  doc: "Whether devices of one rank in their nodes share a switch.",
  accepts: truth,
  default: value,
  example: "true",
});
const oversubscription: FieldRow = {
  name: "oversubscription",
  doc: "Bandwidth below a leaf switch over bandwidth above it: 1 is full bisection, 2 halves what leaves a leaf.",
  accepts: ratio,
  default: "1",
  range: [1, 100],
  example: "2",
};

export const clusterTags: readonly RecordRow[] = [
  {
    name: "nvswitch",
    doc: "Every device of the domain reaches every other at full bandwidth through switches.",
    fields: [
      upBandwidth,
      domain("devices_per_node"),
      latency("0.6 us", NCCL_HOPS),
      baseLatency(
        `38 us - 29 us * ${hopper} + 16 us * ${blackwell}`,
        `${links}: NVLink 3, 4 and 5, straight lines between them`,
      ),
      sharp,
      efficiency(
        `76% + 8% * ${hopper} - 8% * ${blackwell}`,
        `${links}: NVLink 3, 4 and 5, straight lines between them`,
      ),
      sharpEfficiency,
    ],
    positional: "bandwidth",
  },
  {
    name: "nvlink",
    doc: "Devices of the domain are joined by direct links.",
    fields: [
      upBandwidth,
      domain("devices_per_node"),
      mesh,
      boards,
      slot,
      latency("0.6 us", NCCL_HOPS),
      baseLatency("46 us", `${links}: NVLink 2`),
      efficiency("93%", `${links}: NVLink 2`),
    ],
    positional: "bandwidth",
  },
  {
    name: "pcie",
    doc: "Devices of the domain share PCI Express.",
    fields: [
      { ...upBandwidth, doc: "Per device and direction: 32 GB/s for PCIe 4.0 x16.", example: "32 GB/s" },
      domain("devices_per_node"),
      latency("1 us", NCCL_HOPS),
      baseLatency("40 us", "taken to be as on NVLink 3: src/engine/CALIBRATION.md"),
      efficiency("65%", `${links}: SimuMax's A100s in slots`),
    ],
    positional: "bandwidth",
  },
  {
    name: "torus",
    doc: "Devices stand on a grid closed in every dimension and are linked to their neighbours (TPU's ICI).",
    fields: [
      {
        name: "shape",
        doc: "Devices along each dimension.",
        accepts: { list: count() },
        range: [1, null],
        example: "[16, 16, 24]",
      },
      {
        name: "link",
        doc: "Bandwidth of one link, per direction; a device has two links in each dimension.",
        accepts: bandwidth,
        unit: "GB/s",
        range: [1, null],
        plausible: { least: 1e9, most: 1e12, because: "links of a torus carry 50 to 200 GB/s" },
        example: "100 GB/s",
      },
      {
        ...upBandwidth,
        doc: "Sum over a device's links in one direction.",
        default: "2 * length(shape) * link",
        derived: true,
      },
      { ...domain("product(shape)", "Devices of the torus."), derived: true },
      latency("1 us", guess),
      baseLatency("10 us", guess),
      efficiency("90%", guess),
    ],
  },
  {
    name: "fat_tree",
    doc: "A switched fabric of leaves and spines (InfiniBand, or Ethernet built alike).",
    fields: [
      nic,
      nicsPerNode,
      railOptimised("true"),
      oversubscription,
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
      oversubscription,
      latency("5 us", guess),
      baseLatency("14 us", "taken to be as on InfiniBand"),
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
      oversubscription,
      latency("30 us", `${links}: four p6-b200 nodes`),
      baseLatency("14 us", "taken to be as on InfiniBand"),
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
      oversubscription,
      latency("5 us", guess),
      baseLatency("14 us", "taken to be as on InfiniBand"),
      efficiency("34%", "bigscience's chronicles: all-reduce at 135 of 400 Gb/s between two nodes"),
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
  {
    name: "poisson",
    doc: "Failures strike devices independently, at a constant rate.",
    fields: [
      {
        name: "mtbf",
        doc: "Mean time between failures of one device: device time observed over failures seen.",
        accepts: { numbers: ["GPU*s", "s"] },
        unit: "GPU-years",
        range: [1, null],
        plausible: { least: 86_400 * 30, because: "devices last months to years between failures" },
        example: "16_384 GPUs * 54 days / 419",
      },
    ],
    positional: "mtbf",
  },
];

const orNone = (tags: readonly string[], doc: string): Accepts => ({ tags, words: [{ word: "none", doc }] });

export const clusterRow: RecordRow = {
  name: "cluster",
  doc: "Devices and the networks between them.",
  fields: [
    {
      name: "device",
      doc: "The device, all the same.",
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
      accepts: orNone(["fat_tree", "ethernet", "efa", "omni_path", "dcn"], "one domain is the whole cluster"),
      default: "none",
      example: "fat_tree(nic = 400 Gb/s)",
    },
    {
      name: "price",
      doc: "Price of one device.",
      accepts: { numbers: ["$/GPU/s"], words: [{ word: "none", doc: "no costs" }] },
      unit: "$/GPU-hour",
      default: "none",
      range: [0, null],
      plausible: { least: 0.01 / 3_600, most: 100 / 3_600, because: "device hours sell for $0.50 to $15" },
      example: "$2.50/GPU-hour",
    },
    {
      name: "failures",
      doc: "How devices fail.",
      accepts: orNone(["poisson"], "failures are left out"),
      default: "none",
      example: "poisson(mtbf = 16_384 GPUs * 54 days / 419)",
    },
    {
      name: "restart",
      doc: "From a failure to training again, without the work lost.",
      accepts: seconds,
      unit: "min",
      default: "10 min",
      range: [0, null],
      plausible: { most: 86_400, because: "restarts take minutes" },
      example: "10 min",
    },
    {
      name: "storage_bandwidth",
      doc: "Bandwidth of the shared storage that checkpoints go to, for the whole cluster.",
      accepts: bandwidth,
      unit: "GB/s",
      default: "100 GB/s",
      range: [1, null],
      example: "2 TB/s",
    },
  ],
};
