import { Random } from "../core/random.ts";
import { checkpointedTime } from "../formulas/run/queue.ts";
import type { Job } from "./workload.ts";

/** Identical jobs, as the language writes them: submitted at regular intervals or at random times. */
export interface Stream extends Omit<Job, "written" | "limitSeconds" | "isUndisturbed"> {
  /** Time limit that the scheduler knows, s; null for the running time. */
  readonly limitSeconds: number | null;
  /**
   * Time that a checkpoint stops a job, s, by which `seconds` and `savedEverySeconds` are longer; null where they contain
   * it already.
   */
  readonly blockingSeconds: number | null;
  readonly copies: number;
  /** Time between two submissions, s; the mean where they are random. */
  readonly everySeconds: number;
  /** Exponentially distributed quantities: the arrivals, or both arrivals and running times. */
  readonly random: "none" | "arrivals" | "both";
}

/** The jobs of streams. Equal seeds give equal jobs, whatever other streams exist. */
export function arrivals(streams: readonly Stream[], seed: number): readonly Job[] {
  return streams.flatMap((stream, at) => {
    const { copies, everySeconds, random, submitSeconds, ...job } = checkpointed(stream);
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

/** Stream whose times contain its checkpoints. */
function checkpointed({ blockingSeconds: C_k, limitSeconds, ...stream }: Stream) {
  const { seconds: tau, savedEverySeconds: every } = stream;
  if (C_k === null || every === null)
    return { ...stream, limitSeconds: limitSeconds ?? tau, isUndisturbed: C_k !== null };
  const seconds = checkpointedTime.evaluate({ tau, tau_i: every, C_k });
  return {
    ...stream,
    seconds,
    limitSeconds: limitSeconds ?? seconds,
    savedEverySeconds: every + C_k,
    isUndisturbed: true,
  };
}
