import * as book from "../../formulas/communication/compression.ts";
import type { Context } from "../inputs/context.ts";
import type { Recurring } from "./communication.ts";

/** Averages a collective that runs only in a share `c_x` of the steps over all steps: its calls and its times. */
export function inSteps<N>({ alg }: Context<N>, r: Recurring<N>, c_x: N): Recurring<N> {
  const part = (tau: N): N => alg.apply(book.partOfSteps, { c_x, tau });
  return {
    ...r,
    calls: alg.apply(book.callsOfSteps, { c_x, n_c: r.calls }),
    total: part(r.total),
    exposed: part(r.exposed),
  };
}
