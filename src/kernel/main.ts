/**
 * Entry of the kernel process: `node kernel.js -f CONNECTION_FILE [--detached]`. This thread evaluates and nothing else;
 * `socketWorker` owns the sockets. It starts first, because the front end waits for its answer, not for the evaluator.
 */
import { Worker } from "node:worker_threads";
import type { FromEvaluator, ToEvaluator, WorkerStart } from "./channel.ts";
import type { Evaluation } from "./evaluation.ts";
import { answer, type Kernel } from "./requests/answer.ts";
import { executor } from "./requests/execute.ts";
import { history } from "./requests/history.ts";
import type { Publish } from "./requests/publisher.ts";

const args = process.argv.slice(2);
const file = args[args.indexOf("-f") + 1];
if (!args.includes("-f") || file === undefined) {
  process.stderr.write(
    "usage: node kernel.js -f CONNECTION_FILE [--detached]\nA Jupyter front end starts this.\n",
  );
  process.exit(2);
}

const interruptFlag = new SharedArrayBuffer(4);
const flag = new Int32Array(interruptFlag);
const workerData: WorkerStart = {
  connectionFile: file,
  interruptFlag,
  detached: args.includes("--detached"),
};
const worker = new Worker(new URL("./socketWorker.js", import.meta.url), {
  workerData,
  // it keeps nothing: a nursery of its own as small as the main thread's (`kernelspec.ts`)
  resourceLimits: { maxYoungGenerationSizeMb: 3 },
});

function post(value: FromEvaluator): void {
  worker.postMessage(value);
}

let loading: Promise<Evaluation> | null = null;
function evaluation(): Promise<Evaluation> {
  loading ??= import("./loadEvaluation.ts").then(({ loadEvaluation }) =>
    loadEvaluation({
      interrupted: () => Atomics.load(flag, 0) === 1,
      progress: (done, total, label) => kernel.executor.running()?.progress(done, total, label),
      output: (output) => kernel.executor.running()?.output(output),
    }),
  );
  return loading;
}

const inputs = history();
const kernel: Kernel = { executor: executor(inputs), history: inputs, evaluation };

async function handle(message: ToEvaluator): Promise<void> {
  switch (message.kind) {
    case "warm":
      // A failure to load is told to the first request that needs it. The question builds the parser, which the first cell
      // would else wait for.
      await evaluation().then(
        ({ session }) => session.isComplete(""),
        () => {},
      );
      return;
    case "exit":
      worker.once("exit", () => process.exit(0));
      post({ kind: "leaving" });
      return;
    case "request": {
      const publish: Publish = (type, content) => post({ kind: "publish", type, content });
      post({ kind: "done", answer: await answer(message, publish, kernel) });
    }
  }
}

worker.on("message", (message: ToEvaluator) => void handle(message));
worker.on("error", (error) => {
  process.stderr.write(
    `dtp kernel: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exit(1);
});
// between cells there is nothing to interrupt; without a listener the signal would end the process
process.on("SIGINT", () => {});
