import { canCompile } from "../../units/index.ts";
import type { Embedded } from "../embedded/embedded.ts";
import type { Files } from "../files/files.ts";
import { type FromWorker, PROTOCOL, type ToWorker } from "../protocol/protocol.ts";
import { type BlobReader, blobReader } from "../scope/blobReader.ts";
import type { PartLoader } from "../scope/partLoader.ts";
import type { WorkerScope } from "../scope/workerScope.ts";
import type { StopSource } from "../stop/stopSource.ts";
import { stopWatch } from "../stop/stopWatch.ts";

/** Means of a worker's answers. */
export interface Around {
  readonly files: Files;
  /** True where the page has asked the running request to stop. */
  interrupted(): boolean;
  /** Paths that the page has named as importable. */
  paths(): readonly string[];
}

/** Answers a call. `emit` sends an event of it at once. A rejection is a bug, and is told as one. */
export type Answer<Call, Event> = (call: Call, emit: (event: Event) => void) => Promise<unknown>;

const SLOWER =
  "This page forbids code that is compiled from text (its content security policy lacks `unsafe-eval`): results are the same, searches and sweeps are slower.";
const ENDLESS =
  "A running cell can only be ended together with its kernel here: the worker may not read the page's blobs, as in Chromium on a page from disk.";

/**
 * Serves a page's messages in this worker. Requests run one at a time, in order of arrival. `make` gets what answers need once
 * the page has said hello.
 */
export function serveWorker<Call, Event>(
  scope: WorkerScope,
  { versions }: Pick<Embedded, "versions">,
  parts: Pick<PartLoader, "at">,
  make: (around: Around) => Answer<Call, Event>,
): void {
  const post = (message: FromWorker<Event>): void => scope.postMessage(message);
  let reader: BlobReader | null = null;
  const watch = stopWatch(() => reader);
  const reads = new Map<number, (text: string | Uint8Array | null) => void>();
  let count = 0;
  let paths: readonly string[] = [];
  const files: Files = {
    read: (path, as) =>
      new Promise((resolve) => {
        reads.set(++count, resolve);
        post({ kind: "read", read: count, path, as });
      }),
  };
  let answer: Answer<Call, Event> | null = null;
  let queue = Promise.resolve();

  async function run(id: number, call: Call, stop: StopSource): Promise<void> {
    watch.begin(stop);
    try {
      if (!answer) throw new Error("the first message must be `hello`");
      post({ kind: "answer", id, answer: await answer(call, (event) => post({ kind: "event", id, event })) });
    } catch (error) {
      post({
        kind: "failed",
        id,
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
    }
  }

  function greet({
    protocol,
    parts: places,
    probe,
  }: Extract<ToWorker<Call>, { readonly kind: "hello" }>): void {
    if (protocol !== PROTOCOL) {
      const message = `this worker speaks version ${PROTOCOL} of its messages, the page version ${protocol}: load the page again`;
      post({ kind: "refused", message });
      return;
    }
    parts.at(places);
    answer = make({ files, interrupted: watch.stopped, paths: () => paths });
    if (probe.kind === "blob") reader = blobReader(scope, probe.url);
    const stops = probe.kind === "shared" || reader !== null;
    const notes = [...(canCompile() ? [] : [SLOWER]), ...(stops ? [] : [ENDLESS])];
    post({ kind: "ready", protocol: PROTOCOL, versions, stops, notes });
  }

  scope.addEventListener("message", ({ data }) => {
    const message = data as ToWorker<Call>;
    switch (message.kind) {
      case "hello":
        greet(message);
        return;
      case "text":
        reads.get(message.read)?.(message.text);
        reads.delete(message.read);
        return;
      case "paths":
        ({ paths } = message);
        return;
      case "request":
        queue = queue.then(() => run(message.id, message.call, message.stop));
    }
  });
}
