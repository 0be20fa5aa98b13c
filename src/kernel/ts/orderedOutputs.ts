import type { MimeBundle } from "../core/evaluation/mimeBundle.ts";
import type { OutputSink } from "../core/evaluation/tsSink.ts";

/**
 * Sends outputs in the order they were made, even if a figure has to wait for its library. Printed text is
 * sent in batches while the cell runs: a loop that prints a line per iteration does not send a message for
 * each.
 */
export interface OrderedOutputs {
  show(bundles: readonly MimeBundle[] | Promise<readonly MimeBundle[]>): void;
  print(name: "stdout" | "stderr", text: string): void;
  /**
   * Sends printed text that waits to be sent. Called now and then while a cell keeps the thread busy, when no
   * timer runs.
   */
  flushLate(): void;
  /** Sends the remaining outputs. Rejects when an output could not be drawn. */
  drain(): Promise<void>;
}

/** Time that printed text waits for more before it is sent, in ms. */
const PATIENCE = 50;
/** Number of characters of printed text that are sent without waiting for more. */
const MOST = 64 * 1024;

export function orderedOutputs(sink: OutputSink): OrderedOutputs {
  let waiting: Promise<void> | null = null;
  let printed: { readonly name: "stdout" | "stderr"; text: string } | null = null;
  let since = 0;
  let timer: NodeJS.Timeout | undefined;

  function send(work: () => void): void {
    if (waiting) waiting = waiting.then(work);
    else work();
  }
  function flushLate(): void {
    if (printed && performance.now() - since > PATIENCE) flush();
  }
  function flush(): void {
    clearTimeout(timer);
    if (!printed) return;
    const { name, text } = printed;
    printed = null;
    send(() => sink.stream(name, text));
  }
  return {
    show(bundles) {
      flush();
      if (bundles instanceof Promise) {
        const before = waiting ?? Promise.resolve();
        waiting = before.then(async () => (await bundles).forEach(sink.display));
        // `drain` reports the error.
        waiting.catch(() => {});
      } else send(() => bundles.forEach(sink.display));
    },
    print(name, text) {
      if (printed && printed.name !== name) flush();
      if (printed) printed.text += text;
      else {
        printed = { name, text };
        since = performance.now();
        timer = setTimeout(flush, PATIENCE);
      }
      if (printed.text.length > MOST) flush();
      else flushLate();
    },
    flushLate,
    async drain() {
      flush();
      await waiting;
      waiting = null;
    },
  };
}
