import { breakdownsOf } from "../../estimate/breakdown.ts";

/** A part of the cost, $: `cost.storage`. */
export const moneyPart = breakdownsOf("cost", "$");
