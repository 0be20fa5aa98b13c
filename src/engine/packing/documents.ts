import type { Algebra } from "../algebra.ts";
import type { Context } from "../context.ts";
import { extremeScore } from "../formulas/loads.ts";
import * as book from "../formulas/packing.ts";
import type { Documents } from "../scenario/data.ts";

interface Lengths<N> {
  readonly mu_l: N;
  readonly c_l: N;
}

function lengths<N>(alg: Algebra<N>, { meanTokens, variation }: Documents): Lengths<N> {
  return {
    mu_l: alg.input("plan.documents.mean", meanTokens, "token"),
    c_l: alg.input("plan.documents.variation", variation, "1"),
  };
}

/** Tokens of the document that a token is in, on average; null where a sequence is one document. */
export function documentTokens<N>({ alg, x, scenario }: Context<N>): N | null {
  const { documents } = scenario.plan;
  return documents && alg.apply(book.attendedTokens, { s: x.seqLen, ...lengths(alg, documents) });
}

/** What a step waits for the replica with the longest documents, s; null where all have the same. `attention` is of a step. */
export function documentWait<N>(ctx: Context<N>, attention: N): N | null {
  const { alg, x, scenario } = ctx;
  const { documents, dp, numMicroBatches, microBatch, flashAttention } = scenario.plan;
  const l_d = documentTokens(ctx);
  // Without flash attention all scores are computed, whatever the mask leaves out.
  if (!documents || l_d === null || documents.variation === 0 || dp === 1 || !flashAttention) return null;
  const n = alg.constant("sequences of a replica", numMicroBatches * microBatch, "1", "the plan's batch");
  const z_d = alg.apply(extremeScore, { n_d: x.dp });
  const lambda_d = alg.apply(book.documentLoad, { s: x.seqLen, l_d, z_d, n, ...lengths(alg, documents) });
  return alg.apply(book.documentWait, { lambda_d, tau: attention });
}
