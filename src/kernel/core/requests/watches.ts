import type { Evaluation } from "../evaluation/evaluation.ts";
import type { MimeBundle } from "../evaluation/mimeBundle.ts";
import type { Platform } from "../evaluation/platform.ts";
import type { Publish } from "./publisher.ts";

/** Cell that is run again while its files change. */
export interface WatchedCell {
  /** The cell's identifier in its notebook; its text in a console. A cell has one watch. */
  readonly key: string;
  readonly every: number;
  readonly files: readonly string[];
  /** The files' stamps before the cell read them. */
  readonly stamps: string;
  readonly publish: Publish;
  /** Display of the sentence on the watch, below the cell's outputs. */
  readonly statusId: string;
  /** Runs the cell again and replaces its outputs. Resolves to the reason for which it must end; null to go on. */
  renew(): Promise<string | null>;
}

/** Watches of a notebook. Each has one timer, which runs between requests. */
export interface Watches {
  begin(cell: WatchedCell, evaluation: Evaluation): void;
  /** True while a cell is watched: outputs of other cells may be renewed, too. */
  active(): boolean;
  /** Ends the watches of cells, or all of them. */
  end(keys?: readonly string[]): void;
  /** Ends all watches and says so below their cells. */
  interrupt(): void;
}

interface Running {
  callOff(): void;
  stop(why: string): void;
}

/** A look may take this share of the time between two looks; after a longer one, the next comes later. */
const SHARE = 1 / 20;

/** Time without a change after which a log has ended, s. */
const SILENT = 3600;

export function watches({ later }: Pick<Platform, "later">): Watches {
  const running = new Map<string, Running>();

  function begin(cell: WatchedCell, evaluation: Evaluation): void {
    if (!later) return;
    const { key, every, files } = cell;
    const names = files.join(", ");
    let seen = cell.stamps;
    let [renewed, silent] = [0, 0];
    let pause = every;
    const wait = (): void => {
      running.set(key, { callOff: later(1e3 * pause, look), stop });
    };
    const say = (text: string): void => {
      const transient = { display_id: cell.statusId };
      cell.publish("update_display_data", { data: sentence(text), metadata: {}, transient });
    };
    const stop = (why: string): void => {
      running.get(key)?.callOff();
      running.delete(key);
      say(`watch of ${names} ended: ${why}`);
    };
    const look = async (): Promise<void> => {
      const now = stampsOf(evaluation, files);
      silent = now === seen ? silent + pause : 0;
      if (silent >= SILENT) return stop("no change for 1 h; run the cell to watch again");
      if (now === seen) return wait();
      seen = now;
      const began = performance.now();
      const why = await cell.renew();
      // The cell may have been run again, or the watch ended, while it was renewed.
      if (!running.has(key)) return;
      if (why !== null) return stop(why);
      renewed++;
      say(`watching ${names} every ${every} s, renewed ${renewed === 1 ? "once" : `${renewed} times`}`);
      pause = Math.max(every, (performance.now() - began) / 1e3 / SHARE);
      wait();
    };
    wait();
  }

  return {
    begin,
    active: () => running.size > 0,
    end(keys = [...running.keys()]) {
      for (const key of keys) {
        running.get(key)?.callOff();
        running.delete(key);
      }
    },
    interrupt() {
      for (const { stop } of [...running.values()]) stop("interrupted");
    },
  };
}

/** Stamps of files, as one text that changes with each of them. */
export const stampsOf = ({ stamp }: Evaluation, files: readonly string[]): string =>
  files.map((file) => stamp?.(file) ?? "missing").join();

/** Sentence on a watch as a display. */
export const sentence = (text: string): MimeBundle => ({ "text/plain": text });
