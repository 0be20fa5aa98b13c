// Time of 10,000 simulated runs: a month on 16,384 devices with the failure rate of Llama 3's.
import { join } from "node:path";
import { build } from "esbuild";
import { medianMs } from "./measure.mjs";

const RUNS = 10_000;
const DAY = 86_400;

/**
 * Results as rows [name, value, unit, goal]. The library exports no single run, so its module is bundled
 * here.
 */
export async function benchRun(root) {
  const { outputFiles } = await build({
    entryPoints: [join(root, "src/engine/trainingRun/run/simulation/simulation.ts")],
    bundle: true,
    format: "esm",
    write: false,
  });
  const { drawRuns } = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`
  );
  const course = {
    training: 30 * DAY,
    mtbf: (54 * DAY) / 419,
    interval: 600,
    blocking: 1,
    unsafe: 60,
    recoveries: [{ upTo: 1, unseen: 0, seconds: 900 }],
    lost: 0,
    persistedEvery: 1,
    takesNode: 0.7,
    spares: 16,
    repair: DAY,
    rates: null,
    stops: null,
  };
  const value = medianMs(() => drawRuns(course, RUNS, 1), { warm: 1, runs: 5 });
  return [["simulate 10,000 months on 16,384 devices", value, "ms", "goal: below 2 s"]];
}
