import { bandwidth, count, ratio, truth } from "../../notation/accepts.ts";
import { ofGenerations } from "../../notation/generations.ts";
import type { FieldRow, Plausible, RecordRow } from "../../notation/row.ts";
import { baseLatency, efficiency, guess, latency, links, NCCL_HOPS, sharp } from "./link.ts";

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
/**
 * Makes the default of a link's field that depends on the generation of the NVIDIA device, but not on the rate of its
 * links. `other` is the value for all other generations.
 */
const byGeneration = (volta: string, ampere: string, hopper: string, blackwell: string, other: string) =>
  `if ${ofGenerations("device.architecture", "volta", "turing")} then ${volta} else if ${ofGenerations("device.architecture", "ampere", "ampere_rtx", "ada")} then ${ampere} else if ${ofGenerations("device.architecture", "hopper")} then ${hopper} else if ${ofGenerations("device.architecture", "blackwell", "blackwell_rtx", "none")} then ${blackwell} else ${other}`;
const generations = `${links}: by the device's generation; an unknown device counts as the newest`;
/**
 * Makes the field for the start-up latency of a collective. The default depends on the device's generation and not on
 * the link, because a collective's kernels start and synchronize on the devices. `other` is the default for all other
 * generations.
 */
const start = (other: string): FieldRow =>
  baseLatency(byGeneration("46 us", "38 us", "9 us", "25 us", other), generations);
