import type { Failure } from "../../kernel/core/evaluation/failure.ts";
import type { TsCells } from "../../kernel/core/evaluation/tsSide.ts";

const WHY =
  "TypeScript cells need Node: install DTP on a machine (`npm install -g dtplan`) and open the notebook there";

const FAILURE: Failure = {
  ename: "no-typescript",
  evalue: WHY,
  traceback: [`\u001b[1merror[no-typescript]: ${WHY}\u001b[0m`],
};

/** TypeScript cells of a kernel in a page: each run fails with a sentence on what it needs. */
export const noTypescript: TsCells = {
  run: async () => FAILURE,
  complete: (_body, offset) => ({ start: offset, end: offset, items: [] }),
  inspect: () => null,
  isComplete: () => ({ completed: true, indent: "" }),
  names: () => [],
  reset() {},
};
