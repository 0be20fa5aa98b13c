import type { Degree } from "../../scenario/degree.ts";
import type { Plan } from "../../scenario/plan.ts";

/** The relevant part of a rank order for a plan: degrees of 1 are left out. */
export const nearOrder = (plan: Pick<Plan, Degree>, order: readonly Degree[]): string =>
  order.filter((degree) => plan[degree] > 1).join("_");
