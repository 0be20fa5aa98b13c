import type { TokenCost } from "../../../estimate/tokenCosts.ts";
import * as book from "../../../formulas/run/tokens.ts";
import type { Dtype, Precision } from "../../../scenario/precision.ts";
import { noCost, outside, type Range } from "./tokenCost.ts";
import type { TrainedTo } from "./trainedTo.ts";

/** Token cost of 8- or 4-bit matmuls: tokens to a loss relative to bf16. */
export function precisionTokens<N>({ ctx, active }: TrainedTo<N>): TokenCost<N> {
  const { alg, x, scenario } = ctx;
  const { precision } = scenario.plan;
  const ends = lowPrecision(precision);
  if (ends === null) return noCost(x.one);
  const at = (c: number): N =>
    alg.apply(book.precisionTokens, {
      c_q: alg.constant(`tokens that ${precision.name} adds`, c, "1", SOURCE),
    });
  const sizes: Range<N> = { what: "1.2B to 20B parameters", value: active, least: 1.2e9, most: 20e9 };
  return {
    ...{ low: at(ends[0]), factor: at(ends[1]), high: at(ends[2]) },
    departs: true,
    outside: outside(alg, `\`${precision.name}\``, SOURCE, [
      sizes,
      ...(precision.compute === "fp4"
        ? [
            {
              ...{ what: "15% of the layers and more in bf16 (`bf16_layers`)", least: 0.15 },
              value: alg.constant(
                "share of the layers in bf16",
                precision.bf16Layers / scenario.model.layers,
                "1",
                "bf16_layers / layers",
              ),
            },
          ]
        : []),
    ]),
  };
}

const SOURCE = "arXiv:2412.19437, arXiv:2506.08027, arXiv:2509.25149";

type Three = readonly [least: number, middle: number, most: number];

/**
 * Share of tokens that a number format adds to reach a loss: low end, middle and high end of the published range; null for 16
 * bits and more.
 */
export const lowPrecision = ({ name, compute }: Precision): Three | null =>
  PUBLISHED[name] ?? BY_DTYPE[compute] ?? null;

const PUBLISHED: Readonly<Record<string, Three>> = {
  fp8: [0, 0.04, 0.08],
  nvfp4: [0, 0.1, 0.2],
  mxfp4: [0.08, 0.22, 0.36],
};
const BY_DTYPE: Partial<Readonly<Record<Dtype, Three>>> = { fp8: [0, 0.04, 0.08], fp4: [0.08, 0.22, 0.36] };
