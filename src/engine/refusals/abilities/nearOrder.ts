import type { Degree } from "../../scenario/degree.ts";
import type { Plan } from "../../scenario/plan.ts";

/** An order of ranks as far as a plan tells it from others: degrees of 1 have no place. */
export const nearOrder = (plan: Pick<Plan, Degree>, order: readonly Degree[]): string =>
  order.filter((degree) => plan[degree] > 1).join("_");
