import { existsSync } from "node:fs";
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";
import type { ThreadAnswer, Threads } from "../session/index.ts";
import { threadEntry } from "./package.ts";
import { threadCount } from "./threadCount.ts";

/** Folders of a thread's world, as `createWorld` takes them. */
export interface ThreadStart {
  readonly folder: string;
  readonly root: string;
}

export interface ThreadData extends ThreadStart {
  /**
   * Port for the worker's answers. The first thread polls it while it computes, which is impossible with messages of
   * the worker itself.
   */
  readonly answers: MessagePort;
}

/**
 * Time that a table takes before threads start, ms. A thread takes 100 ms to start, and as long to reach the speed of
 * the first one. It must also rebuild what the first thread has built for its rows, and rows are slowest at first.
 * Threads started after 100 ms with 500 ms of work left made sweeps of 1 to 8 s up to a third slower.
 */
const PATIENCE = 1_000;
/** Minimum work left that is worth starting threads for, ms. */
const WORTHWHILE = 3_000;

/**
 * Heap limits of a thread, MB. A thread frees its data after each row. One that fills its heap ends, and the first
 * thread does its rows.
 */
const HEAP = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 512 } as const;

/**
 * Worker threads on the other cores. They start with the first task and end after a while without tasks. Undefined on
 * one core, or without a bundled thread, as in tests.
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
    // The first thread does whatever a failed worker leaves undone.
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
        // no room for another thread
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

/** Answers that have arrived at a port. */
function answersAt(port: MessagePort): readonly ThreadAnswer[] {
  const found: ThreadAnswer[] = [];
  for (let one = receiveMessageOnPort(port); one; one = receiveMessageOnPort(port)) found.push(one.message);
  return found;
}
