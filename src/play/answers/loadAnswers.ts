import type { AskExplanation, NodesOf } from "../../editor/explain/explainedNumbers.ts";

/** Global in which `answers.js` leaves its function. */
export const ANSWERS = "dtp:answers";

/** Makes the tables below an element answer, and their numbers explain themselves. */
export type MakeAnswer = (root: ParentNode, ask: AskExplanation, nodesOf: NodesOf) => void;

let loading: Promise<MakeAnswer> | null = null;

/** Loads `answers.js` from the folder of scripts, once. A load that failed is tried again by the next call. */
export function loadAnswers(scripts: string): Promise<MakeAnswer> {
  loading ??= new Promise<MakeAnswer>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = `${scripts}answers.js`;
    script.addEventListener("load", () => resolve(Reflect.get(globalThis, ANSWERS) as MakeAnswer));
    script.addEventListener("error", () => {
      loading = null;
      reject(new Error("the script of tables did not load"));
    });
    document.head.append(script);
  });
  return loading;
}
