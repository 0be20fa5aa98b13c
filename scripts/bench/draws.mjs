// Time of the draws of uncertain scenarios: of a first scenario, and of others of its structure.
import { medianMs } from "./measure.mjs";

const PROGRAM = `edition 2026
import dgx_h100 from "std/clusters"
import llama3_70b from "std/models"
plan p {
  tp = 8
  pp = 4
  dp = fill
  zero = 1
  seq_len = 8Ki
  global_batch = 256 sequences
  tokens = 2T tokens
}
cluster rented = dgx_h100 with {
  nodes = 64
  scale_out.nic = normal(400 Gb/s, 10%)
  device.gemm_efficiency = uniform(70%, 85%)
  device.memory_bandwidth = lognormal(3.35 TB/s, 5%)
  price = triangular($2/GPU-hour, $2.50/GPU-hour, $4/GPU-hour)
}
let base = llama3_70b on rented with p
`;
/** Number of draws of one scenario. */
const DRAWS = 8_192;

/** Results as rows [name, value, unit, goal]. */
export function benchDraws({ createSession, createWorld }, root) {
  const session = createSession(createWorld(root));
  const run = (text) => {
    const { diagnostics } = session.run(text, { name: "bench.dtp", mode: "cell" });
    const wrong = diagnostics.find(({ severity }) => severity === "error");
    if (wrong) throw new Error(wrong.message);
  };
  run(PROGRAM);
  const started = performance.now();
  run("show base.step_time\n");
  const first = performance.now() - started;
  let tokens = 2_000;
  // Every run draws a scenario that was not drawn before.
  const more = medianMs(
    () => {
      tokens += 1;
      run(`let next = base with { plan.tokens = ${tokens}B tokens }\nshow next.step_time\n`);
    },
    { warm: 2, runs: 9 },
  );
  return [
    [`draw a scenario ${DRAWS.toLocaleString("en")} times, the first time`, first, "ms", ""],
    ["  10,000 draws of another of its structure", (more * 10_000) / DRAWS, "ms", "goal: below 300 ms"],
  ];
}
