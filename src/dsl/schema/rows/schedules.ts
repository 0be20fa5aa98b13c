/** Pipeline schedules by name. */
export const scheduleWords: readonly (readonly [word: string, doc: string])[] = [
  ["1f1b", "one forward, one backward (arXiv:2006.09503)"],
  ["interleaved_1f1b", "1F1B over vpp chunks a stage (arXiv:2104.04473); depth-first in arXiv:2211.05953"],
  ["gpipe", "all forwards, then all backwards (arXiv:1811.06965)"],
  ["breadth_first", "GPipe over vpp chunks a stage, chunk after chunk (arXiv:2211.05953)"],
  ["zb_h1", "zero bubble, 1F1B's memory (arXiv:2401.10241)"],
  ["zb_h2", "zero bubble, more memory (arXiv:2401.10241)"],
  ["zb_v", "zero bubble, two chunks in a V (arXiv:2401.10241)"],
  ["v_half", "two chunks in a V, half of 1F1B's activations (arXiv:2405.15362)"],
  ["v_min", "two chunks in a V, a third of 1F1B's activations (arXiv:2405.15362)"],
  ["dualpipe", "from both ends, communication overlapped (arXiv:2412.19437)"],
  ["dualpipe_v", "DualPipe's first half of the stages, both directions in one V"],
  [
    "pipedream",
    "1F1B that never drains: an update after each micro-batch, with the weights it began with (arXiv:1806.03377)",
  ],
  ["naive", "one micro-batch through all stages and back before the next"],
];
