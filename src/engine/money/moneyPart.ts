import { breakdownsOf } from "../breakdown.ts";

/** A part of the cost, $: `cost.storage`. */
export const moneyPart = breakdownsOf("cost", "$");
