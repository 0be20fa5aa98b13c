import { words } from "../../notation/accepts.ts";
import type { Accepts } from "../../notation/row.ts";

/** Words of the plan's field `split`: how layers are assigned to pipeline stages. */
export const splitWords: Accepts = words([
  ["even", "the same number of layers in every chunk"],
  ["lighter_ends", "one layer fewer in the first and in the last stage"],
  ["uneven", "a remainder is distributed"],
  ["lighter_last", "equal chunks, rounded up; the last chunk, which has the head, gets the rest"],
  [
    "balanced",
    "by work, counting the head as equivalent layers; a stage ends with the layer that exceeds its share",
  ],
  ["balanced_exact", "by work as in nanotron, but a stage whose share ends exactly at a layer ends there"],
]);
