import type { AskExplanation, NodesOf } from "../../editor/explain/explainedNumbers.ts";
import type { Picture } from "../../editor/figures/figureTools.ts";
import { lateScript } from "../dom/lateScript.ts";

/** Global in which `answers.js` leaves its functions. */
export const ANSWERS = "dtp:answers";

export interface Answers {
  /** Makes the tables below an element answer, and their numbers explain themselves. */
  output(root: ParentNode, ask: AskExplanation, nodesOf: NodesOf): void;
  /** Makes the buttons that save a picture. `say` tells the reader why something is not possible. */
  figure(picture: Picture, say: (words: string) => void): readonly HTMLElement[];
  /** Draws an interactive figure into an element, from the specification `value`. */
  draw(target: HTMLElement, value: unknown, dark: boolean, scripts: string): Promise<void>;
}

/** Loads `answers.js` from the folder of scripts, once. A load that failed is tried again by the next call. */
export const loadAnswers = lateScript<Answers>(
  "answers.js",
  ANSWERS,
  "the script of tables and pictures did not load",
);
