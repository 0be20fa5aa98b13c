import { escapeHtml } from "../../report/escape.ts";
import { NO_FORMULAS } from "../../report/render/noFormulas.ts";
import { progressWords } from "../../session/progress.ts";
import type { MimeBundle } from "../mimeBundle.ts";

/** How far a long loop is, as a front end shows it while it runs. */
export interface ProgressBar {
  readonly label: string;
  /** The loop had done so much at that time (ms of any clock). */
  saw(now: number, done: number): void;
  /** `total` is 0 until it is known; `best` is what has been found so far, in words. */
  bundle(now: number, done: number, total: number, best?: string): MimeBundle;
}

/** Characters of the bar in a terminal. */
const WIDTH = 20;
/**
 * Part of what is left that is seen before the time left is worth a guess: a search that orders plans by bounds looks at few of them, and
 * then decides all others at once.
 */
const GUESS_FROM = 0.02;
/** ms of seen work before the time left is worth a guess */
const GUESS_AFTER = 1000;

export function progressBar(label: string): ProgressBar {
  let first: { readonly at: number; readonly done: number } | null = null;

  /** ms, from the mean pace so far; null while there is too little to go by. */
  function left(now: number, done: number, total: number): number | null {
    if (!first || now - first.at < GUESS_AFTER || done <= first.done) return null;
    if (done - first.done < GUESS_FROM * (total - first.done)) return null;
    return ((now - first.at) / (done - first.done)) * Math.max(0, total - done);
  }

  return {
    label,
    saw(at, done) {
      first ??= { at, done };
    },
    bundle(now, done, total, best) {
      const share = total > 0 ? Math.min(1, done / total) : 0;
      const full = Math.round(share * WIDTH);
      const rest = left(now, done, total);
      const words = `${progressWords(done, total)}${rest === null ? "" : `, ${duration(rest)} left`}`;
      // without a value it shows that something is going on, and not how far it is
      const value = total === 0 ? "" : ` max="${total}" value="${Number(done.toFixed(3))}"`;
      const name = escapeHtml(label);
      const found = best === undefined ? "" : `best so far ${best}`;
      return {
        "text/plain": `${label} ${"█".repeat(full)}${"░".repeat(WIDTH - full)} ${words}${found && `\n${found}`}`,
        "text/html": `<div class="${NO_FORMULAS}">${name} <progress${value} aria-label="${name}" style="width: 16em; vertical-align: middle"></progress> <span style="font-variant-numeric: tabular-nums">${words}</span>${found && `<br><span>${escapeHtml(found)}</span>`}</div>`,
      };
    },
  };
}

/** Rounded up, in the unit that a person waits in. */
function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
