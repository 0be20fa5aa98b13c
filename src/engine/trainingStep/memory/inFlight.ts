import type { StageLayout } from "../../estimate/stageLayout.ts";
import * as book from "../../formulas/step/pipeline.ts";
import { ownInFlight } from "../../schedules/ownSchedule.ts";
import type { Context } from "../inputs/context.ts";

/**
 * Micro-batches whose activations a stage holds at its peak. Counted for a whole stage: a chunk counts by its
 * share of the layers.
 */
export function microBatchesInFlight<N>({ alg, x, scenario }: Context<N>, stage: StageLayout): N {
  const { plan } = scenario;
  const { schedule } = plan;
  const r = () => alg.constant("index of the stage", stage.stage, "1", "the stage's place in the pipeline");
  switch (schedule) {
    case "gpipe":
    case "breadth_first":
      return alg.apply(book.inFlightGpipe, { m: x.microBatches });
    case "naive":
      return x.one;
    case "interleaved_1f1b": {
      const g = alg.input("plan.micro_batch_group", plan.microBatchGroup, "1");
      return alg.apply(book.inFlightInterleaved, { p: x.pp, r: r(), v: x.vpp, m: x.microBatches, g });
    }
    case "v_half":
    case "v_min": {
      const [share, more] = schedule === "v_half" ? [2, 2] : [3, 4];
      return alg.apply(book.inFlightControllable, {
        p: x.pp,
        m: x.microBatches,
        c_p: alg.constant("1F1B's activations over these", share, "1", `schedule = ${schedule}`),
        c_1: alg.constant("extra for the turns of the V", more, "1", `schedule = ${schedule}`),
      });
    }
    case "zb_h1":
    case "zb_h2":
    case "zb_v": {
      const [times, fewer] = schedule === "zb_h2" ? [2, 1] : [1, 0];
      return alg.apply(book.inFlightZeroBubble, {
        p: x.pp,
        m: x.microBatches,
        c_p: alg.constant("micro-batches for each stage", times, "1", `schedule = ${schedule}`),
        c_1: alg.constant("micro-batches fewer than that", fewer, "1", `schedule = ${schedule}`),
      });
    }
    case "dualpipe":
      return alg.apply(book.inFlightDualPipe, { p: x.pp, m: x.microBatches });
    case "dualpipe_v":
      return alg.apply(book.inFlightDualPipeV, { p: x.pp, m: x.microBatches });
    case "custom":
      return alg.constant(
        "largest number of saved micro-batches",
        ownInFlight(plan, stage.stage),
        "1",
        "counted along the plan's custom schedule",
      );
    case "1f1b":
    case "pipedream":
      return alg.apply(book.inFlight1f1b, { p: x.pp, r: r(), m: x.microBatches });
  }
}
