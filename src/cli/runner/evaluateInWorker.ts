import { evaluateHere } from "../evaluateHere.ts";
import type { Evaluate } from "../io/io.ts";

/**
 * Evaluation of the runner, which has no second file for a thread: on the thread of the command. Ctrl-C ends the process. It
 * stands in place of `cli/evaluateInWorker.ts`.
 */
export const evaluateInWorker: Evaluate = async (request, events) => evaluateHere(request, events);
