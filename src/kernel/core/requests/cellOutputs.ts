import type { Progress } from "../../../session/world/progress.ts";
import type { MimeBundle } from "../evaluation/mimeBundle.ts";
import type { JsonObject } from "../protocol/message.ts";
import { progressBar } from "./progressBar.ts";
import type { Publish } from "./publisher.ts";
import { terminalLine } from "./terminalLine.ts";

/** Time that a cell runs before it shows progress, in ms. */
const PROGRESS_AFTER = 300;
/**
 * Time between two updates of the progress bar, in ms. A front end draws each update; five a second look like
 * movement.
 */
const PROGRESS_EVERY = 200;

/**
 * Limit on the characters that a cell prints. An endless loop would fill the memory of the front end and the
 * kernel.
 */
const MOST_PRINTED = 16 * 1024 * 1024;
/** Limit on the outputs that a cell shows. */
const MOST_SHOWN = 10_000;

/** Outputs of one cell, in order, with a progress bar that disappears with the next output or at the end. */
export interface CellOutputs {
  /** Shows a mime bundle below the cell. With a display id, a later cell can replace it. */
  display(bundle: MimeBundle, displayId?: string): void;
  /** Sets the cell's result. At most one call, after all other outputs. */
  result(bundle: MimeBundle, executionCount: number): void;
  stdout(text: string): void;
  stderr(text: string): void;
  readonly progress: Progress;
  finish(): void;
}

/**
 * Properties of the front end that runs a cell. A console prints a display once and never updates it, but it
 * understands a carriage return in a stream.
 */
export interface Asker {
  /** True where nothing may be published for the cell. */
  readonly silent: boolean;
  readonly console: boolean;
}

export function cellOutputs(publish: Publish, { silent, console }: Asker, newId: () => string): CellOutputs {
  const sent: Sent[] = [];
  const shownProgress = new ShownProgress(publish, console, newId);
  let printed = 0;
  let reported = false;

  function stream(name: "stdout" | "stderr", text: string): void {
    if (reported) return;
    printed += text.length;
    if (printed > MOST_PRINTED) cut(`${MOST_PRINTED / 2 ** 20} MiB of text`);
    else send("stream", { name, text });
  }

  function show(type: string, content: JsonObject): void {
    if (reported) return;
    if (sent.length >= MOST_SHOWN) cut(`${MOST_SHOWN.toLocaleString("en")} outputs`);
    else send(type, content);
  }

  /** Reports once that a cell exceeds a limit. The cell continues, and its further output is dropped. */
  function cut(what: string): void {
    reported = true;
    send("stream", {
      name: "stderr",
      text: `\nThe cell has shown ${what}, which is the limit. Its further output is dropped.\n`,
    });
  }

  function send(type: string, content: JsonObject): void {
    if (silent) return;
    shownProgress.remove(sent, true);
    sent.push({ type, content });
    publish(type, content);
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
    progress: (...state) => {
      if (!silent) shownProgress.draw(...state);
    },
    finish: () => shownProgress.remove(sent, false),
  };
}

/** Output of the cell that has been sent to the front end. */
interface Sent {
  readonly type: string;
  readonly content: JsonObject;
}

/** Progress bar of a running cell: a display in a notebook, or a line in a console. */
class ShownProgress {
  readonly #publish: Publish;
  readonly #console: boolean;
  readonly #newId: () => string;
  readonly #line: ReturnType<typeof terminalLine>;
  readonly #begun = performance.now();
  #drawn = this.#begun;
  #drawnPicture = "";
  #bar = progressBar("");
  /** Display id of the progress bar. null where none is shown. */
  #id: string | null = null;

  constructor(publish: Publish, console: boolean, newId: () => string) {
    this.#publish = publish;
    this.#console = console;
    this.#newId = newId;
    this.#line = terminalLine((text) => publish("stream", { name: "stderr", text }));
  }

  draw(...[done, total, label, best]: Parameters<Progress>): void {
    const now = performance.now();
    // A cell may run several sweeps, each with its own pace.
    if (this.#bar.label !== label) this.#bar = progressBar(label);
    if (total > 0) this.#bar.saw(now, done);
    if (now - this.#begun < PROGRESS_AFTER || now - this.#drawn < PROGRESS_EVERY) return;
    this.#drawn = now;
    const data = this.#bar.bundle(now, done, total, best);
    const picture = JSON.stringify(data);
    if (picture === this.#drawnPicture) return;
    this.#drawnPicture = picture;
    if (this.#console) {
      this.#line.draw(data["text/plain"] as string);
      return;
    }
    const type = this.#id === null ? "display_data" : "update_display_data";
    this.#id ??= this.#newId();
    this.#publish(type, {
      data,
      metadata: {},
      transient: { display_id: this.#id },
    });
  }

  /**
   * Removes the progress bar. Jupyter can only clear a whole cell, so the outputs in `sent` are sent again.
   * `more` is true where another output follows at once.
   */
  remove(sent: readonly Sent[], more: boolean): void {
    this.#line.clear();
    this.#drawnPicture = "";
    if (this.#id === null) return;
    this.#id = null;
    // With `wait` the old picture stays until the next output replaces it, which avoids flicker.
    this.#publish("clear_output", { wait: more || sent.length > 0 });
    for (const { type, content } of sent) this.#publish(type, content);
  }
}
