import type { Estimate } from "../../../engine/estimate/estimate.ts";
import { percent, plain, printed } from "../../numbers/number.ts";
import type { Fact } from "../factsTable.ts";

/**
 * Sentence on the token factor of a plan (tokens to a loss, relative to synchronous AdamW in bf16 at the same
 * batch size), with the published range.
 */
const ofTokens = ({ factor, low, high }: { factor: number; low: number; high: number }): string =>
  `the plan needs ${factor.toPrecision(3)} times the tokens of synchronous AdamW in bf16 (${low.toPrecision(3)} to ${high.toPrecision(3)})`;

/** Lines of a summary on a run to a target loss. Empty where the plan names no loss. */
export function convergenceFacts({ convergence }: Estimate): readonly Fact[] {
  if (!convergence?.toLoss) return [];
  const { toLoss, statisticalEfficiency, tokenCosts } = convergence;
  const worth =
    statisticalEfficiency === null
      ? ""
      : `; each token is ${percent(statisticalEfficiency)} as useful as in small batches`;
  const loose = tokenCosts?.departs ? `; ${ofTokens(tokenCosts)}` : "";
  const facts: Fact[] = [
    [
      "time to loss",
      { text: printed(toLoss.time, "s"), value: toLoss.time, why: { path: "time_to_loss" } },
      `${plain(Math.round(toLoss.steps))} steps, ${printed(toLoss.tokens, "token")}${worth}${loose}`,
    ],
  ];
  if (toLoss.cost !== null)
    facts.push([
      "cost to loss",
      { text: printed(toLoss.cost.value, "$"), value: toLoss.cost.value, why: { path: "cost_to_loss" } },
    ]);
  return facts;
}
