import { escapeHtml } from "../../../report/escaping/escape.ts";
import { NO_FORMULAS } from "../../../report/render/noFormulas.ts";
import { progressWords } from "../../../session/world/progress.ts";
import type { MimeBundle } from "../evaluation/mimeBundle.ts";

/** Progress bar of a long loop, with an estimate of the time left. */
export interface ProgressBar {
  readonly label: string;
  /** Records that the loop has done `done` of its work at the time `now` (ms of any clock). */
  saw(now: number, done: number): void;
  /** Mime bundle that displays the bar. `total` is 0 until it is known; `best` describes the best result so far. */
  bundle(now: number, done: number, total: number, best?: string): MimeBundle;
}

/** Length of the bar in a terminal, in characters. */
const WIDTH = 20;
/** Share of the remaining work that must be done while observed, before the bar estimates the time left. */
const GUESS_FROM = 0.02;
/** Time of observation before the bar estimates the time left, in ms. */
const GUESS_AFTER = 1000;
/**
 * Latest share of the observed time whose pace gives the time left. Earlier progress is left out, because the steps of
 * a loop take unequal times.
 */
const RECENT = 1 / 3;
/** Largest ratio between the recent and the overall pace at which the time left is shown. */
const STEADY = 1.5;
/**
 * Largest share of the observed progress that one step may make. A larger jump says nothing about the pace, so no time
 * left is shown.
 */
const LARGEST_STEP = 1 / 4;
/** Share of the shown time left that may pass without progress. After it, the time left is hidden. */
const PATIENCE = 1 / 2;
/**
 * Ratio of a new estimate to the time left shown before, above which the time left is hidden. The shown time never
 * grows.
 */
const CONTRADICTED = 2;
/** Limit on stored observations of the progress. Beyond it, every second one is dropped. */
const MAX_SEEN = 256;

export function progressBar(label: string): ProgressBar {
  let seen: { readonly at: number; readonly done: number }[] = [];
  /** Smallest time left that was shown, in ms. The shown time never grows. */
  let reported = Number.POSITIVE_INFINITY;

  /**
   * Estimate of the time left, in ms. null while the pace is not steady: a search may evaluate few plans for long, and
   * then decide all others at once.
   */
  function guess(now: number, done: number, total: number): number | null {
    const [first] = seen;
    if (!first || now - first.at < GUESS_AFTER || done <= first.done) return null;
    if (done - first.done < GUESS_FROM * (total - first.done)) return null;
    const recent = seen.findLast(({ at }) => at <= now - RECENT * (now - first.at)) ?? first;
    if (done <= recent.done) return null;
    const steps = seen.map((one, index) => one.done - (seen[index - 1] ?? one).done);
    if (Math.max(...steps) > LARGEST_STEP * (done - first.done)) return null;
    const rest = Math.max(0, total - done);
    const whole = ((now - first.at) / (done - first.done)) * rest;
    const late = ((now - recent.at) / (done - recent.done)) * rest;
    return late > STEADY * whole || whole > STEADY * late ? null : late;
  }

  function left(now: number, done: number, total: number): number | null {
    const guessed = guess(now, done, total);
    if (guessed === null || guessed > CONTRADICTED * reported) return null;
    reported = Math.min(reported, guessed);
    const reached = seen.find((one) => one.done >= done)?.at ?? now;
    return now - reached > Math.max(GUESS_AFTER, PATIENCE * reported) ? null : reported;
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
      // Without a value it shows activity, but no progress.
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

/** Text of a duration, rounded up, in s, min or h. */
function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
