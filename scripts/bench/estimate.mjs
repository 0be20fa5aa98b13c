// How many scenarios a second the engine answers, and the language with it.
import { perSecond } from "./measure.mjs";

const program = `
import selene from "std/clusters"
import gpt3_175b from "std/models"
plan p {
  tp = 8
  pp = 16
  dp = fill
  seq_len = 2_048
  micro_batch = 1
  global_batch = 1_536 sequences
  precision = fp16
}
let base = gpt3_175b on (selene with { nodes = 128 }) with p
sweep s = base for plan.micro_batch in [1, 2, 4] for plan.tp in [1, 2, 4, 8] for plan.pp in [1, 2, 4, 8, 16] for plan.zero in [0, 1, 2]
`;
const ROWS = 3 * 4 * 5 * 3;

/** Rows [name, value, unit, goal]. */
export function benchEstimate({ createSession, createWorld }, root) {
  const session = createSession(createWorld(root));
  const run = () => session.run(program, { name: "bench.dtp", mode: "file" });
  const { diagnostics } = run();
  const wrong = diagnostics.find(({ severity }) => severity === "error");
  if (wrong) throw new Error(`the benchmark's sweep does not run: ${wrong.message}`);
  return [["sweep rows (resolve, estimate, tabulate)", (perSecond(run, 3) * ROWS) | 0, "/s", ""]];
}
