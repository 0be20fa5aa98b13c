import type { TokenCost } from "../../../estimate/tokenCosts.ts";
import * as book from "../../../formulas/run/tokens.ts";
import { MATRIX } from "./delay.ts";
import { noCost, outside } from "./tokenCost.ts";
import type { TrainedTo } from "./trainedTo.ts";

/** Tokens to a loss with the plan's optimizer ÷ tokens with tuned AdamW. */
export function optimizerTokens<N>({ ctx, active: P }: TrainedTo<N>): TokenCost<N> {
  const { alg, x, scenario } = ctx;
  const { optimizer } = scenario.plan;
  if (!MATRIX.has(optimizer)) return noCost(x.one);
  const at = (c: number): N =>
    alg.apply(book.matrixOptimizerTokens, { P, c_o: alg.constant("published spread", c, "1", SOURCE) });
  return {
    ...{ factor: at(0), low: at(-0.07), high: at(0.07) },
    departs: true,
    outside: outside(alg, `\`${optimizer}\``, SOURCE, [
      { what: "130M to 3.1B parameters", value: P, least: 130e6, most: 3.1e9 },
    ]),
  };
}

const SOURCE = "arXiv:2509.02046, arXiv:2505.23725";
