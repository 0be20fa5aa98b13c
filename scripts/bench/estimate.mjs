// Scenarios per second of the engine, and of the language with it.
import { join } from "node:path";
import { build } from "esbuild";
import { gpt3Base } from "./gpt3Base.mjs";
import { perSecond } from "./measure.mjs";
import { benchNewStructures } from "./newStructures.mjs";

const program = `${gpt3Base}sweep s = base for plan.micro_batch in [1, 2, 4] for plan.tp in [1, 2, 4, 8] for plan.pp in [1, 2, 4, 8, 16] for plan.zero in [0, 1, 2]
`;
const ROWS = 3 * 4 * 5 * 3;

/** Scenarios of some plans, as the engine reads them. */
function scenariosOf(session) {
  const found = [];
  session.run(program, { name: "base.dtp", mode: "cell" });
  for (const tp of [1, 2, 4, 8])
    for (const pp of [4, 8, 16])
      for (const microBatch of [1, 2, 4]) {
        const change = `plan.tp = ${tp}, plan.pp = ${pp}, plan.micro_batch = ${microBatch}`;
        const { outputs } = session.run(`show base with { ${change} }`, { name: "plan.dtp", mode: "cell" });
        if (outputs[0]?.data) found.push(outputs[0].data.scenario);
      }
  return found;
}

/** Settings of a run of months, which asks for the whole breakdown. */
const month = `plan.tokens = 300B tokens, plan.checkpoint = sharded, cluster.price = $2/GPU-hour, cluster.failures = poisson(mtbf = 5 GPU-years)`;

/** Compiled estimates of the engine. They are no part of the library, so they are bundled here. */
async function compiledCourses(root) {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { CompiledEstimates } from "./compiled/compiledEstimates.ts"; export { estimateOnDemand, outputs } from "./index.ts";`,
      resolveDir: join(root, "src/engine"),
    },
    // Syntax as in dist/: object literals inside others are folded.
    ...{ bundle: true, format: "esm", platform: "node", minifySyntax: true, write: false },
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

const ROWS_OF_INPUTS = 1000;

/**
 * Scenarios that differ only in inputs, made before anything is timed. `vary` gives the changes of cluster
 * and plan in the i-th.
 */
const varied = (base, vary) =>
  Array.from({ length: ROWS_OF_INPUTS }, (_, i) => {
    const { cluster = {}, plan = {} } = vary(i, base);
    return { ...base, cluster: { ...base.cluster, ...cluster }, plan: { ...base.plan, ...plan } };
  });

/** Variation of network bandwidth, clock, price and failure rate in the i-th scenario. */
const inputs = ({ cluster: { device, scaleOut, price, failures } }, i) => ({
  scaleOut: { ...scaleOut, nicBytesPerSecond: scaleOut.nicBytesPerSecond * (0.5 + (i % 50) / 50) },
  device: { ...device, sustained: device.sustained * (1 - (i % 7) / 70) },
  price: { ...price, perDeviceSecond: price.perDeviceSecond * (1 + (i % 11) / 10) },
  failures: { ...failures, mtbfDeviceSeconds: failures.mtbfDeviceSeconds * (1 + (i % 13) / 10) },
});
/** Variation of the global batch in the i-th scenario. */
const batch = ({ plan: { dp, microBatch, pp } }, i) => ({
  ...{ globalBatch: dp * microBatch * pp * (12 + i), numMicroBatches: pp * (12 + i) },
});

/** Full breakdowns per second, with compiled estimates where possible and the engine otherwise. */
function benchCompiled({ CompiledEstimates, estimateOnDemand, outputs }, base) {
  const asked = outputs.filter(({ kind }) => kind === "number" || kind === "truth");
  if (!estimateOnDemand(base).ok) throw new Error("the benchmark's run of months has no answer");
  const rate = (rows) => {
    const compiled = new CompiledEstimates(asked);
    const all = () => {
      for (const row of rows) {
        if (compiled.of(row)) continue;
        const answer = estimateOnDemand(row);
        if (answer.ok) for (const one of asked) one.read(answer.estimate);
      }
    };
    return perSecond(all, 2) * rows.length;
  };
  const goal = "goal: 100,000 /s";
  const vary = { inputs: (i) => ({ cluster: inputs(base, i) }), batch: (i) => ({ plan: batch(base, i) }) };
  const both = (i) => ({ ...vary.inputs(i), ...vary.batch(i) });
  return [
    [
      `full breakdown (${asked.length} results), compiled: inputs vary`,
      rate(varied(base, vary.inputs)),
      "/s",
      goal,
    ],
    ["  the batch varies", rate(varied(base, vary.batch)), "/s", goal],
    ["  both vary", rate(varied(base, both)), "/s", goal],
  ];
}

/** Results as rows [name, value, unit, goal]. */
export async function benchEstimate({ createSession, createWorld, estimate }, root) {
  const session = createSession(createWorld(root));
  const run = () => session.run(program, { name: "bench.dtp", mode: "file" });
  const { diagnostics } = run();
  const wrong = diagnostics.find(({ severity }) => severity === "error");
  if (wrong) throw new Error(`the benchmark's sweep does not run: ${wrong.message}`);
  const scenarios = scenariosOf(session);
  if (scenarios.length === 0) throw new Error("the benchmark's plans have no answer");
  const { outputs: shown } = session.run(`show base with { ${month} }`, { name: "month.dtp", mode: "cell" });
  const all = (change) => () => {
    for (const one of scenarios) estimate(change(one));
  };
  // A model object that was never seen shares no memoised results.
  const fresh = (one) => ({ ...one, model: { ...one.model } });
  const engine = await compiledCourses(root);
  return [
    ...benchCompiled(engine, shown[0].data.scenario),
    ...benchNewStructures(engine, session),
    ["sweep rows (resolve, estimate, tabulate)", (perSecond(run, 3) * ROWS) | 0, "/s", ""],
    [
      "full breakdown: structure varies (tp, pp, micro-batch)",
      perSecond(
        all((one) => one),
        2,
      ) * scenarios.length,
      "/s",
      "",
    ],
    ["  of models not met before", perSecond(all(fresh), 4) * scenarios.length, "/s", ""],
  ];
}
