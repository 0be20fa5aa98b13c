import type { Ends } from "../../../estimate/tokenCosts.ts";
import * as book from "../../../formulas/run/tokens.ts";
import type { Context } from "../../../trainingStep/inputs/context.ts";
import type { LossCurve } from "./scalingLaw.ts";

/** A run to a loss, as the laws of what departures cost read it. */
export interface TrainedTo<N> {
  readonly ctx: Context<N>;
  /** Parameters a token passes through. */
  readonly active: N;
  /** null without a scaling law. */
  readonly curve: LossCurve<N> | null;
  /** Tokens to the loss in small batches, and at the plan's batch. */
  readonly least: N;
  readonly tokens: N;
  readonly loss: N | null;
}

/** Updates of the weights to the loss, `perStep` of them a step. */
export function updates<N>({ ctx, tokens }: TrainedTo<N>, batch: N, perStep: N): N {
  return ctx.alg.apply(book.updatesOfTokens, { D: tokens, B_t: batch, n_m: perStep });
}

/** Tokens that make up for a loss `p` higher, and by the ends of its spread; null without a scaling law. */
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

/** The same for each end. */
export const atEnds = <N>({ factor, low, high }: Ends<N>, make: (n: N) => N): Ends<N> => ({
  factor: make(factor),
  low: make(low),
  high: make(high),
});
