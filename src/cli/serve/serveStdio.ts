import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { compiledModule } from "../../host/index.ts";
import type { Request } from "./requests.ts";

export interface ReaderData {
  /** Number in shared memory: the last request that is to be given up. */
  readonly stopped: Int32Array;
}

/** Serves requests from standard input, a line each, until standard input ends. Answers are lines of standard output. */
export function serveStdio(): Promise<void> {
  const stopped = new Int32Array(new SharedArrayBuffer(4));
  const data: ReaderData = { stopped };
  const reader = new Worker(new URL("./readerWorker.cjs", import.meta.url), { workerData: data });
  const { exports } = compiledModule(fileURLToPath(new URL("./evaluation.cjs", import.meta.url)));
  const { createAnswers } = exports as typeof import("./answers.ts");
  let current = 0;
  const answer = createAnswers(() => Atomics.load(stopped, 0) >= current);
  const send = (value: unknown) => void process.stdout.write(`${JSON.stringify(value)}\n`);
  return new Promise((resolve, reject) => {
    let work = Promise.resolve();
    reader.on("error", reject);
    reader.on("message", (line: string | null) => {
      if (line === null) void work.then(() => reader.terminate()).then(() => resolve());
      else
        work = work.then(async () => {
          const request = requestOf(line);
          current = request.id;
          send(await answer(request));
        });
    });
  });
}

/** The request of a line. A line that is not JSON becomes a request that has an error as its answer. */
function requestOf(line: string): Request {
  try {
    return JSON.parse(line) as Request;
  } catch {
    return { id: -1, do: `not JSON: ${line.slice(0, 80)}` } as unknown as Request;
  }
}
