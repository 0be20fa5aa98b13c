import { bandwidth, count, seconds, wordList, words } from "../../accepts.ts";
import type { FieldRow, RecordRow } from "../../row.ts";

/** What fails, and for a fleet and for one of each how it is asked. */
const components: readonly (readonly [name: string, what: string, each: string])[] = [
  ["gpu", "devices, without their memory", "device"],
  ["hbm", "memory of devices", "device"],
  ["sdc", "silent data corruption", "device"],
  ["host", "hosts: processors, memory, power, drives, boards", "node"],
  ["nic", "network adapters", "adapter"],
  ["cable", "cables and optics", "cable"],
  ["switch", "switches", "switch"],
  ["software", "the software of the job", "job"],
  ["other", "all else", "job"],
];

/** One time, or one for each kind of part. */
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
  {
    name: "fleet",
    doc: "Interruptions that a fleet saw, by what failed; they grow with the devices.",
    fields: [
      {
        name: "devices",
        doc: "Devices of the fleet.",
        accepts: count("GPU"),
        range: [1, 1e9],
        example: "16_384",
      },
      {
        name: "period",
        doc: "How long they were watched.",
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
    doc: "Failures a year of one part of each kind: `gpu = 9%` is one device in eleven.",
    fields: components.map(
      ([name, what, each]): FieldRow => ({
        name,
        doc: `Of ${what}, for each ${each}.`,
        accepts: { numbers: ["1"] },
        default: "0",
        range: [0, null],
        plausible:
          each === "job"
            ? { most: 1e5, because: "a job stops a few times a day at most" }
            : { most: 10, because: "parts fail less than once a month" },
        example: each === "job" ? "50" : "5%",
      }),
    ),
  },
  {
    name: "staged",
    doc: "What a restart is made of; loading the checkpoint comes on top, from its bytes.",
    fields: [
      time(
        "detection",
        "From the failure until it is noticed.",
        "10 min",
        "PyTorch, ProcessGroupNCCL: default timeout of a collective; arXiv:2402.15627: less than 10 minutes on average",
      ),
      time("replacement", "Until a spare node stands in for the one that failed.", "0 min"),
      time(
        "launch",
        "Until all processes run and have their communicators.",
        "5 min",
        "MLPerf Training v3.1 to v5.0, Llama 3.1 405B and GPT-3 on 512 to 10,752 H100: init_start to init_stop of 3 to 14 minutes",
      ),
      time("warm_up", "What the first steps take longer.", "0 min"),
    ],
  },
  {
    name: "by_part",
    doc: "A time for each kind of part that fails: an error of a device is noticed in seconds, corrupted data in hours.",
    fields: [
      ...components.map(
        ([name, what]): FieldRow => ({
          name,
          doc: `After a failure of ${what}.`,
          accepts: seconds,
          unit: "min",
          default: "otherwise",
          range: [0, null],
          example: name === "sdc" ? "6 h" : "1 min",
        }),
      ),
      {
        name: "otherwise",
        doc: "After all others.",
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
    doc: "Planned interruptions: a checkpoint is saved before them, so that no work is lost.",
    fields: [
      {
        name: "every",
        doc: "From one to the next.",
        accepts: seconds,
        unit: "days",
        range: [1, null],
        example: "14 days",
      },
      { name: "lasts", doc: "How long.", accepts: seconds, unit: "h", range: [0, null], example: "4 h" },
    ],
  },
  {
    name: "spot",
    doc: "Capacity that its owner takes back, for less money.",
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
        doc: "Mean time between reclamations of each node; N nodes are reclaimed N times as often. With `per = cluster`, of any node of the cluster.",
        accepts: seconds,
        unit: "h",
        range: [1, null],
        example: "30 days",
      },
      {
        name: "per",
        doc: "What `mtbf` is of.",
        accepts: words([
          ["node", "each node: a cluster of N is interrupted N times as often"],
          ["cluster", "the whole cluster: what its log of interruptions shows"],
        ]),
        default: "node",
        example: "cluster",
      },
      alone(
        "notice",
        "Warning before it is gone; a checkpoint that is saved within it saves the work.",
        "2 min",
        "Amazon EC2 User Guide, Spot Instance interruption notices",
      ),
      alone("wait", "Until there is capacity again.", "10 min"),
    ],
  },
];

const orNone = (tags: readonly string[], doc: string) => ({ tags, words: wordList([["none", doc]]) });

/** Of a cluster: how it fails, and what it takes to go on. */
export const reliabilityFields: readonly FieldRow[] = [
  {
    name: "failures",
    doc: "How its parts fail.",
    accepts: orNone(["poisson", "fleet", "annual"], "failures are left out"),
    default: "none",
    example: "poisson(mtbf = 16_384 GPUs * 54 days / 419)",
  },
  {
    name: "restart",
    doc: "From a failure to training again, without the work lost.",
    accepts: { tags: ["staged"], ...seconds },
    unit: "min",
    default: "10 min",
    range: [0, null],
    plausible: { most: 86_400, because: "restarts take minutes" },
    example: "10 min",
  },
  {
    name: "spares",
    doc: "Nodes that stand ready beside those that train; they are paid for.",
    accepts: { ...count(), words: wordList([["ample", "one is always at hand, and none is paid for"]]) },
    default: "ample",
    range: [0, 1e7],
    example: "16",
  },
  {
    name: "repair",
    doc: "Time until a node that failed is back, on average.",
    accepts: timeByPart,
    unit: "h",
    default: "24 h",
    range: [1, null],
    example: "24 h",
  },
  {
    name: "maintenance",
    doc: "Windows in which nothing trains.",
    accepts: orNone(["windows"], "there are none"),
    default: "none",
    example: "windows(every = 14 days, lasts = 4 h)",
  },
  {
    name: "capacity",
    doc: "Whether somebody else may take nodes back.",
    accepts: { tags: ["spot"], words: wordList([["kept", "nobody does"]]) },
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
