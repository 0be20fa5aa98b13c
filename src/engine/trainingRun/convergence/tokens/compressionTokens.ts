import type { Ends, TokenCost } from "../../../estimate/tokenCosts.ts";
import { product } from "../../../formulas/communication/collectives.ts";
import * as book from "../../../formulas/run/tokens.ts";
import type { Compression } from "../../../scenario/sync.ts";
import { senders } from "../../../trainingStep/compression/senders.ts";
import { noCost, outside, type Range } from "./tokenCost.ts";
import { type TrainedTo, tokensOfGap, updates } from "./trainedTo.ts";

/**
 * Token cost of compressed gradients, or of the compressed weight changes that islands exchange: tokens to a loss relative to
 * synchronous AdamW in bf16. null where it needs a scaling law that the plan lacks.
 */
export function compressionTokens<N>(run: TrainedTo<N>): TokenCost<N> | null {
  const { alg, x, scenario } = run.ctx;
  const { compression } = scenario.plan;
  if (compression === null || senders(scenario.plan) === 1) return noCost(x.one);
  const found = costOf(run, compression);
  if (found === null) return null;
  return {
    ...found,
    departs: true,
    outside: outside(alg, `\`${compression.kind}\``, SOURCES[compression.kind], [
      ...ranges(run, compression),
      { what: "models up to 340M parameters", value: run.active, most: 340e6 },
    ]),
  };
}

const SOURCES: Readonly<Record<Compression["kind"], string>> = {
  top_k: "arXiv:1712.01887, arXiv:1905.10988",
  power_sgd: "arXiv:1905.13727",
  quantised: "arXiv:1610.02132",
  one_bit: "arXiv:2102.02888",
};

/** Ranges in which compression was measured without loss. */
function ranges<N>({ ctx: { alg } }: TrainedTo<N>, c: Compression): readonly Range<N>[] {
  switch (c.kind) {
    case "top_k":
      return [
        {
          ...{ what: "shares of 0.1% and more", least: 0.001 },
          value: alg.input("plan.compression.share", c.share, "1"),
        },
      ];
    case "power_sgd":
      return [];
    case "quantised":
      return [
        { what: "4 bits and more", value: alg.input("plan.compression.bits", c.bits, "1"), least: 4 },
        {
          ...{ what: "blocks up to 512", most: 512 },
          value: alg.input("plan.compression.block", c.block, "1"),
        },
      ];
    case "one_bit":
      return [
        {
          ...{ what: "signs after 15% of the steps", least: 0.15 },
          value: alg.input("plan.compression.warm_up", c.warmUp, "1"),
        },
      ];
  }
}

/**
 * Token cost of a compression method. Stochastic rounding is unbiased; other methods need error feedback
 * (convergenceLimits.ts refuses them without it).
 */
function costOf<N>(run: TrainedTo<N>, c: Compression): Ends<N> | null {
  const { alg, x } = run.ctx;
  switch (c.kind) {
    case "top_k":
      return upTo(x.one, feedback(run, alg.input("plan.compression.share", c.share, "1")));
    case "one_bit":
      return upTo(x.one, feedback(run, alg.constant("energy in signs", 2 / Math.PI, "1", SIGNS)));
    case "power_sgd": {
      const r_c = alg.input("plan.compression.rank", c.rank, "1");
      return tokensOfGap(run, alg.apply(book.lowRankGap, { r_c }), 0, SOURCES.power_sgd);
    }
    case "quantised":
      return upTo(
        x.one,
        alg.apply(book.quantisedTokens, {
          n_j: alg.input("plan.compression.block", c.block, "1"),
          n_b: alg.input("plan.compression.bits", c.bits, "1"),
        }),
      );
  }
}

const SIGNS = "arXiv:1901.09847, section 4: of normal numbers, 2/pi";

/** Token cost with an interval from 1 (no cost, as measured) to `factor`, a theoretical upper bound. */
const upTo = <N>(one: N, factor: N): Ends<N> => ({ factor, low: one, high: factor });

function feedback<N>(run: TrainedTo<N>, c_d: N): N {
  const { alg, x, scenario } = run.ctx;
  const { sync } = scenario.plan;
  const meetings =
    "steps" in sync ? alg.constant("exchanges of a step", 1 / sync.steps, "1", "1 / plan.sync.steps") : x.one;
  const batch = alg.apply(product, { n: x.trainedBatch, n_c: x.seqLen });
  return alg.apply(book.feedbackTokens, { c_d, n_S: updates(run, batch, meetings) });
}
