import type { Algebra } from "../core/algebra.ts";
import { error } from "../core/refusal.ts";
import type { ServingLoad } from "../estimate/servingLoad.ts";
import * as book from "../formulas/run/serving.ts";
import type { Arrivals } from "../scenario/arrivals.ts";
import type { Refusal, Scenario } from "../scenario/scenario.ts";
import type { Batching } from "./iterations.ts";
import { measured } from "./latencies.ts";
import { replicaOf } from "./replica.ts";
import { saturated } from "./saturated.ts";

/** Serving of a scenario under arriving requests, or why it has no answer: a request exceeds the room of a replica. */
export type Served<N> = { readonly kind: "load"; readonly load: ServingLoad<N> } | WithoutRoom;

interface WithoutRoom {
  readonly kind: "room";
  readonly tokens: number;
  readonly room: number;
}

/** Refusal of requests whose longest has no room in a replica's cache. */
export const requestWithoutRoom = ({ tokens, room }: WithoutRoom): Refusal =>
  error("request-without-room", ["plan.serve.arrivals", "plan.serve"], { tokens, room });

/** Serving of `plan.serve.arrivals` on the plan's replicas; null where the model cannot be served so. */
export function servingLoad<N>(alg: Algebra<N>, scenario: Scenario, arrivals: Arrivals): Served<N> | null {
  const { serve } = scenario.plan;
  if (!serve) return null;
  const { prompt, output } = arrivals;
  const whole = Math.ceil(prompt.mean + output.mean);
  const replica = replicaOf(scenario, Math.ceil(prompt.mean), whole);
  if (!replica) return null;
  const longest = Math.ceil(largest(prompt) + largest(output));
  if (longest > replica.room) return { kind: "room", tokens: longest, room: Math.floor(replica.room) };
  const batching: Batching = {
    batch: serve.batch,
    room: replica.room,
    chunk: arrivals.chunk ?? Number.POSITIVE_INFINITY,
  };
  const places = Math.max(1, Math.min(serve.batch, Math.floor(replica.room / whole)));
  const source = `simulated: ${arrivals.simulated} requests, seed ${arrivals.seed}`;
  const n_R = alg.input("plan.serve.replicas", serve.replicas, "1");
  const rate = alg.input("plan.serve.arrivals.rate", arrivals.perSecond, "sequence/s");
  const capacity = alg.apply(book.servedCapacity, {
    n_R,
    n_r: alg.constant(
      "requests per second of a replica whose queue never empties",
      saturated(arrivals, replica.iterations, batching, places),
      "sequence/s",
      source,
    ),
  });
  const l_r = alg.input("plan.serve.arrivals.output", output.mean, "token/sequence");
  const load = alg.apply(book.servedLoad, { lambda: rate, mu: capacity });
  const tokensPerSecond = alg.apply(book.requestTokens, { lambda: rate, l_r });
  const capacityTokensPerSecond = alg.apply(book.requestTokens, { lambda: capacity, l_r });
  const devices = alg.apply(book.servedDevices, {
    n_R,
    t: alg.input("plan.serve.tp", serve.tp ?? scenario.plan.tp, "1"),
    p: alg.input("plan.serve.pp", serve.pp ?? scenario.plan.pp, "1"),
  });
  const price = priceOf(scenario);
  const steady =
    alg.value(load) < 1
      ? measured(alg, arrivals, serve.replicas, replica.iterations, batching, source)
      : null;
  return {
    kind: "load",
    load: {
      replicas: serve.replicas,
      devices,
      rate,
      capacity,
      load,
      tokensPerSecond,
      capacityTokensPerSecond,
      places,
      costPerToken:
        price &&
        alg.apply(book.servedTokenCost, {
          n_g: devices,
          c_g: alg.input(price.path, price.perDeviceSecond, "$/GPU/s"),
          n_r: alg.less(rate, capacity) ? tokensPerSecond : capacityTokensPerSecond,
        }),
      latencies: steady?.latencies ?? null,
      times: steady?.times ?? NOTHING,
    },
  };
}

const NOTHING: ServingLoad["times"] = {
  wait: new Float64Array(0),
  ttft: new Float64Array(0),
  tpot: new Float64Array(0),
  latency: new Float64Array(0),
};

const largest = ({ mean, variation, max }: Arrivals["prompt"]): number => (variation === 0 ? mean : max);

/** Price of a device by the hour; null for devices that are owned or have no price. */
function priceOf({ cluster: { price, spot } }: Scenario): {
  readonly path: string;
  readonly perDeviceSecond: number;
} | null {
  if (spot) return { path: "cluster.capacity.price", perDeviceSecond: spot.pricePerDeviceSecond };
  if (price === null || price.kind === "owned") return null;
  const path = price.kind === "reserved" ? "cluster.price.rate" : "cluster.price";
  return { path, perDeviceSecond: price.perDeviceSecond };
}
