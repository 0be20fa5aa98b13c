import type { Simulation } from "../../../engine/estimate/simulation.ts";
import type { Table } from "../../document/document.ts";
import { percent, plain, printed } from "../../numbers/number.ts";
import { type Fact, factsTable } from "../factsTable.ts";

/** Table of simulated run times, next to the closed form of their mean. */
export function simulationTable(simulation: Simulation): Table {
  const { runs, seed, mean, low, high, expected, goodput, failures } = simulation;
  const seconds = (value: number) => ({ text: printed(value, "s"), value });
  const within = (share: number, label: string): Fact => [label, seconds(simulation.percentile(share))];
  return factsTable(
    [
      ["mean", seconds(mean), `${printed(low, "s")} to ${printed(high, "s")} with 95% confidence`],
      ["closed form", seconds(expected), difference(expected, mean)],
      within(0.05, "5% of runs end within"),
      within(0.5, "50% of runs end within"),
      within(0.95, "95% of runs end within"),
      within(0.99, "99% of runs end within"),
      ["failures", plain(Number(failures.toPrecision(4))), "per run, on average"],
      ["goodput", { text: percent(goodput), value: goodput }],
    ],
    `${plain(runs)} simulated runs with random failures, seed ${plain(seed)}`,
  );
}

function difference(expected: number, mean: number): string {
  const by = expected / mean - 1;
  return Math.abs(by) < 5e-5 ? "the same" : `${percent(Math.abs(by))} ${by > 0 ? "longer" : "shorter"}`;
}
