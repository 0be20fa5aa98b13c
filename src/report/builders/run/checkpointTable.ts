import type { Estimate } from "../../../engine/estimate/estimate.ts";
import type { Checkpoint } from "../../../engine/scenario/checkpoint.ts";
import type { Scenario } from "../../../engine/scenario/scenario.ts";
import { withUnit } from "../../../units/index.ts";
import type { Document } from "../../document.ts";
import { documentOf } from "../../documentOf.ts";
import { plain, printed } from "../../number.ts";
import { type Fact, factsTable } from "../factsTable.ts";

const PLACES: Readonly<Record<Checkpoint["to"], string>> = {
  storage: "on shared storage",
  local: "on the drives of each node",
  memory: "in the memory of hosts",
};
const RULES = {
  optimal: "loses least",
  young_daly: "Daly's estimate",
  young: "Young's estimate",
} as const;

/** What a checkpoint holds, what it takes, and how often there is one. */
export function checkpointTable({ plan }: Scenario, { checkpoint, goodput }: Estimate): Document {
  const asked = plan.checkpoint;
  if (!checkpoint || !asked) return documentOf({ kind: "paragraph", text: "The plan saves no checkpoints." });
  const bytes = (value: number) => ({ text: printed(value, "B"), value });
  const seconds = (value: number) => ({ text: printed(value, "s"), value });
  const facts: Fact[] = [
    ["size", bytes(checkpoint.size), "weights and optimizer state, everything once"],
    ["of a device", bytes(checkpoint.perDevice), "that saves most"],
    [
      "stops training",
      seconds(checkpoint.blocking),
      asked.async ? "planned, staged, copied to the host" : "until it is written",
    ],
    ...(asked.async
      ? ([["safe after", seconds(checkpoint.unsafe), "more, beside training"]] as readonly Fact[])
      : []),
    ["loading", seconds(checkpoint.load)],
  ];
  if (asked.fullEvery > 1)
    facts.push([
      "full",
      `one in ${plain(asked.fullEvery)}`,
      `the others write ${withUnit(plain(asked.changed * 100), "%")}`,
    ]);
  if (goodput) {
    const rule = typeof asked.interval === "number" ? "as given" : RULES[asked.interval];
    facts.push(["training between two", seconds(goodput.interval), rule]);
    if (goodput.memory)
      facts.push(["on storage too", `one in ${plain(goodput.memory.every)}`, "for when memory is lost"]);
  }
  return documentOf(factsTable(facts, `A checkpoint ${PLACES[asked.to]}`));
}
