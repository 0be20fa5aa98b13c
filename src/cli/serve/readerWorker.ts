import { createReadStream } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { lineReader } from "./lines.ts";
import type { ReaderData } from "./serveStdio.ts";

// Entry of the thread that reads standard input, so that a line that stops an evaluation is read while it runs.
const { stopped }: ReaderData = workerData;
const read = lineReader((line) => {
  if (line.startsWith('{"stop":')) Atomics.store(stopped, 0, Number.parseInt(line.slice(8), 10));
  else parentPort?.postMessage(line);
});
createReadStream("", { fd: 0 })
  .on("data", (chunk) => read(Buffer.from(chunk)))
  .on("error", () => parentPort?.postMessage(null))
  .on("end", () => parentPort?.postMessage(null));
