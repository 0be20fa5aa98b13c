import type { Schedule } from "../../../../engine/scenario/scheduleName.ts";
import { wordList, words } from "../../notation/accepts.ts";
import type { FieldRow, RecordRow } from "../../notation/row.ts";

/** Meanings of the pipeline schedules, by the schedule's name. */
const meanings: Readonly<Record<Exclude<Schedule, "custom">, string>> = {
  "1f1b": "one forward, one backward (arXiv:2006.09503)",
  interleaved_1f1b: "1F1B over vpp chunks per stage (arXiv:2104.04473); depth-first in arXiv:2211.05953",
  gpipe: "all forwards, then all backwards (arXiv:1811.06965)",
  breadth_first: "GPipe over vpp chunks per stage, chunk after chunk (arXiv:2211.05953)",
  zb_h1: "zero bubble, 1F1B's memory (arXiv:2401.10241)",
  zb_h2: "zero bubble, more memory (arXiv:2401.10241)",
  zb_v: "zero bubble, two chunks in a V (arXiv:2401.10241)",
  v_half: "two chunks in a V, half of 1F1B's activations (arXiv:2405.15362)",
  v_min: "two chunks in a V, a third of 1F1B's activations (arXiv:2405.15362)",
  dualpipe: "micro-batches enter from both ends, communication overlapped (arXiv:2412.19437)",
  dualpipe_v: "DualPipe's first half of the stages, both directions in one V",
  pipedream:
    "PipeDream: 1F1B that never drains, with a weight update after each micro-batch (arXiv:1806.03377)",
  naive: "one micro-batch through all stages and back before the next",
};

export const scheduleWords: readonly (readonly [word: string, doc: string])[] = Object.entries(meanings);

export const customTag: RecordRow = {
  name: "custom",
  doc: "A custom schedule: the passes of each stage, in order. It is checked for missing passes and deadlock.",
  fields: [
    {
      name: "order",
      doc: "The passes F (forward), B (input gradients), W (weight gradients) and BW (both gradients). If a stage has several chunks, a pass names its chunk (F1). The n-th pass of a kind runs micro-batch n. `(F BW)*n` repeats; n is a number, or in brackets a sum of p (stages), r (this stage), m (micro-batches) and v (vpp). One text for all stages, or a list with one per stage.",
      accepts: { text: true, list: { text: true } },
      example: '"F*(p - r - 1) (F BW)*(m - p + r + 1) BW*(p - r - 1)"',
    },
    {
      name: "placement",
      doc: "Which of the model's chunks a stage holds, if vpp is above 1.",
      accepts: words([
        ["loop", "every pp-th, as under interleaved 1F1B"],
        ["v", "down the stages and up again, as under ZB-V"],
      ]),
      default: "loop",
      example: "v",
    },
  ],
  positional: "order",
};

export const scheduleField: FieldRow = {
  name: "schedule",
  doc: "The pipeline schedule: the order of forward and backward passes on the stages.",
  accepts: {
    tags: ["custom"],
    words: wordList(scheduleWords),
  },
  default: "if vpp > 1 then interleaved_1f1b else 1f1b",
  example: "interleaved_1f1b",
};
