import type { AskExplanation, NodesOf } from "../../editor/explain/explainedNumbers.ts";
import { lateScript } from "../dom/lateScript.ts";

/** Global in which `answers.js` leaves its function. */
export const ANSWERS = "dtp:answers";

/** Makes the tables below an element answer, and their numbers explain themselves. */
export type MakeAnswer = (root: ParentNode, ask: AskExplanation, nodesOf: NodesOf) => void;

/** Loads `answers.js` from the folder of scripts. */
export const loadAnswers = lateScript<MakeAnswer>("answers.js", ANSWERS, "the script of tables did not load");
