import type { Ends, TokenCosts } from "../../../estimate/tokenCosts.ts";
import * as book from "../../../formulas/run/tokens.ts";
import { compressionTokens } from "./compressionTokens.ts";
import { optimizerTokens } from "./optimizerTokens.ts";
import { pipelineTokens } from "./pipelineTokens.ts";
import { precisionTokens } from "./precisionTokens.ts";
import { syncTokens } from "./syncTokens.ts";
import type { TrainedTo } from "./trainedTo.ts";

/** Token costs of all parts of a plan, and their product; null where one needs a scaling law that the plan
 * lacks, and where one is not known. */
export function tokenCosts<N>(run: TrainedTo<N>): TokenCosts<N> | null {
  const { alg, scenario } = run.ctx;
  // What sparse weights cost is not known.
  if (scenario.plan.sparsity !== null) return null;
  const sync = syncTokens(run);
  const compression = compressionTokens(run);
  if (sync === null || compression === null) return null;
  const pipeline = pipelineTokens(run);
  const precision = precisionTokens(run);
  const optimizer = optimizerTokens(run);
  const all = [sync, pipeline, compression, precision, optimizer];
  const one = run.ctx.x.one;
  const departing = all.filter(({ departs }) => departs).length;
  const end = (which: keyof Ends<N>): N =>
    departing === 0
      ? one
      : alg.apply(book.costOfTokens, {
          f_s: sync[which],
          f_p: pipeline[which],
          f_c: compression[which],
          f_q: precision[which],
          f_o: optimizer[which],
        });
  return {
    ...{ factor: end("factor"), low: end("low"), high: end("high") },
    ...{ sync: sync.factor, pipeline: pipeline.factor, compression: compression.factor },
    ...{ precision: precision.factor, optimizer: optimizer.factor },
    departs: departing > 0,
    outside: [...all.flatMap((cost) => cost.outside), ...(departing > 1 ? [PRODUCT] : [])],
  };
}

const PRODUCT =
  "Several departures from synchronous AdamW in bf16 are multiplied. Their combined effect was not measured, and staleness makes compression errors worse (arXiv:2507.17346).";
