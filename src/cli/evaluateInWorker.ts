import { Worker } from "node:worker_threads";
import type { NamedTimeline } from "../report/index.ts";
import type { Output } from "../session/world/output.ts";
import type { Progress } from "../session/world/progress.ts";
import type { RunResult } from "../session/world/runResult.ts";
import type { Evaluate, EvaluateRequest } from "./io/io.ts";

export interface EvaluateWorkerData {
  readonly request: EvaluateRequest;
  /** Number in shared memory. Any value but 0 asks the evaluation to stop. */
  readonly stop: Int32Array;
}

export type EvaluateMessage =
  | { readonly kind: "output"; readonly output: Output }
  | { readonly kind: "progress"; readonly how: Parameters<Progress> }
  | { readonly kind: "timeline"; readonly one: NamedTimeline }
  | { readonly kind: "result"; readonly result: RunResult };

/**
 * Evaluates a program in a worker thread. A thread that computes receives no signal, so the main thread
 * receives Ctrl-C and sets the stop number, and the evaluation returns its results so far. A second Ctrl-C
 * ends the process at once.
 */
export const evaluateInWorker: Evaluate = (request, events) => {
  const stop = new Int32Array(new SharedArrayBuffer(4));
  const data: EvaluateWorkerData = { request, stop };
  const worker = new Worker(new URL("./evaluateWorker.cjs", import.meta.url), { workerData: data });
  const onInterrupt = () => {
    if (Atomics.exchange(stop, 0, 1) !== 0) process.exit(130);
  };
  process.on("SIGINT", onInterrupt);
  return new Promise<RunResult>((resolve, reject) => {
    worker.on("message", (message: EvaluateMessage) => {
      if (message.kind === "output") events.output?.(message.output);
      else if (message.kind === "timeline") events.timeline?.(message.one);
      else if (message.kind === "progress") events.progress?.(...message.how);
      else resolve(message.result);
    });
    worker.on("error", reject);
    worker.on("exit", () => reject(new Error("the evaluation ended without a result")));
  }).finally(() => process.off("SIGINT", onInterrupt));
};
