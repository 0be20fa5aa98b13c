import type { StageLayout } from "../../estimate/stageLayout.ts";
import * as book from "../../formulas/communication/compression.ts";
import type { Compression } from "../../scenario/sync.ts";
import type { ModelContext } from "../model/layerContext.ts";
import { stageMatrices } from "../model/stageMatrices.ts";

/** Properties of the exchange between replicas under gradient compression (`plan.compression`). */
export interface Compressed<N> {
  /**
   * True where each rank gathers the compressed gradients of all ranks and sums them itself (top-k). False where an
   * all-reduce or reduce-scatter sums them.
   */
  readonly gathers: boolean;
  /**
   * True where every rank needs all compressed gradients (top-k, PowerSGD), so that a reduce-scatter is impossible.
   */
  readonly whole: boolean;
  /** Share of all steps that run before compression begins (warm-up), 0 to 1. */
  readonly before: N;
  /** Share of all steps that compress their gradients: the steps after warm-up, 0 to 1. */
  readonly after: N;
  /**
   * Bytes sent per parameter. `B_x` is the bytes of an uncompressed gradient. `senders` is the number of ranks whose
   * gradients differ.
   */
  bytes(B_x: N, senders: number): N;
}

/**
 * Properties of the plan's gradient compression; null where the plan does not compress. PowerSGD's bytes depend on the
 * weight matrices of pipeline stage `stage`.
 */
export function compressed<N>(ctx: ModelContext<N>, stage: StageLayout): Compressed<N> | null {
  const { alg, scenario } = ctx;
  const { compression } = scenario.plan;
  if (compression === null) return null;
  const before = alg.input("plan.compression.warm_up", compression.warmUp, "1");
  const after = alg.constant("share of the steps that compress", 1 - compression.warmUp, "1", "1 - warm_up");
  const { kind } = compression;
  return {
    gathers: kind === "top_k",
    whole: kind === "top_k" || kind === "power_sgd",
    before,
    after,
    bytes: (B_x, senders) => bytesSent(ctx, stage, compression, B_x, senders),
  };
}

function bytesSent<N>(
  ctx: ModelContext<N>,
  stage: StageLayout,
  compression: Compression,
  B_x: N,
  senders: number,
): N {
  const { alg, x } = ctx;
  switch (compression.kind) {
    case "top_k":
      return alg.apply(book.sparseBytes, { ...sentNumbers(ctx, compression.share, senders), B_x });
    case "power_sgd": {
      const r_c = alg.input("plan.compression.rank", compression.rank, "1");
      const of = (whole: boolean): N =>
        stageMatrices(ctx, stage, false, "1", ({ n, rows, columns }) =>
          whole
            ? alg.apply(book.wholeNumbers, { n, n_a: rows, n_b: columns })
            : alg.apply(book.factorNumbers, { n, n_a: rows, n_b: columns, r_c }),
        ).dense;
      return alg.apply(book.factorBytes, { B_x, n_x: of(false), n: of(true) });
    }
    case "quantised":
    case "one_bit":
      return alg.apply(book.quantisedBytes, {
        n_b:
          compression.kind === "one_bit"
            ? alg.constant("bits of a number", 1, "1", "arXiv:2102.02888, section 4")
            : alg.input("plan.compression.bits", compression.bits, "1"),
        B_b: alg.constant("bytes of a bit", 1 / 8, "B", "definition"),
        B_f: x.floatBytes,
        n_j: alg.input("plan.compression.block", compression.block, "1"),
      });
  }
}

/**
 * Formula symbols of top-k compression: `c_k` is the share of the gradient's elements that each rank sends, `B_j` the
 * bytes of an element's index, `n_I` the number of ranks whose gradients differ.
 */
export const sentNumbers = <N>({ alg }: Pick<ModelContext<N>, "alg">, share: number, senders: number) => ({
  n_I: alg.constant("ranks with gradients of their own", senders, "1", "the plan's degrees"),
  c_k: alg.input("plan.compression.share", share, "1"),
  B_j: alg.constant("bytes of a number's index", 4, "B", "a 32-bit index"),
});
