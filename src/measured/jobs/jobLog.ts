/** Job as a scheduler's accounting has it: Slurm's `sacct`, or a published table of jobs. */
export interface Job {
  /** Identifier with the array's index: `123`, `123_4`. */
  readonly id: string;
  readonly name: string | null;
  /** End state in capitals, without what follows it: `CANCELLED by 1000` is `CANCELLED`. */
  readonly state: string;
  /** Submission, start and end, s since 1970 in the clock of the file; null where the file does not have them. */
  readonly submit: number | null;
  readonly start: number | null;
  readonly end: number | null;
  /** Time that the job ran, s. */
  readonly elapsed: number;
  /** Number of nodes; null where the file does not have it. */
  readonly nodes: number | null;
  /** Number of devices (GPUs). */
  readonly devices: number;
}

export interface JobLog {
  /** Jobs that ran on devices, in the file's order. */
  readonly jobs: readonly Job[];
  /** Number of jobs without devices, or that never ran. */
  readonly leftOut: number;
}

/** Part of a fleet whose failure a state of Slurm tells of, as a field of `fleet(..)`. */
export type JobCause = "host" | "software" | "other";

/**
 * Causes of the end states that are failures. `NODE_FAIL` and `BOOT_FAIL` are a node's, `OUT_OF_MEMORY` is the job's. Of
 * `FAILED` the state does not tell whether a program or a device failed. Other states are no failures: the user, the
 * scheduler or the end of the work ended the job. Source: Slurm's manual of sacct, "Job state codes".
 */
export const JOB_CAUSES: ReadonlyMap<string, JobCause> = new Map([
  ["NODE_FAIL", "host"],
  ["BOOT_FAIL", "host"],
  ["OUT_OF_MEMORY", "software"],
  ["FAILED", "other"],
]);
