import { Random } from "../core/random.ts";
import type { Job } from "./workload.ts";

/** Identical jobs, as the language writes them: submitted at regular intervals or at random times. */
export interface Stream extends Omit<Job, "written"> {
  readonly copies: number;
  /** Time between two submissions, s; the mean where they are random. */
  readonly everySeconds: number;
  /** Exponentially distributed quantities: the arrivals, or both arrivals and running times. */
  readonly random: "none" | "arrivals" | "both";
}

/** The jobs of streams. Equal seeds give equal jobs, whatever other streams exist. */
export function arrivals(streams: readonly Stream[], seed: number): readonly Job[] {
  return streams.flatMap((stream, at) => {
    const { copies, everySeconds, random, submitSeconds, ...job } = stream;
    const chance = new Random(seed * 1_000_003 + at);
    let when = submitSeconds;
    return Array.from({ length: copies }, (_, copy): Job => {
      if (copy > 0) when += random === "none" ? everySeconds : everySeconds * chance.exponential();
      const drawn = random === "both" ? chance.exponential() : 1;
      return {
        ...job,
        written: copies === 1 && random === "none",
        name: copies === 1 ? job.name : `${job.name} ${copy + 1}`,
        submitSeconds: when,
        seconds: job.seconds * drawn,
        limitSeconds: job.limitSeconds * drawn,
      };
    });
  });
}
