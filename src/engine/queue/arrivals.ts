import { Random } from "../core/random.ts";
import type { Job } from "./workload.ts";

/** Jobs that are alike, as the language writes them: a stream of them, one every so often or at random times. */
export interface Stream extends Omit<Job, "written"> {
  readonly copies: number;
  /** From one submission to the next; on average, where they are random, s. */
  readonly everySeconds: number;
  /** What is drawn by chance, exponentially: when they come, and what they take as well. */
  readonly random: "none" | "arrivals" | "both";
}

/** The jobs of streams; the same seed gives the same ones, whatever other streams there are. */
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
