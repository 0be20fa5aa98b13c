import { existsSync } from "node:fs";
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";
import type { ThreadAnswer, Threads } from "../session/index.ts";
import { threadEntry } from "./package.ts";
import { threadCount } from "./threadCount.ts";

/** Folders from which a worker thread creates its world (file access), as `createWorld` takes them. */
export interface ThreadStart {
  readonly folder: string;
  readonly root: string;
}

export interface ThreadData extends ThreadStart {
  /**
   * Port for the worker's answers. The main thread polls it while it computes, because it cannot receive the worker's
   * own messages then.
   */
  readonly answers: MessagePort;
}

/**
 * Time that a table takes before worker threads start, ms. A thread takes 100 ms to start, and as long to reach the
 * speed of the main thread. It must also rebuild what the main thread has built for its rows, and rows are slowest at
 * first. Threads started after 100 ms with 500 ms of work left made sweeps of 1 to 8 s up to a third slower.
 */
const PATIENCE = 1_000;
/** Minimum remaining time of a table for which starting threads is worthwhile, ms. */
const WORTHWHILE = 3_000;

/**
 * Heap limits of a worker thread, MB. A thread frees its data after each row. A thread that fills its heap ends, and
 * the main thread computes its rows.
 */
const HEAP = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 512 } as const;

/**
 * Worker threads on the other cores. They start with the first task and end after some time without tasks. Undefined on
 * one core, or where no bundled thread exists, as in tests.
 */
export function createThreads(
  start: ThreadStart,
  {
    count = threadCount(),
    entry = threadEntry,
  }: { readonly count?: number; readonly entry?: string | null } = {},
): Threads | undefined {
  if (count < 2 || entry === null || !existsSync(entry)) return undefined;
  /** Running workers with the ports of their answers. */
  const running = new Map<Worker, MessagePort>();
  let stop: Int32Array | null = null;
  const startOne = (): void => {
    const { port1: ours, port2: answers } = new MessageChannel();
    const workerData: ThreadData = { ...start, answers };
    const worker = new Worker(entry, { workerData, transferList: [answers], resourceLimits: HEAP });
    running.set(worker, ours);
    ours.unref();
    // The main thread does whatever a failed worker leaves undone.
    worker.on("error", () => running.delete(worker));
    worker.on("exit", () => running.delete(worker));
    worker.unref();
  };
  return {
    count: count - 1,
    patience: PATIENCE,
    worthwhile: WORTHWHILE,
    begin(task) {
      ({ stop } = task.work);
      try {
        while (running.size < count - 1) startOne();
      } catch {
        // The machine has no room for another thread.
      }
      for (const worker of running.keys()) worker.postMessage(task);
      return () => [...running.values()].flatMap(answersAt);
    },
    stop() {
      if (stop) Atomics.store(stop, 0, 1);
      stop = null;
    },
  };
}

/** Answers that have arrived at a worker's port since the last call. */
function answersAt(port: MessagePort): readonly ThreadAnswer[] {
  const found: ThreadAnswer[] = [];
  for (let one = receiveMessageOnPort(port); one; one = receiveMessageOnPort(port)) found.push(one.message);
  return found;
}
