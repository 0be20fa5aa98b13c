import { bandwidth, count, seconds, wordList, words } from "../../notation/accepts.ts";
import type { FieldRow, RecordRow } from "../../notation/row.ts";

/**
 * Components of a cluster that fail. For each: the name of its field, the words for all such components of a fleet, and
 * the word for a single one.
 */
const components: readonly (readonly [name: string, what: string, each: string])[] = [
  ["gpu", "devices, without their memory", "device"],
  ["hbm", "memory of devices", "device"],
  ["sdc", "silent data corruption", "device"],
  ["host", "hosts: processors, memory, power, drives, boards", "node"],
  ["nic", "network adapters", "adapter"],
  ["cable", "cables and optics", "cable"],
  ["switch", "switches", "switch"],
  ["software", "the software of the job", "job"],
  ["other", "everything else", "job"],
];

/**
 * Accepted values of a field for a time in recovery: one time for all failures, or `by_part(..)` with a time for each
 * failing component.
 */
const timeByPart = { tags: ["by_part"], ...seconds };

const time = (name: string, doc: string, value: string, source?: string): FieldRow => ({
  name,
  doc,
  accepts: timeByPart,
  unit: "min",
  default: value,
  range: [0, null],
  ...(source === undefined ? {} : { source }),
  example: "5 min",
});

const alone = (...row: Parameters<typeof time>): FieldRow => ({ ...time(...row), accepts: seconds });

export const reliabilityTags: readonly RecordRow[] = [
  {
    name: "poisson",
    doc: "Failures strike devices independently, at a constant rate.",
    fields: [
      {
        name: "mtbf",
        doc: "Mean time between failures of one device: observed device time divided by the number of failures.",
        accepts: { numbers: ["GPU*s", "s"] },
        unit: "GPU-years",
        range: [1, null],
        plausible: { least: 86_400 * 30, because: "devices last months to years between failures" },
        example: "16_384 GPUs * 54 days / 419",
      },
    ],
    positional: "mtbf",
  },
  {
    name: "fleet",
    doc: "Interruptions observed on a fleet, by failing part. Their rate grows in proportion to the number of devices.",
    fields: [
      {
        name: "devices",
        doc: "Number of devices in the fleet.",
        accepts: count("GPU"),
        range: [1, 1e9],
        example: "16_384",
      },
      {
        name: "period",
        doc: "Length of the observation.",
        accepts: seconds,
        unit: "days",
        range: [1, null],
        example: "54 days",
      },
      ...components.map(
        ([name, what]): FieldRow => ({
          name,
          doc: `Interruptions by ${what}.`,
          accepts: { numbers: ["1"] },
          default: "0",
          range: [0, null],
          example: "72",
        }),
      ),
    ],
  },
  {
    name: "annual",
    doc: "Failures per year of one part of each kind: `gpu = 9%` means one device in eleven.",
    fields: components.map(
      ([name, what, each]): FieldRow => ({
        name,
        doc: `Yearly failure rate of ${what}, per ${each}.`,
        accepts: { numbers: ["1"] },
        default: "0",
        range: [0, null],
        plausible:
          each === "job"
            ? { most: 1e5, because: "a job stops at most a few times per day" }
            : { most: 10, because: "parts fail less than once per month" },
        example: each === "job" ? "50" : "5%",
      }),
    ),
  },
  {
    name: "staged",
    doc: "The parts of a restart. The time to load the checkpoint is added, computed from its size.",
    fields: [
      time(
        "detection",
        "Time until the failure is detected.",
        "10 min",
        "PyTorch, ProcessGroupNCCL: default timeout of a collective; arXiv:2402.15627: less than 10 minutes on average",
      ),
      time("replacement", "Time until a spare node replaces the failed one.", "0 min"),
      time(
        "launch",
        "Time until all processes run and have set up communication.",
        "5 min",
        "MLPerf Training v3.1 to v5.0, Llama 3.1 405B and GPT-3 on 512 to 10,752 H100: init_start to init_stop of 3 to 14 minutes",
      ),
      time("warm_up", "Extra time of the first steps after a restart.", "0 min"),
    ],
  },
  {
    name: "by_part",
    doc: "A time for each kind of failing part: a device error is detected within seconds, data corruption after hours.",
    fields: [
      ...components.map(
        ([name, what]): FieldRow => ({
          name,
          doc: `Time after a failure of ${what}.`,
          accepts: seconds,
          unit: "min",
          default: "otherwise",
          range: [0, null],
          example: name === "sdc" ? "6 h" : "1 min",
        }),
      ),
      {
        name: "otherwise",
        doc: "Time after all other failures.",
        accepts: seconds,
        unit: "min",
        range: [0, null],
        example: "10 min",
      },
    ],
    positional: "otherwise",
  },
  {
    name: "windows",
    doc: "Planned interruptions. A checkpoint is saved before each, so no work is lost.",
    fields: [
      {
        name: "every",
        doc: "Time from one interruption to the next.",
        accepts: seconds,
        unit: "days",
        range: [1, null],
        example: "14 days",
      },
      {
        name: "lasts",
        doc: "Duration of each.",
        accepts: seconds,
        unit: "h",
        range: [0, null],
        example: "4 h",
      },
    ],
  },
  {
    name: "spot",
    doc: "Spot capacity: cheaper, because the provider can reclaim it.",
    fields: [
      {
        name: "price",
        doc: "Price of one device.",
        accepts: { numbers: ["$/GPU/s"] },
        unit: "$/GPU-hour",
        range: [0, null],
        example: "$1/GPU-hour",
      },
      {
        name: "mtbf",
        doc: "Mean time between reclamations of *each* node; N nodes are reclaimed N times as often. With `per = cluster`: between reclamations anywhere in the cluster.",
        accepts: seconds,
        unit: "h",
        range: [1, null],
        example: "30 days",
      },
      {
        name: "per",
        doc: "Whether `mtbf` counts one node or the whole cluster.",
        accepts: words([
          ["node", "each node: a cluster of N is interrupted N times as often"],
          ["cluster", "the whole cluster: what its log of interruptions shows"],
        ]),
        default: "node",
        example: "cluster",
      },
      alone(
        "notice",
        "Notice before a node is reclaimed. If a checkpoint can be saved within it, no work is lost.",
        "2 min",
        "Amazon EC2 User Guide, Spot Instance interruption notices",
      ),
      alone("wait", "Time until capacity is available again.", "10 min"),
    ],
  },
];

