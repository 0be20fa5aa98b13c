import { existsSync } from "node:fs";
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";
import type { ThreadAnswer, Threads } from "../../session/index.ts";
import { threadEntry } from "../package.ts";
import { threadCount } from "./threadCount.ts";

/** Where a thread's texts lie, as `createWorld` takes them. */
export interface ThreadStart {
  readonly folder: string;
  readonly root: string;
}

export interface ThreadData extends ThreadStart {
  /** Where its answers go: the first thread looks there when it likes, which it cannot do with messages of the worker's own. */
  readonly answers: MessagePort;
}

/**
 * A thread takes some 100 ms to start, and as long to be as fast as the first one; it makes for itself what the first one has made for
 * its rows, and rows are slowest at first. Begun after 100 ms with 500 left, threads made sweeps of 1 to 8 s up to a third slower.
 */
const PATIENCE = 1_000;
const WORTHWHILE = 3_000;

/** MB. What a thread makes of a row it drops with the row; one that fills its heap ends, and the first thread does its rows. */
const HEAP = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 512 } as const;

/**
 * The other cores, as threads that start with the first task and end by themselves when there is none for a while. Undefined where there
 * are none: one core, or no bundle of a thread, as in tests.
 */
export function createThreads(
  start: ThreadStart,
  {
    count = threadCount(),
    entry = threadEntry,
  }: { readonly count?: number; readonly entry?: string | null } = {},
): Threads | undefined {
  if (count < 2 || entry === null || !existsSync(entry)) return undefined;
  /** With the ports of their answers. */
  const running = new Map<Worker, MessagePort>();
  let stop: Int32Array | null = null;
  const startOne = (): void => {
    const { port1: ours, port2: answers } = new MessageChannel();
    const workerData: ThreadData = { ...start, answers };
    const worker = new Worker(entry, { workerData, transferList: [answers], resourceLimits: HEAP });
    running.set(worker, ours);
    ours.unref();
    // What a thread leaves undone the first one does.
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

/** What has come to a port. */
function answersAt(port: MessagePort): readonly ThreadAnswer[] {
  const found: ThreadAnswer[] = [];
  for (let one = receiveMessageOnPort(port); one; one = receiveMessageOnPort(port)) found.push(one.message);
  return found;
}
