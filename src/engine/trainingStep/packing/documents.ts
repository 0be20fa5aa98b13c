import * as book from "../../formulas/compute/packing.ts";
import { extremeScore } from "../../formulas/model/loads.ts";
import type { Documents } from "../../scenario/data.ts";
import type { Context } from "../inputs/context.ts";
import { splitLengths } from "./splitLengths.ts";

/**
 * Moments of document lengths: mean `mu_l`, token-weighted mean `l_d`, and fourth moment ÷ square of the
 * second `q_l`.
 */
interface Lengths<N> {
  readonly mu_l: N;
  readonly l_d: N;
  readonly q_l: N;
}

function lengths<N>({ alg, x }: Context<N>, documents: Documents, seqLen: number): Lengths<N> {
  if ("lengths" in documents) {
    const [first, second, fourth] = splitLengths(documents, seqLen);
    const read = (what: string, value: number, unit: string): N =>
      alg.constant(what, value, unit, "plan.documents.lengths and shares, truncated to sequences");
    return {
      mu_l: read("mean length of a document", first, "token"),
      l_d: read("length of the document that a token is in, on average", second / first, "token"),
      q_l: read(
        "fourth moment of the lengths divided by square of the second moment",
        fourth / second ** 2,
        "1",
      ),
    };
  }
  const mu_l = alg.input("plan.documents.mean", documents.meanTokens, "token");
  const c_l = alg.input("plan.documents.variation", documents.variation, "1");
  return {
    mu_l,
    l_d: alg.apply(book.attendedTokens, { s: x.seqLen, mu_l, c_l }),
    q_l: alg.apply(book.lognormalSquares, { c_l }),
  };
}

/** Average length of the document that a token is in, in tokens; null where each sequence is one document. */
export function documentTokens<N>(ctx: Context<N>): N | null {
  const { plan } = ctx.scenario;
  return plan.documents && lengths(ctx, plan.documents, plan.seqLen).l_d;
}

/**
 * Time of a step spent waiting for the replica with the longest documents, s; null where all replicas have
 * equal documents. `attention` is the step's attention time, s.
 */
export function documentWait<N>(ctx: Context<N>, attention: N): N | null {
  const { alg, x, scenario } = ctx;
  const { plan } = scenario;
  const { documents, dp, flashAttention } = plan;
  // Without flash attention all scores are computed, even masked ones.
  if (!documents || dp === 1 || !flashAttention) return null;
  const { mu_l, l_d, q_l } = lengths(ctx, documents, plan.seqLen);
  if (!alg.less(x.one, q_l)) return null;
  const n = alg.constant(
    "sequences of a replica",
    plan.numMicroBatches * plan.microBatch,
    "1",
    "the plan's batch",
  );
  const z_d = alg.apply(extremeScore, { n_d: x.dp });
  const lambda_d = alg.apply(book.documentLoad, { s: x.seqLen, l_d, z_d, n, mu_l, q_l });
  return alg.apply(book.documentWait, { lambda_d, tau: attention });
}
