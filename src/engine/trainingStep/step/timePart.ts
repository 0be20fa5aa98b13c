import { breakdownsOf } from "../../estimate/breakdown.ts";

/** A part of the step's time, s: `time.bubble`. */
export const timePart = breakdownsOf("time", "s");
