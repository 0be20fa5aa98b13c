import type { Output } from "../estimate/output.ts";
import type { Latencies, ServingLoad, Spread } from "../estimate/servingLoad.ts";

const NEEDS: readonly string[] = ["plan.serve.arrivals"];

const number = (
  name: string,
  unit: string,
  doc: string,
  read: <N>(load: ServingLoad<N>) => N | null,
  ...needs: readonly string[]
): Output => ({
  kind: "loaded",
  path: `serving.${name}`,
  unit,
  doc,
  isSteady: false,
  read,
  needs: [...NEEDS, ...needs],
});

const steady = (name: string, unit: string, doc: string, read: <N>(of: Latencies<N>) => N): Output => ({
  kind: "loaded",
  path: `serving.${name}`,
  unit,
  doc,
  isSteady: true,
  read: (load) => load.latencies && read(load.latencies),
  needs: NEEDS,
});

const PERCENTILES: readonly (readonly [name: keyof Spread, words: string])[] = [
  ["mean", "Mean"],
  ["p50", "Median"],
  ["p90", "90th percentile"],
  ["p99", "99th percentile"],
];

const spread = (name: string, doc: string, read: <N>(of: Latencies<N>) => Spread<N>): readonly Output[] =>
  PERCENTILES.map(([percentile, words]) =>
    steady(`${name}.${percentile}`, "s", `${words} of the ${doc}.`, (of) => read(of)[percentile]),
  );

/** Outputs of serving under arriving requests. */
export const loadOutputs: readonly Output[] = [
  {
    kind: "load",
    path: "serving",
    doc: "Serving under the requests of `plan.serve.arrivals`: load, throughput, percentiles of latency, cost of a token. Simulated.",
    needs: NEEDS,
  },
  number(
    "load",
    "1",
    "Load: requests that arrive divided by those that all replicas can serve. From 1 on the queue grows without end.",
    (l) => l.load,
  ),
  number("capacity", "sequence/s", "Requests per second that all replicas serve at most.", (l) => l.capacity),
  number(
    "capacity_tokens_per_s",
    "token/s",
    "Output tokens per second that all replicas generate at most.",
    (l) => l.capacityTokensPerSecond,
  ),
  number(
    "tokens_per_s",
    "token/s",
    "Output tokens per second of the arriving requests.",
    (l) => l.tokensPerSecond,
  ),
  number("devices", "GPU", "Devices of all replicas.", (l) => l.devices),
  number(
    "cost_per_token",
    "$/token",
    "Cost of an output token: all replicas by the hour, divided by the tokens that are generated.",
    (l) => l.costPerToken,
    "cluster.price",
  ),
  ...spread("ttft", "time from the arrival of a request to its first output token", (of) => of.ttft),
  ...spread("tpot", "time per output token after the first, a request's mean", (of) => of.tpot),
  ...spread("gap", "time between two successive output tokens of a request", (of) => of.gap),
  ...spread("latency", "time from the arrival of a request to its last output token", (of) => of.latency),
  ...spread("wait", "time from the arrival of a request to its admission to the batch", (of) => of.wait),
  steady("batch", "sequence", "Requests in progress on a replica, mean over time.", (of) => of.batch),
  steady(
    "present",
    "sequence",
    "Requests that wait or are in progress on all replicas, mean over time.",
    (of) => of.present,
  ),
  steady(
    "utilisation",
    "1",
    "Share of time in which a replica has at least one request in progress.",
    (of) => of.utilisation,
  ),
];
