import { count, ratio, seconds, wordList, words } from "../notation/accepts.ts";
import type { FieldRow, RecordRow } from "../notation/row.ts";
import { jobTag } from "./queue/job.ts";

/** Source for the weights of a queue's multifactor order: the documentation of Slurm. */

const MULTIFACTOR = "slurm.schedmd.com/priority_multifactor.html";

const weight = (name: string, doc: string): FieldRow => ({
  name,
  doc,
  accepts: ratio,
  default: "0",
  range: [0, null],
  example: "1",
});

export const queueTags: readonly RecordRow[] = [
  jobTag,
  {
    name: "autoscale",
    doc: "Limits and delays of a queue's rented nodes.",
    fields: [
      {
        name: "min",
        doc: "Number of nodes that are always rented.",
        accepts: count(),
        default: "0",
        range: [0, 1e6],
        example: "2",
      },
      {
        name: "max",
        doc: "Largest number of nodes.",
        accepts: count(),
        default: "cluster.nodes",
        range: [1, 1e6],
        example: "64",
      },
      {
        name: "provision",
        doc: "Time from the order of a node until a job can start on it.",
        accepts: seconds,
        unit: "min",
        default: "10 min",
        range: [0, null],
        example: "5 min",
      },
      {
        name: "release",
        doc: "Time without a job after which a node is given back.",
        accepts: seconds,
        unit: "min",
        default: "10 min",
        range: [0, null],
        source: "kubernetes/autoscaler, cluster-autoscaler FAQ: --scale-down-unneeded-time",
        example: "30 min",
      },
    ],
    positional: "min",
  },
  {
    name: "team",
    doc: "A team that submits jobs.",
    fields: [
      {
        name: "name",
        doc: "Name of the team, as its jobs give it.",
        accepts: { text: true },
        example: '"vision"',
      },
      {
        name: "quota",
        doc: "The largest number of devices that the team's jobs may use at the same time.",
        accepts: { ...count("GPU"), words: wordList([["none", "any number"]]) },
        default: "none",
        range: [1, 1e7],
        example: "64",
      },
      {
        name: "share",
        doc: "The team's share of the cluster relative to other teams, for fair share.",
        accepts: ratio,
        default: "1",
        range: [1e-6, 1e6],
        example: "2",
      },
    ],
    positional: "name",
  },
  {
    name: "multifactor",
    doc: "The sum of weighted factors, the largest first, as Slurm's priority/multifactor.",
    fields: [
      weight("age", "Weight of the time since submission, which counts 1 at `max_age`."),
      weight("fair_share", "Weight of the team's fair share: 2^(-used / share)."),
      weight("size", "Weight of the job's size, as a share of the cluster's nodes."),
      weight("priority", "Weight of the job's own priority."),
      {
        name: "max_age",
        doc: "Waiting time after which age no longer raises the priority.",
        accepts: seconds,
        unit: "days",
        default: "7 days",
        range: [1, null],
        source: "slurm.schedmd.com/slurm.conf.html: PriorityMaxAge",
        example: "1 days",
      },
    ],
  },
];

export const queueRow: RecordRow = {
  name: "queue",
  doc: "Jobs that share a cluster.",
  fields: [
    {
      name: "cluster",
      doc: "The cluster that the jobs share.",
      accepts: { definition: "cluster" },
      example: "pod",
    },
    {
      name: "jobs",
      doc: "The jobs.",
      accepts: { list: { tags: ["job"] } },
      example: "[job(base), job(small, submit = 2 h)]",
    },
    {
      name: "teams",
      doc: "Quotas and shares of teams. Without any list, every team has no quota and the share 1.",
      accepts: { list: { tags: ["team"] } },
      default: "[]",
      example: '[team("vision", quota = 64)]',
    },
    {
      name: "order",
      doc: "Which waiting job is next; ties go to the one submitted first.",
      accepts: {
        tags: ["multifactor"],
        words: wordList([
          ["submitted", "the one that was submitted first"],
          ["shortest", "the one with the least `limit`"],
          ["priority", "the one with the highest `priority`"],
          ["fair_share", "a job of the team that used least of its share"],
        ]),
      },
      default: "submitted",
      source: MULTIFACTOR,
      example: "priority",
    },
    {
      name: "backfill",
      doc: "Backfill: which jobs may start before an earlier job that waits.",
      accepts: words([
        ["none", "nobody"],
        ["easy", "jobs that do not delay the first waiting job (Lifka, JSSPP 1995)"],
        ["conservative", "jobs that delay no job before them (Mu'alem and Feitelson, IEEE TPDS 12(6), 2001)"],
      ]),
      default: "easy",
      source: "slurm.schedmd.com/sched_config.html: backfill is Slurm's default",
      example: "none",
    },
    {
      name: "preemption",
      doc: "Whether a job without enough free nodes preempts others, which queue again and resume from their last checkpoints.",
      accepts: words([
        ["none", "never"],
        ["lower_priority", "jobs of lower `priority`, as few as needed"],
      ]),
      default: "none",
      source: "kueue.sigs.k8s.io/docs/concepts/preemption; slurm.schedmd.com/preempt.html",
      example: "lower_priority",
    },
    {
      name: "placement",
      doc: "Placement: which nodes a job gets.",
      accepts: words([
        ["anywhere", "any free nodes"],
        ["preferred", "free nodes under as few leaf switches as possible"],
        ["required", "only nodes under the fewest leaf switches that can hold it; otherwise it waits"],
      ]),
      default: "preferred",
      source: "slurm.schedmd.com/topology.html; kueue.sigs.k8s.io/docs/concepts/topology_aware_scheduling",
      example: "required",
    },
    {
      name: "leaf",
      doc: "Nodes under one leaf switch.",
      accepts: {
        ...count(),
        words: wordList([
          ["fabric", "the leaf switches of `cluster.scale_out`; all nodes if their size is not given"],
        ]),
      },
      default: "fabric",
      range: [1, 1e7],
      example: "16",
    },
    {
      name: "half_life",
      doc: "Half-life of a team's past usage.",
      accepts: seconds,
      unit: "days",
      default: "7 days",
      range: [1, null],
      source: "slurm.schedmd.com/slurm.conf.html: PriorityDecayHalfLife",
      example: "14 days",
    },
    {
      name: "autoscale",
      doc: "Nodes that are rented when jobs wait, and given back when idle. A node is paid for from its order on.",
      accepts: {
        tags: ["autoscale"],
        words: wordList([["none", "all nodes of the cluster, all the time"]]),
      },
      default: "none",
      source: "kubernetes.io/docs/concepts/cluster-administration/node-autoscaling",
      example: "autoscale(min = 2, provision = 10 min)",
    },
    {
      name: "failures",
      doc: "Failures of nodes during the simulation.",
      accepts: words([
        ["none", "no node fails; the running time of a scenario's job contains its failures"],
        [
          "simulated",
          "nodes fail at random by the cluster's `failures` and are repaired for `repair`; their jobs queue again and resume from the last checkpoint. The running time of a scenario's job is then the one without failures",
        ],
      ]),
      default: "none",
      example: "simulated",
    },
    {
      name: "seed",
      doc: "Random seed of jobs and failures: the same seed gives the same simulation.",
      accepts: count(),
      default: "1",
      range: [0, 2 ** 31 - 1],
      example: "7",
    },
  ],
};
