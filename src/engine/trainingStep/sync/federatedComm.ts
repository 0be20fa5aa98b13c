import { keyExchange, maskedBytes } from "../../formulas/run/privacy.ts";
import * as book from "../../formulas/step/sync.ts";
import type { Sync } from "../../scenario/sync.ts";
import type { Recurring } from "../communication/communication.ts";
import { asked } from "../inputs/askedClients.ts";
import type { Context } from "../inputs/context.ts";
import { throughServer } from "./throughServer.ts";

/**
 * Communication of a round of federated averaging (arXiv:1602.05629, algorithm 1), divided over the round's
 * steps. The selected clients download the weights and upload their changes. A client's rate is the lower of
 * its own link's rate and its share of the server's. `P` is the number of parameters of a device; `shrunk`
 * compresses the uploads. Secure aggregation makes uploads wider and adds keys and shares (arXiv:1611.04482).
 */
export function federatedComm<N>(
  ctx: Context<N>,
  sync: Extract<Sync, { readonly kind: "federated" }>,
  P: N,
  shrunk: (make: (B_x: N) => Recurring<N>) => readonly Recurring<N>[],
): readonly Recurring<N>[] {
  const { alg, x, scenario } = ctx;
  const { tp, pp } = scenario.plan;
  const beta = alg.apply(book.clientRate, {
    W_c: alg.input("plan.sync.client", sync.clientBytesPerSecond, "B/s"),
    W_v: alg.input("plan.sync.server", sync.serverBytesPerSecond, "B/s"),
    n_k: alg.constant("clients selected per round", asked(sync), "1", "clients * participation, rounded"),
    n_m: alg.constant("devices that the model is spread over", tp * pp, "1", "tp * pp"),
  });
  const alpha_o = alg.input("plan.sync.latency", sync.latencySeconds, "s");
  const n_H = alg.input("plan.sync.steps", sync.steps, "1");
  const calls = alg.apply(book.meetingsOfStep, { n: x.one, n_H });
  const way = (what: string, B_x: N): Recurring<N> => {
    const bytes = alg.apply(book.exchangedBytes, { B_cp: B_x, P });
    const call = alg.apply(book.serverTime, { Q: bytes, beta, alpha_o });
    return throughServer(ctx, { what, devices: asked(sync) * tp * pp, bytes, calls, call });
  };
  const down = way("weights to the clients", x.gatherBytes);
  const { secure } = sync;
  if (secure === null) return [down, ...shrunk((B_x) => way("weight changes of the clients", B_x))];
  const n_k = alg.constant(
    "clients selected per round",
    asked(sync),
    "1",
    "clients * participation, rounded",
  );
  const B_1 = alg.constant("one byte", 1, "B", "definition");
  const peers = Math.min(secure.neighbours === null ? asked(sync) : secure.neighbours + 1, asked(sync));
  const bytes = alg.apply(keyExchange, {
    n_k: alg.constant("clients that share keys", peers, "1", "the client itself, and its neighbours"),
    B_k: alg.constant("bytes of a key or share", 32, "B", "arXiv:1611.04482, section 7.1: 256 bits"),
  });
  const call = alg.apply(book.serverTime, { Q: bytes, beta, alpha_o });
  return [
    down,
    ...shrunk((B_cp) =>
      way("masked weight changes of the clients", alg.apply(maskedBytes, { n_k, B_cp, B_1 })),
    ),
    throughServer(ctx, {
      ...{ what: "keys and shares of the clients", devices: asked(sync) * tp * pp },
      ...{ bytes, calls, call },
    }),
  ];
}
