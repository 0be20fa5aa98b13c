import { fileURLToPath } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import { compiledModule } from "../host/index.ts";
import type { EvaluateMessage, EvaluateWorkerData } from "./evaluateInWorker.ts";

// Entry of the evaluating thread. Messages are plain data; the main thread sets `stop[0]` on Ctrl-C.
const { request, stop }: EvaluateWorkerData = workerData;
const { exports, keep } = compiledModule(fileURLToPath(new URL("./evaluation.cjs", import.meta.url)));
const { evaluateHere, plainOutput } = exports as typeof import("./evaluation.ts");
const send = (message: EvaluateMessage) => parentPort?.postMessage(message);
const result = evaluateHere(
  request,
  {
    output: (output) => send({ kind: "output", output: plainOutput(output, request) }),
    ...(request.timelines ? { timeline: (one) => send({ kind: "timeline", one }) } : {}),
    progress: (...how) => send({ kind: "progress", how }),
  },
  () => Atomics.load(stop, 0) !== 0,
);
send({
  kind: "result",
  result: { ...result, outputs: result.outputs.map((one) => plainOutput(one, request)) },
});
// The main thread prints meanwhile. The next process finds what this one compiled.
keep();
process.exit();
