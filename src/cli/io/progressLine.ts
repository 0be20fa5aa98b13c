import { progressWords } from "../../session/world/progress.ts";
import type { Terminal } from "./io.ts";

/** Time after which a run shows progress, in ms. */
const SILENT_MS = 300;
/** Time between two updates of the progress line, in ms. */
const BETWEEN_MS = 100;

/**
 * Line on standard error that shows progress and overwrites itself. It stays silent where standard error is
 * no terminal or the run is short.
 */
export function progressLine(
  terminal: Terminal,
  write: (text: string) => void,
  now = () => performance.now(),
) {
  const started = now();
  let last = Number.NEGATIVE_INFINITY;
  let shown = "";
  return {
    update(done: number, total: number, label: string, best?: string): void {
      const at = now();
      if (!terminal.isTerminal || at - started < SILENT_MS || at - last < BETWEEN_MS) return;
      last = at;
      const found = best === undefined ? "" : `, best so far ${best}`;
      const text = `${label}: ${progressWords(done, total)}${found}`;
      if (text === shown) return;
      shown = text;
      write(`\r\x1b[2K${text.slice(0, Math.max(10, terminal.width - 1))}`);
    },
    /** Clears the progress line, before anything else is printed and at the end. */
    clear(): void {
      if (shown !== "") write("\r\x1b[2K");
      shown = "";
    },
  };
}
