/**
 * Entry of the bundle that evaluates, for the kernel, for worker threads and for the command. They share one file and its compiled
 * code (`host/compiledModule.ts`).
 */
export { loadEvaluation } from "../kernel/loadEvaluation.ts";
export { serveTasks } from "../session/index.ts";
export { evaluateHere } from "./evaluateHere.ts";
export { plainOutput } from "./plainOutput.ts";
export { createAnswers } from "./serve/answers.ts";
