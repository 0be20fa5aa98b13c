import type { ServingLoad, Spread } from "../../../engine/estimate/servingLoad.ts";
import type { Scenario } from "../../../engine/scenario/scenario.ts";
import type { Document, Table } from "../../document/document.ts";
import { documentOf } from "../../document/documentOf.ts";
import { counted, percent, plain, printed } from "../../numbers/number.ts";
import { type Fact, factsTable } from "../factsTable.ts";

const requests = (perSecond: number): string => `${plain(Number(perSecond.toPrecision(4)))} requests/s`;

/** Report of serving under arriving requests: load, throughput and cost, then percentiles of the requests' times. */
export function loadTable(load: ServingLoad, { plan }: Scenario): Document {
  const { latencies } = load;
  const rate = (value: number) => ({ text: printed(value, "token/s"), value });
  const facts: Fact[] = [
    [
      "requests",
      { text: requests(load.rate), value: load.rate },
      `of ${requests(load.capacity)} that can be served`,
    ],
    [
      "load",
      { text: percent(load.load), value: load.load, why: { path: "serving.load" } },
      latencies
        ? `${percent(latencies.utilisation)} of the time a replica has a request in progress`
        : "the queue grows without end",
    ],
    ["output", rate(load.tokensPerSecond), `of ${printed(load.capacityTokensPerSecond, "token/s")} at most`],
    [
      "replicas",
      plain(load.replicas),
      `${counted(load.devices, "device")}; room for ${counted(load.places, "request")} of mean length on each`,
    ],
  ];
  if (latencies)
    facts.push([
      "batch",
      plain(Number(latencies.batch.toPrecision(3))),
      "requests in progress on a replica, mean over time",
    ]);
  if (load.costPerToken !== null)
    facts.push([
      "cost",
      `$${plain(Number((1e6 * load.costPerToken).toPrecision(3)))}`,
      "per million output tokens",
    ]);
  if (!latencies) {
    const needed = Math.floor(load.load * load.replicas) + 1;
    const text = `More requests arrive than can be served: the queue grows without end. ${counted(needed, "replica")} keep up.`;
    return documentOf(factsTable(facts), { kind: "verdict", tone: "bad", text });
  }
  const { simulated, seed } = plan.serve?.arrivals ?? { simulated: 0, seed: 0 };
  const rows: readonly (readonly [label: string, path: string, spread: Spread])[] = [
    ["wait for a place in the batch", "wait", latencies.wait],
    ["first token (TTFT)", "ttft", latencies.ttft],
    ["per output token (TPOT)", "tpot", latencies.tpot],
    ["between two tokens", "gap", latencies.gap],
    ["whole request", "latency", latencies.latency],
  ];
  const cell = (path: string, value: number) => ({
    text: value < 5e-10 ? "0" : printed(value, "s"),
    value,
    why: { path },
  });
  const times: Table = {
    kind: "table",
    caption: `Times of ${plain(simulated)} simulated requests, seed ${plain(seed)}`,
    columns: [
      { title: "", align: "left" },
      ...["mean", "p50", "p90", "p99"].map((title) => ({ title, align: "right" as const })),
    ],
    rows: rows.map(([label, path, spread]) => [
      { text: label },
      ...(["mean", "p50", "p90", "p99"] as const).map((end) => cell(`serving.${path}.${end}`, spread[end])),
    ]),
  };
  return documentOf(factsTable(facts), times);
}
