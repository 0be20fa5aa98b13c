// Time to simulate the pipeline of one step with 16 stages and 128 micro-batches, and to plan its order.
import { join } from "node:path";
import { build } from "esbuild";
import { medianMs } from "./measure.mjs";

const STAGES = 16;
const MICRO_BATCHES = 128;

/**
 * Results as rows [name, value, unit, goal]. The library exports no simulation, so its module is bundled
 * here.
 */
export async function benchSchedule(root) {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { graphsOf } from "./graphs.ts"; export { runSchedule } from "./runSchedule.ts";`,
      resolveDir: join(root, "src/engine/schedules"),
    },
    bundle: true,
    format: "esm",
    write: false,
  });
  const { graphsOf, runSchedule } = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`
  );
  return [
    ["1f1b", 1],
    ["interleaved_1f1b", 2],
    ["zb_h1", 1],
    ["v_half", 2],
  ].flatMap(([schedule, vpp]) => {
    const plan = {
      schedule,
      pp: STAGES,
      vpp,
      numMicroBatches: MICRO_BATCHES,
      microBatchGroup: STAGES,
      ownSchedule: null,
    };
    const chunk = { forward: 1 / vpp, backward: 1 / vpp, weights: 1 / vpp };
    const times = Array.from({ length: STAGES }, () => new Array(vpp).fill(chunk));
    const size = `${schedule}, ${STAGES} x ${MICRO_BATCHES}${vpp > 1 ? ` x ${vpp} chunks` : ""}`;
    const started = performance.now();
    graphsOf(plan);
    const planned = performance.now() - started;
    const value = medianMs(() => runSchedule(plan, times), { warm: 100 });
    return [
      [`simulate ${size}`, value, "ms", "goal: below 2 ms"],
      ["  its order, planned once", planned, "ms", ""],
    ];
  });
}
