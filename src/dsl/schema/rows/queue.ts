import { count, ratio, seconds, wordList, words } from "../accepts.ts";
import type { FieldRow, RecordRow } from "../row.ts";
import { jobTag } from "./queue/job.ts";

/** Jobs that share a cluster, and the rules by which they get their nodes. */

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
    name: "team",
    doc: "Who jobs are of.",
    fields: [
      { name: "name", doc: "As its jobs write it.", accepts: { text: true }, example: '"vision"' },
      {
        name: "quota",
        doc: "Devices that its jobs may have at once.",
        accepts: { ...count("GPU"), words: wordList([["none", "any number"]]) },
        default: "none",
        range: [1, 1e7],
        example: "64",
      },
      {
        name: "share",
        doc: "Its share of the cluster over those of all teams, for fair share.",
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
      weight("age", "Of the time since submission, 1 at `max_age`."),
      weight("fair_share", "Of the team's fair share: 2^(-used / share)."),
      weight("size", "Of the job's part of the cluster's nodes."),
      weight("priority", "Of the job's own priority."),
      {
        name: "max_age",
        doc: "Age from which on it counts no more.",
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
      doc: "What they share.",
      accepts: { definition: "cluster" },
      example: "pod",
    },
    {
      name: "jobs",
      doc: "Who wants what, when.",
      accepts: { list: { tags: ["job"] } },
      example: "[job(base), job(small, submit = 2 h)]",
    },
    {
      name: "teams",
      doc: "Quotas and shares; a team that is not listed has no quota, and the share 1, where none is.",
      accepts: { list: { tags: ["team"] } },
      default: "[]",
      example: '[team("vision", quota = 64)]',
    },
    {
      name: "order",
      doc: "Which waiting job is next; of equals the one that was submitted first.",
      accepts: {
        tags: ["multifactor"],
        words: wordList([
          ["submitted", "the one that was submitted first"],
          ["shortest", "the one with the least `limit`"],
          ["priority", "the one with the highest `priority`"],
          ["fair_share", "of the team that used least of its share"],
        ]),
      },
      default: "submitted",
      source: MULTIFACTOR,
      example: "priority",
    },
    {
      name: "backfill",
      doc: "Who may pass a job that waits.",
      accepts: words([
        ["none", "nobody"],
        ["easy", "who does not delay the first one that waits (Lifka, JSSPP 1995)"],
        ["conservative", "who delays nobody before it (Mu'alem and Feitelson, IEEE TPDS 12(6), 2001)"],
      ]),
      default: "easy",
      source: "slurm.schedmd.com/sched_config.html: backfill is Slurm's default",
      example: "none",
    },
    {
      name: "preemption",
      doc: "Whether a job that does not fit ends others, which wait again and go on from their last checkpoints.",
      accepts: words([
        ["none", "never"],
        ["lower_priority", "those of lower `priority`, the fewest that are needed"],
      ]),
      default: "none",
      source: "kueue.sigs.k8s.io/docs/concepts/preemption; slurm.schedmd.com/preempt.html",
      example: "lower_priority",
    },
    {
      name: "placement",
      doc: "Which nodes a job gets.",
      accepts: words([
        ["anywhere", "whichever are free"],
        ["preferred", "under as few leaves of the fabric as are free"],
        ["required", "under no more leaves than would hold it, or it waits"],
      ]),
      default: "preferred",
      source: "slurm.schedmd.com/topology.html; kueue.sigs.k8s.io/docs/concepts/topology_aware_scheduling",
      example: "required",
    },
    {
      name: "leaf",
      doc: "Nodes under one leaf of the fabric.",
      accepts: {
        ...count(),
        words: wordList([["fabric", "as `cluster.scale_out` says; all of them where it says nothing"]]),
      },
      default: "fabric",
      range: [1, 1e7],
      example: "16",
    },
    {
      name: "half_life",
      doc: "In which what a team has used counts half.",
      accepts: seconds,
      unit: "days",
      default: "7 days",
      range: [1, null],
      source: "slurm.schedmd.com/slurm.conf.html: PriorityDecayHalfLife",
      example: "14 days",
    },
    {
      name: "seed",
      doc: "Of what jobs draw by chance: the same seed gives the same jobs.",
      accepts: count(),
      default: "1",
      range: [0, 2 ** 31 - 1],
      example: "7",
    },
  ],
};
