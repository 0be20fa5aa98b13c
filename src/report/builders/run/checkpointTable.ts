import type { Estimate } from "../../../engine/estimate/estimate.ts";
import type { Checkpoint } from "../../../engine/scenario/checkpoint.ts";
import type { Scenario } from "../../../engine/scenario/scenario.ts";
import { withUnit } from "../../../units/index.ts";
import type { Document } from "../../document/document.ts";
import { documentOf } from "../../document/documentOf.ts";
import { plain, printed } from "../../numbers/number.ts";
import { type Fact, factsTable } from "../factsTable.ts";

const PLACES: Readonly<Record<Checkpoint["to"], string>> = {
  storage: "on shared storage",
  local: "on the drives of each node",
  memory: "in host memory",
};
const RULES = {
  optimal: "loses least time",
  young_daly: "Daly's estimate",
  young: "Young's estimate",
} as const;

/** Report section on checkpoints: what they contain, how long they take and how often they are written. */
export function checkpointTable({ plan }: Scenario, { checkpoint, goodput }: Estimate): Document {
  const asked = plan.checkpoint;
  if (!checkpoint || !asked) return documentOf({ kind: "paragraph", text: "The plan saves no checkpoints." });
  const cell = (value: number, unit: string, name: string) => ({
    ...{ text: printed(value, unit), value, why: { path: `checkpoint.${name}` } },
  });
  const bytes = (value: number, name: string) => cell(value, "B", name);
  const seconds = (value: number, name: string) => cell(value, "s", name);
  const facts: Fact[] = [
    ["size", bytes(checkpoint.size, "size"), "weights and optimizer state, each written once"],
    ["largest share", bytes(checkpoint.perDevice, "size_per_device"), "written by one device"],
    [
      "pauses training for",
      seconds(checkpoint.blocking, "blocking"),
      asked.async ? "planning, staging and the copy to host memory" : "until the write is done",
    ],
    ...(asked.async
      ? ([
          ["safe on disk after", seconds(checkpoint.unsafe, "unsafe"), "more, while training continues"],
        ] as readonly Fact[])
      : []),
    ["loading", seconds(checkpoint.load, "load")],
  ];
  if (asked.fullEvery > 1)
    facts.push([
      "full checkpoints",
      `one in ${plain(asked.fullEvery)}`,
      `the others write ${withUnit(plain(asked.changed * 100), "%")} of the state`,
    ]);
  if (goodput) {
    const rule = typeof asked.interval === "number" ? "as the plan says" : RULES[asked.interval];
    facts.push(["interval", seconds(goodput.interval, "interval"), rule]);
    if (goodput.memory)
      facts.push([
        "also to storage",
        `one in ${plain(goodput.memory.every)}`,
        "in case the copies in memory are lost",
      ]);
  }
  return documentOf(factsTable(facts, `A checkpoint ${PLACES[asked.to]}`));
}
