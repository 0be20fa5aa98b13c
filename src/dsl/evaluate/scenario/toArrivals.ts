import type { Arrivals, LengthLaw } from "../../../engine/scenario/arrivals.ts";
import type { RecordValue } from "../values/value.ts";
import type { Reader } from "./read.ts";

/** Requests that arrive at a server as the engine's data; null for a full batch. */
export function toArrivals(read: Reader, serving: RecordValue): Arrivals | null {
  const tag = read.record(serving, "arrivals");
  return (
    tag && {
      perSecond: read.number(tag, "rate"),
      variation: read.number(tag, "variation"),
      prompt: toLengths(read, tag, "prompt"),
      output: toLengths(read, tag, "output"),
      chunk: read.optional(tag, "chunk"),
      stepSeconds: read.number(tag, "step_overhead"),
      simulated: read.number(tag, "simulated"),
      seed: read.number(tag, "seed"),
    }
  );
}

/** Lengths in tokens: a distribution, or one length for all. */
function toLengths(read: Reader, requests: RecordValue, name: string): LengthLaw {
  const tag = read.record(requests, name);
  if (tag)
    return {
      mean: read.number(tag, "mean"),
      variation: read.number(tag, "variation"),
      max: read.number(tag, "max"),
    };
  const all = read.number(requests, name);
  return { mean: all, variation: 0, max: all };
}
