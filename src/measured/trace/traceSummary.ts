import type { CollectiveOp, KernelKind } from "../kernels/kernelKinds.ts";
import type { TraceTimeline } from "./stepTimeline.ts";

/** Time of a part of a step. All times of a summary are of one step: the mean over the profiled steps, s. */
export interface TracePart {
  readonly kind: KernelKind | "idle";
  /**
   * Time of the step that belongs to this part alone, s. Kernels that run at once share their time; communication has
   * only what no computation hides. All parts add up to the step.
   */
  readonly seconds: number;
  /** Time for which kernels of this part run, hidden or not, s. */
  readonly busy: number;
}

/** Calls of one collective in one group of ranks. */
export interface TraceCollective {
  readonly op: CollectiveOp;
  /** Name of the group of ranks (`default_pg`); empty where the trace does not record it. */
  readonly group: string;
  readonly groupSize: number | null;
  /** Mean payload of a call, B: the larger of what goes in and what comes out. Null where the trace has no sizes. */
  readonly bytes: number | null;
  /** Calls in a step. */
  readonly count: number;
  /** Time of all calls in a step, with their waiting for other ranks, s. */
  readonly seconds: number;
  /** Part of `seconds` that no computation hides, s. */
  readonly exposed: number;
}

/** Kernels of one name. */
export interface TraceKernel {
  readonly name: string;
  readonly kind: KernelKind;
  readonly count: number;
  readonly seconds: number;
}

/** Profile of some steps of one device, as plain data. */
export interface TraceSummary {
  /** Program that wrote the trace. */
  readonly source: string;
  readonly device: string | null;
  readonly rank: number | null;
  readonly worldSize: number | null;
  /** Profiled steps with their durations, s; empty for a trace without marks of steps. */
  readonly steps: readonly { readonly number: number; readonly seconds: number }[];
  /** Mean duration of a profiled step, s. For a trace without marks of steps: from its first kernel to its last. */
  readonly seconds: number;
  readonly parts: readonly TracePart[];
  readonly collectives: readonly TraceCollective[];
  /** Kernels, the longest first. */
  readonly kernels: readonly TraceKernel[];
  /** Kernels that are not in the list because it is long: how many names, and their time in a step, s. */
  readonly others: { readonly names: number; readonly seconds: number };
  /** The profiled step whose duration is the median, as bars over time. */
  readonly timeline: TraceTimeline;
  /** Sentences on what the trace lacks. */
  readonly remarks: readonly string[];
}
