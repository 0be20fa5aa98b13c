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
/** Part of what is left that is seen before the time left is worth a guess. */
const GUESS_FROM = 0.02;
/** ms of seen work before the time left is worth a guess */
const GUESS_AFTER = 1000;
/** The pace of the latter half and that of the whole differ no more than so many times where the time left is told at all. */
const STEADY = 1.5;
/** Seen states that are kept; of more every second one goes. */
const MAX_SEEN = 256;

export function progressBar(label: string): ProgressBar {
  let seen: { readonly at: number; readonly done: number }[] = [];
  /** ms, the least that was told: what is left never grows. */
  let told = Number.POSITIVE_INFINITY;

  /** ms; null while the pace is not steady: a search may look at few plans for long, and then decide all others at once. */
  function guess(now: number, done: number, total: number): number | null {
    const [first] = seen;
    if (!first || now - first.at < GUESS_AFTER || done <= first.done) return null;
    if (done - first.done < GUESS_FROM * (total - first.done)) return null;
    const middle = seen.findLast(({ at }) => at <= (first.at + now) / 2) ?? first;
    if (done <= middle.done) return null;
    const rest = Math.max(0, total - done);
    const whole = ((now - first.at) / (done - first.done)) * rest;
    const late = ((now - middle.at) / (done - middle.done)) * rest;
    return late > STEADY * whole || whole > STEADY * late ? null : late;
  }

  function left(now: number, done: number, total: number): number | null {
    const guessed = guess(now, done, total);
    if (guessed === null) return null;
    told = Math.min(told, guessed);
    return told;
  }

  return {
    label,
    saw(at, done) {
      seen.push({ at, done });
      if (seen.length > MAX_SEEN) seen = seen.filter((_, index) => index % 2 === 0);
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
