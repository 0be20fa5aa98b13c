/** Entry of the script that the first table of the playground loads: tables that answer, and numbers that explain themselves. */
import {
  type AskExplanation,
  explainedNumbers,
  type NodesOf,
} from "../../editor/explain/explainedNumbers.ts";
import { linkedLabels } from "../../editor/links/linkedLabels.ts";
import { answeringTables } from "../../editor/tables/answeringTable.ts";
import { ANSWERS, type MakeAnswer } from "./loadAnswers.ts";

const answer: MakeAnswer = (root: ParentNode, ask: AskExplanation, nodesOf: NodesOf): void => {
  answeringTables(root);
  linkedLabels(document);
  explainedNumbers(root, ask, nodesOf);
};

Reflect.set(globalThis, ANSWERS, answer);