const sharpEfficiency: FieldRow = {
  name: "sharp_efficiency",
  doc: "The share of the links' effective bandwidth that in-switch reductions reach.",
  accepts: ratio,
  unit: "%",
  default: byGeneration("84%", "84%", "84%", "79%", "84%"),
  range: [0.01, 1],
  calibrated: [0.05, 1],
  source: generations,
  example: "84%",
};
const mesh: FieldRow = {
  name: "mesh",
  doc: "How the devices of the domain are linked.",
  accepts: {
    words: [
      { word: "fully_connected", doc: "every device is linked to every other with the same bandwidth" },
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
  doc: "Boards in the domain. Links connect devices of one board; PCIe slots connect boards.",
  accepts: count(),
  default: "1",
  range: [1, 64],
  example: "2",
};
const slot: FieldRow = {
  name: "slot",
  doc: "Bandwidth of a device's slot per direction, if the domain has several boards.",
  accepts: bandwidth,
  unit: "GB/s",
  default: "32 GB/s",
  range: [1, null],
  plausible: { least: 5e9, most: 2e12, because: "PCIe slots carry 16 to 128 GB/s" },
  source: "PCIe 4.0 x16",
  example: "64 GB/s",
};

const pcieLink = (name: string, doc: string, value: string, source: string, example: string): FieldRow => ({
  name,
  doc,
  accepts: bandwidth,
  unit: "GB/s",
  default: value,
  range: [1, null],
  plausible: { least: 1e9, most: 1e12, because: "links of a server carry 6 to 200 GB/s" },
  source,
  example,
});
/** Schema of the fields of a PCIe tree, in which all traffic of a switch or a processor shares one link. */
const pcieTree: readonly FieldRow[] = [
  {
    name: "switch",
    doc: "Devices below one PCIe switch; 1 where slots are the processors' own.",
    accepts: count("GPU"),
    default: "1",
    range: [1, 64],
    example: "4",
  },
  pcieLink(
    "uplink",
    "Bandwidth from a PCIe switch to its processor, per direction, shared by the switch's devices.",
    "bandwidth",
    "one x16 uplink, as wide as a slot",
    "32 GB/s",
  ),
  {
    name: "sockets",
    doc: "Processors (sockets) of a node, each with an equal share of its devices.",
    accepts: count(),
    default: "2",
    range: [1, 64],
    example: "1",
  },
  pcieLink(
    "socket_link",
    "Bandwidth between two processors per direction (UPI or xGMI), shared by their devices.",
    "65% * bandwidth",
    'src/engine/CALIBRATION.md, "Links": SimuMax, a100_pcie.json; NVIDIA/nccl, src/graph/topo.h has 10 (Skylake) to 40 GB/s (Emerald Rapids), 16 to 32 (AMD)',
    "22 GB/s",
  ),
  {
    name: "bridge",
    doc: "NVLink bridge between pairs of devices: bandwidth per device and direction.",
    accepts: {
      numbers: ["B/s"],
      words: [{ word: "none", doc: "PCIe slots are the only connection between devices" }],
    },
    unit: "GB/s",
    default: "none",
    range: [1, null],
    plausible: { least: 1e10, most: 1e12, because: "bridges carry 56 to 300 GB/s" },
    example: "300 GB/s",
  },
  {
    name: "peer_access",
    doc: "Whether devices write to each other's memory over PCI Express (peer access). GeForce cards since the RTX 4090 cannot: their messages pass through host memory.",
    accepts: truth,
    default: "true",
    example: "false",
  },
];

/** Schema of the tags for links between the devices of a node, a rack or a slice, such as `nvswitch`. */
export const scaleUpTags: readonly RecordRow[] = [
  {
    name: "nvswitch",
    doc: "Every device of the domain reaches every other at full bandwidth through switches.",
    fields: [
      upBandwidth,
      domain("devices_per_node"),
      latency("0.6 us", NCCL_HOPS),
      start("25 us"),
      sharp,
      efficiency(byGeneration("76%", "76%", "84%", "76%", "76%"), generations),
      sharpEfficiency,
    ],
    positional: "bandwidth",
  },
  {
    name: "nvlink",
    doc: "Direct links between the devices of the domain.",
    fields: [
      upBandwidth,
      domain("devices_per_node"),
      mesh,
      boards,
      slot,
      latency("0.6 us", NCCL_HOPS),
      start("46 us"),
      efficiency("93%", `${links}: NVLink 2`),
    ],
    positional: "bandwidth",
  },
  {
    name: "pcie",
    doc: "The devices of the domain communicate over PCI Express.",
    fields: [
      { ...upBandwidth, doc: "Per device and direction: 32 GB/s for PCIe 4.0 x16.", example: "32 GB/s" },
      domain("devices_per_node"),
      ...pcieTree,
      latency("1 us", NCCL_HOPS),
      start("38 us"),
      efficiency("65%", `${links}: SimuMax's A100s in slots`),
    ],
    positional: "bandwidth",
  },
  {
    name: "torus",
    doc: "A torus: a grid with links between neighbours and wrap-around links (TPU's ICI).",
    fields: [
      {
        name: "shape",
        doc: "Devices along each dimension.",
        accepts: { list: count(), filled: true },
        range: [1, null],
        example: "[16, 16, 24]",
      },
      {
        name: "wrap",
        doc: "A dimension has wrap-around links if its length is a multiple of this number: 4 for cubes of 4 x 4 x 4, 16 if only a pod's whole width wraps around.",
        accepts: count(),
        default: "1",
        range: [1, 10_000],
        source: "arXiv:2304.01433, section 2.2; jax-ml.github.io/scaling-book/tpus",
        example: "4",
      },
      {
        name: "optical",
        doc: "Whether slices are built from whole cubes with edges of `wrap` by optical switches. A slice of any other shape then has no wrap-around links.",
        accepts: truth,
        default: "false",
        source: "cloud.google.com/tpu/docs/v5p",
        example: "true",
      },
      {
        name: "twisted",
        doc: "Whether the wrap-around links are twisted, which speeds up all-to-alls on slices of k x k x 2k and k x 2k x 2k.",
        accepts: truth,
        default: "false",
        source: "arXiv:2304.01433, on twisted tori",
        example: "true",
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
        doc: "Total bandwidth of a device's links in one direction.",
        default: "2 * length(shape) * link",
        derived: true,
      },
      { ...domain("product(shape)", "Devices of the torus."), derived: true },
      latency("1 us", guess),
      baseLatency("10 us", guess),
      efficiency("90%", guess),
    ],
  },
];
