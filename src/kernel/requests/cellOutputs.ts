import { randomUUID } from "node:crypto";
import type { Progress } from "../../session/progress.ts";
import type { MimeBundle } from "../mimeBundle.ts";
import type { JsonObject } from "../wire/message.ts";
import { progressBar } from "./progressBar.ts";
import type { Publish } from "./publisher.ts";
import { terminalLine } from "./terminalLine.ts";

/** ms of work before a cell says how far it is */
const PROGRESS_AFTER = 300;
/** ms between two pictures of the bar: a front end draws each, and five a second look like movement */
const PROGRESS_EVERY = 200;

/** Characters that a cell may print, and outputs that it may show: a loop that never ends would fill the front end's memory and ours. */
const MOST_PRINTED = 16 * 1024 * 1024;
const MOST_SHOWN = 10_000;

/** The outputs of one cell, in order, with a bar of progress that is gone once the next output or the end comes. */
export interface CellOutputs {
  /** With a display id, a later cell can put another picture in its place. */
  display(bundle: MimeBundle, displayId?: string): void;
  /** At most once, last. */
  result(bundle: MimeBundle, executionCount: number): void;
  stdout(text: string): void;
  stderr(text: string): void;
  readonly progress: Progress;
  finish(): void;
}

/** Who asked: a console prints what is displayed once and draws no later picture of it, but reads a carriage return in a stream. */
export interface Asker {
  /** Nothing at all is published. */
  readonly silent: boolean;
  readonly console: boolean;
}

export function cellOutputs(publish: Publish, { silent, console }: Asker): CellOutputs {
  const begun = performance.now();
  const sent: { readonly type: string; readonly content: JsonObject }[] = [];
  let progressId: string | null = null;
  const line = terminalLine((text) => publish("stream", { name: "stderr", text }));
  let drawn = begun;
  let drawnPicture = "";
  let bar = progressBar("");
  let printed = 0;
  let told = false;

  function stream(name: "stdout" | "stderr", text: string): void {
    if (told) return;
    printed += text.length;
    if (printed > MOST_PRINTED) cut(`${MOST_PRINTED / 2 ** 20} MiB of text`);
    else send("stream", { name, text });
  }

  function show(type: string, content: JsonObject): void {
    if (told) return;
    if (sent.length >= MOST_SHOWN) cut(`${MOST_SHOWN.toLocaleString("en")} outputs`);
    else send(type, content);
  }

  /** Said once; the cell goes on, and what else it shows is dropped. */
  function cut(what: string): void {
    told = true;
    send("stream", {
      name: "stderr",
      text: `\nThe cell has shown ${what}, which is the limit. Its further output is dropped.\n`,
    });
  }

  function send(type: string, content: JsonObject): void {
    if (silent) return;
    removeProgress(true);
    sent.push({ type, content });
    publish(type, content);
  }

  /** Jupyter can only clear a cell as a whole, so what had been shown before is sent again. */
  function removeProgress(more: boolean): void {
    line.clear();
    drawnPicture = "";
    if (progressId === null) return;
    progressId = null;
    // `wait` keeps the old picture until the next output replaces it: no flicker
    publish("clear_output", { wait: more || sent.length > 0 });
    for (const { type, content } of sent) publish(type, content);
  }

  return {
    display: (data, displayId) => {
      const transient = displayId === undefined ? {} : { display_id: displayId };
      show("display_data", { data, metadata: {}, transient });
    },
    result: (data, executionCount) =>
      send("execute_result", { execution_count: executionCount, data, metadata: {} }),
    stdout: (text) => stream("stdout", text),
    stderr: (text) => stream("stderr", text),
    progress(done, total, label, best) {
      if (silent) return;
      const now = performance.now();
      // a cell may run several sweeps; each has its own pace
      if (bar.label !== label) bar = progressBar(label);
      if (total > 0) bar.saw(now, done);
      if (now - begun < PROGRESS_AFTER || now - drawn < PROGRESS_EVERY) return;
      drawn = now;
      const data = bar.bundle(now, done, total, best);
      const picture = JSON.stringify(data);
      if (picture === drawnPicture) return;
      drawnPicture = picture;
      if (console) return line.draw(data["text/plain"] as string);
      const type = progressId === null ? "display_data" : "update_display_data";
      progressId ??= randomUUID();
      publish(type, {
        data,
        metadata: {},
        transient: { display_id: progressId },
      });
    },
    finish: () => removeProgress(false),
  };
}
