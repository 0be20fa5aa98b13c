import { totalCallTime } from "../../formulas/communication/collectives.ts";
import type { Recurring } from "../communication/communication.ts";
import type { Context } from "../inputs/context.ts";

/**
 * Communication between `devices` devices and servers, in which each device transfers its own data. Computation
 * hides none of the time.
 */
export function throughServer<N>(
  { alg }: Context<N>,
  {
    what,
    devices,
    bytes,
    calls,
    call,
  }: Pick<Recurring<N>, "what" | "bytes" | "calls" | "call"> & { readonly devices: number },
): Recurring<N> {
  const total = alg.apply(totalCallTime, { n_c: calls, tau: call });
  return {
    dimension: "dp",
    op: "send_recv",
    what,
    group: { size: devices, inner: 1, outer: devices, tier: "scale_out" },
    algorithm: "parameter servers",
    bytes,
    calls,
    call,
    total,
    hides: false,
    exposed: total,
  };
}
