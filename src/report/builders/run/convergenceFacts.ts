import type { Estimate } from "../../../engine/estimate.ts";
import { percent, plain, printed } from "../../number.ts";
import type { Fact } from "../factsTable.ts";

/** What a run to a loss takes; nothing where the plan names no loss. */
export function convergenceFacts({ convergence }: Estimate): readonly Fact[] {
  if (!convergence?.toLoss) return [];
  const { toLoss, statisticalEfficiency } = convergence;
  const worth =
    statisticalEfficiency === null
      ? ""
      : `; a token does ${percent(statisticalEfficiency)} of what it does in small batches`;
  const facts: Fact[] = [
    [
      "time to loss",
      { text: printed(toLoss.time, "s"), value: toLoss.time },
      `${plain(Math.round(toLoss.steps))} steps, ${printed(toLoss.tokens, "token")}${worth}`,
    ],
  ];
  if (toLoss.cost !== null)
    facts.push(["cost to loss", { text: printed(toLoss.cost.value, "$"), value: toLoss.cost.value }]);
  return facts;
}
