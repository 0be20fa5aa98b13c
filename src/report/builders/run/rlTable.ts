import type { RlEstimate } from "../../../engine/estimate/rl.ts";
import type { Scenario } from "../../../engine/scenario/scenario.ts";
import type { Document } from "../../document/document.ts";
import { documentOf } from "../../document/documentOf.ts";
import { counted, percent, plain, printed } from "../../numbers/number.ts";
import { breakdownTable } from "../breakdownTable.ts";
import { type Fact, factsTable } from "../factsTable.ts";

/** Report of an RL iteration: its parts, what idles meanwhile, and the engine that generates. */
export function rlTable(rl: RlEstimate, { plan }: Scenario, unit?: string): Document {
  const share = (value: number) => ({ text: percent(value), value });
  const seconds = (value: number) => ({ text: printed(value, "s"), value });
  const { placement, rollout } = plan.rl ?? {};
  const separate = placement !== undefined && placement.kind !== "colocated";
  const facts: Fact[] = [
    [
      "generation",
      seconds(rl.generation),
      `${printed(rl.tail, "s")} of it with less than half of the sequences left`,
    ],
    [
      "engine",
      `${counted(rl.replicas, "replica")} of ${counted((rollout?.tp ?? 1) * (rollout?.pp ?? 1), "device")}`,
      `at most ${counted(rl.concurrency, "sequence")} at the same time`,
    ],
    ...(separate
      ? ([
          ["idle, training", share(rl.trainerIdle), "of the iteration"],
          ["idle, generation", share(rl.rolloutIdle), "of the iteration"],
        ] as const)
      : []),
    ["idle", share(rl.idle), `of the time of ${plain(rl.devices)} devices`],
    [
      "tokens",
      { text: printed(rl.tokens, "token"), value: rl.tokens },
      `${printed(rl.tokensPerSecondPerDevice, "token/s")} per device`,
    ],
  ];
  if (rl.time !== null && rl.deviceTime !== null)
    facts.push(["all iterations", seconds(rl.time), printed(rl.deviceTime, "GPU*s", "GPU-hours")]);
  return documentOf(
    breakdownTable(rl.step, { caption: "One iteration", ...(unit === undefined ? {} : { unit }) }),
    factsTable(facts),
  );
}
