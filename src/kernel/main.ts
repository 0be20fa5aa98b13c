/**
 * Entry of the kernel process: `node kernel.cjs -f CONNECTION_FILE [--detached]`. This thread only evaluates;
 * `socketWorker` owns the sockets. The worker starts before anything else loads, because the front end waits
 * for its answer and not for the evaluator.
 */
import { Worker } from "node:worker_threads";
import type { ToEvaluator, WorkerStart } from "./sockets/channel.ts";

const args = process.argv.slice(2);
const file = args[args.indexOf("-f") + 1];
if (!args.includes("-f") || file === undefined) {
  process.stderr.write(
    "usage: node kernel.cjs -f CONNECTION_FILE [--detached]\nA Jupyter front end starts this.\n",
  );
  process.exit(2);
}

const interruptFlag = new SharedArrayBuffer(4);
const workerData: WorkerStart = {
  connectionFile: file,
  interruptFlag,
  detached: args.includes("--detached"),
};
const worker = new Worker(new URL("./socketWorker.cjs", import.meta.url), {
  workerData,
  // The worker allocates little: its nursery is as small as the main thread's (`smallNursery.ts`).
  resourceLimits: { maxYoungGenerationSizeMb: 3 },
});
const loading = import("./evaluator.ts").then(({ evaluator }) =>
  evaluator((value) => worker.postMessage(value), new Int32Array(interruptFlag)),
);

worker.on("message", (message: ToEvaluator) => {
  // No request runs here any more. The worker closes its sockets and ends.
  if (message.kind === "exit") worker.once("exit", () => process.exit(0));
  void loading.then(({ handle }) => handle(message));
});
worker.on("error", (error) => {
  process.stderr.write(
    `dtp kernel: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exit(1);
});
// Between cells there is nothing to interrupt. Without a listener the signal would end the process.
process.on("SIGINT", () => {});
