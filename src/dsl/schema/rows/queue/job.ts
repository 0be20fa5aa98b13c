import { count, ratio, seconds, wordList, words } from "../../notation/accepts.ts";
import type { FieldRow, RecordRow } from "../../notation/row.ts";

const fields: readonly FieldRow[] = [
  {
    name: "scenario",
    doc: "The scenario that the job runs. It sets the job's devices, time and checkpoints unless the job gives its own.",
    accepts: { scenario: true, words: wordList([["none", "the job gives its own devices and time"]]) },
    default: "none",
    example: "base",
  },
  {
    name: "name",
    doc: "Name of the job in tables and figures; by default the scenario's.",
    accepts: { text: true, words: wordList([["none", "as its scenario"]]) },
    default: "none",
    example: '"ablation"',
  },
  {
    name: "submit",
    doc: "Time of submission.",
    accepts: seconds,
    unit: "h",
    default: "0 s",
    range: [0, null],
    example: "2 h",
  },
  {
    name: "devices",
    doc: "Devices that the job needs, all at the same time. No other job runs on its nodes.",
    accepts: count("GPU"),
    default: "scenario.cluster.devices",
    range: [1, 1e7],
    example: "64",
  },
  {
    name: "time",
    doc: "Running time without preemption: by default the scenario's `time_to_train`.",
    accepts: seconds,
    unit: "h",
    default: "scenario.time_to_train",
    range: [1, null],
    example: "12 h",
  },
  {
    name: "limit",
    doc: "Time limit given to the scheduler, which uses it to plan reservations.",
    accepts: seconds,
    unit: "h",
    default: "time",
    range: [1, null],
    example: "24 h",
  },
  {
    name: "priority",
    doc: "Priority of the job, for `order = priority` and for preemption.",
    accepts: ratio,
    default: "0",
    range: [-1e9, 1e9],
    example: "10",
  },
  {
    name: "team",
    doc: "The team that submits the job, for quotas and fair share.",
    accepts: { text: true },
    default: '"all"',
    example: '"vision"',
  },
  {
    name: "checkpoint",
    doc: "Progress between checkpoints: a preempted job restarts from its last checkpoint.",
    accepts: {
      ...seconds,
      words: wordList([
        ["plan", "as the scenario's plan says; none for a job without a scenario"],
        ["none", "no checkpoints: a preempted job starts over"],
      ]),
    },
    unit: "min",
    default: "plan",
    range: [1, null],
    example: "30 min",
  },
  {
    name: "restart",
    doc: "Restart time after a preemption, until the job makes progress.",
    accepts: {
      ...seconds,
      words: wordList([
        [
          "cluster",
          "launching and loading the checkpoint, as the scenario's cluster says; none for a job without a scenario",
        ],
      ]),
    },
    unit: "min",
    default: "cluster",
    range: [0, null],
    example: "10 min",
  },
  {
    name: "copies",
    doc: "Number of identical jobs.",
    accepts: count(),
    default: "1",
    range: [1, 1e5],
    example: "20",
  },
  {
    name: "every",
    doc: "Time between the submissions of the job's copies.",
    accepts: seconds,
    unit: "h",
    default: "0 s",
    range: [0, null],
    example: "3 h",
  },
  {
    name: "random",
    doc: "Which times are random. They are drawn with the queue's `seed`; the given times are their means.",
    accepts: words([
      ["nothing", "one submission every `every`"],
      ["arrivals", "the times between submissions are random: a Poisson process"],
      [
        "both",
        "submission and running times are random, both exponential: an M/M/c queue if a job needs one node",
      ],
    ]),
    default: "nothing",
    example: "arrivals",
  },
];

export const jobTag: RecordRow = {
  name: "job",
  doc: "A job, or several identical ones.",
  fields,
  positional: "scenario",
};
