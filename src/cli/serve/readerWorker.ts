import { createReadStream } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { lineReader } from "./lines.ts";
import type { ReaderData } from "./serveStdio.ts";

/** Greater than the number of any request. */
const LAST = 2 ** 31 - 1;
/** Time in which an evaluation stops before the process is ended, ms. */
const PATIENCE = 3_000;

// Entry of the thread that reads standard input, so that a line that stops an evaluation is read while it runs.
const { stopped }: ReaderData = workerData;
const read = lineReader((line) => {
  if (line.startsWith('{"stop":')) Atomics.store(stopped, 0, Number.parseInt(line.slice(8), 10));
  else parentPort?.postMessage(line);
});
createReadStream("", { fd: 0 })
  .on("data", (chunk) => read(Buffer.from(chunk)))
  .on("error", end)
  .on("end", end);

/** Stops whatever is evaluated for a program that is gone. An evaluation that does not look is ended with the process. */
function end(): void {
  Atomics.store(stopped, 0, LAST);
  parentPort?.postMessage(null);
  setTimeout(() => process.kill(process.pid, "SIGKILL"), PATIENCE);
}
