import { words } from "../../accepts.ts";
import type { Accepts } from "../../row.ts";

/** How layers go to stages. */
export const splitWords: Accepts = words([
  ["even", "the same number to every chunk"],
  ["lighter_ends", "one fewer to the first and to the last stage"],
  ["uneven", "any remainder is spread"],
  [
    "lighter_last",
    "the fewest that take all in equal parts; the last chunk, which has the head, what is left",
  ],
  [
    "balanced",
    "by work, the head counted as the layers it costs; a stage ends with the layer that takes it beyond its share",
  ],
  ["balanced_exact", "the same, but a stage whose share ends with a layer ends there"],
]);
