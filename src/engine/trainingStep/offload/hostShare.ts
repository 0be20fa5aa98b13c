import * as book from "../../formulas/memory/offload.ts";
import type { Context } from "../inputs/context.ts";
import { nodeDevices } from "./nodeDevices.ts";

/** Bandwidth between a device and its host's memory while all devices of the node copy, B/s. */
export function hostShare<N>(ctx: Context<N>): N {
  const { alg, x } = ctx;
  return alg.apply(book.hostShare, {
    R_l: x.hostRate,
    n_l: x.hostLinkDevices,
    n_d: nodeDevices(ctx),
    W_h: x.hostMemoryRate,
  });
}
