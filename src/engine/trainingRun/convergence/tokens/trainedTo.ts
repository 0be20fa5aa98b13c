import type { Ends } from "../../../estimate/tokenCosts.ts";
import * as book from "../../../formulas/run/tokens.ts";
import type { Context } from "../../../trainingStep/inputs/context.ts";
import type { LossCurve } from "./scalingLaw.ts";

/** Training run to a given loss: the input of the token-cost laws. */
export interface TrainedTo<N> {
  readonly ctx: Context<N>;
  /** Active parameters of the model. */
  readonly active: N;
  /** Loss curve; null without a scaling law. */
  readonly curve: LossCurve<N> | null;
  /** Tokens to the loss in small batches. `tokens` is the number of tokens to the loss with the plan's batch. */
  readonly least: N;
  readonly tokens: N;
  readonly loss: N | null;
}

/** Number of weight updates until the loss is reached. `batch`: tokens per step. `perStep`: updates per step. */
export function updates<N>({ ctx, tokens }: TrainedTo<N>, batch: N, perStep: N): N {
  return ctx.alg.apply(book.updatesOfTokens, { D: tokens, B_t: batch, n_m: perStep });
}

/**
 * Factor on the tokens that compensates a relative loss increase `p`, with the ends of its interval. `spread`: published
 * spread of `p`, a share of the loss. null without a scaling law.
 */
export function tokensOfGap<N>(run: TrainedTo<N>, p: N, spread: number, source: string): Ends<N> | null {
  const { ctx, curve, least, loss } = run;
  const { alg } = ctx;
  if (curve === null || loss === null) return null;
  const s_L = curve.slope(least);
  const at = (x: number): N =>
    alg.apply(book.gapTokens, {
      ...{ L_x: loss, s_L, p },
      p_x: alg.constant("published spread", x, "1", source),
    });
  return { factor: at(0), low: at(-spread), high: at(spread) };
}

/** Applies `make` to a factor and to the ends of its interval. */
export const atEnds = <N>({ factor, low, high }: Ends<N>, make: (n: N) => N): Ends<N> => ({
  factor: make(factor),
  low: make(low),
  high: make(high),
});
