import type { Context } from "./context.ts";
import type { StageLayout } from "./estimate.ts";
import * as book from "./formulas/pipeline.ts";

/**
 * Micro-batches whose activations a stage holds at its peak; of each of its layers, so that a chunk counts for its share.
 */
export function microBatchesInFlight<N>({ alg, x, scenario }: Context<N>, stage: StageLayout): N {
  const { schedule } = scenario.plan;
  const r = () => alg.constant("index of the stage", stage.stage, "1", "the stage's place in the pipeline");
  switch (schedule) {
    case "gpipe":
      return alg.apply(book.inFlightGpipe, { m: x.microBatches });
    case "interleaved_1f1b":
      return alg.apply(book.inFlightInterleaved, { p: x.pp, r: r(), v: x.vpp, m: x.microBatches });
    case "zb_h1":
    case "zb_h2":
    case "zb_v": {
      const [times, fewer] = schedule === "zb_h2" ? [2, 1] : [1, 0];
      return alg.apply(book.inFlightZeroBubble, {
        p: x.pp,
        m: x.microBatches,
        c_p: alg.constant("micro-batches for each stage", times, "1", `schedule = ${schedule}`),
        c_1: alg.constant("fewer by", fewer, "1", `schedule = ${schedule}`),
      });
    }
    case "dualpipe":
      return alg.apply(book.inFlightDualPipe, { p: x.pp, m: x.microBatches });
    default:
      return alg.apply(book.inFlight1f1b, { p: x.pp, r: r(), m: x.microBatches });
  }
}
