import { breakdownsOf } from "../../estimate/breakdown.ts";

/** Makes a part of the step's time, in seconds; its name gets the prefix `time.`, such as `time.bubble`. */
export const timePart = breakdownsOf("time", "s");