const orNone = (tags: readonly string[], doc: string) => ({ tags, words: wordList([["none", doc]]) });

/** Schema of the cluster's fields for failures and recovery. */
export const reliabilityFields: readonly FieldRow[] = [
  {
    name: "failures",
    doc: "How the cluster's parts fail.",
    accepts: orNone(["poisson", "fleet", "annual"], "failures are ignored"),
    default: "none",
    example: "poisson(mtbf = 16_384 GPUs * 54 days / 419)",
  },
  {
    name: "restart",
    doc: "Time from a failure until training resumes, without the lost work.",
    accepts: { tags: ["staged"], ...seconds },
    unit: "min",
    default: "10 min",
    range: [0, null],
    plausible: { most: 86_400, because: "restarts take minutes" },
    example: "10 min",
  },
  {
    name: "spares",
    doc: "Spare nodes, ready to replace failed ones; they are paid for.",
    accepts: {
      ...count(),
      words: wordList([["ample", "a spare is always available, and none is paid for"]]),
    },
    default: "ample",
    range: [0, 1e7],
    example: "16",
  },
  {
    name: "repair",
    doc: "Mean time to repair a failed node.",
    accepts: timeByPart,
    unit: "h",
    default: "24 h",
    range: [1, null],
    example: "24 h",
  },
  {
    name: "maintenance",
    doc: "Maintenance windows, in which nothing trains.",
    accepts: orNone(["windows"], "there are none"),
    default: "none",
    example: "windows(every = 14 days, lasts = 4 h)",
  },
  {
    name: "capacity",
    doc: "Whether the provider may reclaim nodes (spot capacity).",
    accepts: { tags: ["spot"], words: wordList([["kept", "nodes are never reclaimed"]]) },
    default: "kept",
    example: "spot(price = $1/GPU-hour, mtbf = 30 days)",
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
];
