import { parentPort, workerData } from "node:worker_threads";
import { evaluateHere } from "./evaluateHere.ts";
import type { EvaluateMessage, EvaluateWorkerData } from "./evaluateInWorker.ts";
import { plainOutput } from "./plainOutput.ts";

// Entry of the evaluating thread. Messages are plain data; the main thread sets `stop[0]` on Ctrl-C.
const { request, stop }: EvaluateWorkerData = workerData;
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
