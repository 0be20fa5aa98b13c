import { optionalInput } from "../../core/optionalInput.ts";
import type { CostEstimate } from "../../estimate/costEstimate.ts";
import type { EnergyEstimate } from "../../estimate/energyEstimate.ts";
import type { RunEstimate } from "../../estimate/runEstimate.ts";
import * as book from "../../formulas/run/money.ts";
import type { Context } from "../../trainingStep/inputs/context.ts";
import { cost } from "./cost.ts";
import type { Used } from "./used.ts";

/** Cost of the run; null without a token budget or a price. */
export function runMoney<N>(
  ctx: Context<N>,
  run: RunEstimate<N> | null,
  { run: energy }: EnergyEstimate<N>,
  beside: Pick<Used<N>, "dataBytes" | "checkpoint" | "pools">,
): CostEstimate<N> | null {
  const { alg, scenario } = ctx;
  const n_T = optionalInput(alg, "plan.tokens", scenario.plan.tokens, "token");
  if (!run || !energy || n_T === null) return null;
  const { timeToTrain: wall, deviceTime } = run;
  const total = cost(ctx, { wall, deviceTime, energy: energy.value, ...beside });
  if (!total) return null;
  const c_r = total.value;
  return {
    total,
    perToken: alg.apply(book.tokenCost, { c_r, n_T }),
    rate: alg.apply(book.costRate, { c_r, T_g: deviceTime }),
  };
}
