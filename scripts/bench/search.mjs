// The best of every plan of a model on a cluster, by a search without `for`: how long it takes, how large the space is, and
// how it grows with the machine. Beside it the two spaces of calculon's complete searches (calculon/llm/optimal_execution.py:
// tp, pp, interleaving, micro-batches of any divisor, recomputation, sharded and offloaded state, overlaps), by the choices that
// DTP has of them: as many plans, not the same ones.

/** Candidates a second and core of calculon as it is shipped, in its complete search of 183,128 plans; measured once on a machine of two cores. */
const CALCULON = 336;

const program = (model, cluster, nodes, plan, clauses = []) => `
import ${cluster} from "std/clusters"
import ${model} from "std/models"
plan p {
  framework = megatron_core
  split = uneven
  ${plan.join("\n  ")}
}
let base = ${model} on (${cluster} with { nodes = ${nodes} }) with p
search best = base ${["for plan in all", ...clauses].join("\n  ")}
  minimize step_time keep 1
show best.skipped
`;

const gpt3 = ["seq_len = 2_048", "global_batch = 1_536 sequences"];
const large = ["seq_len = 2_048", "global_batch = 12_288 sequences"];
const overlaps = "for plan.overlap in [[], [dp], [tp], [pp], [dp, tp], [dp, pp], [tp, pp], [dp, tp, pp]]";
const offloads = "for plan.offload_optimizer in [none, host]";
/** Name, program, and the time aimed at, ms. */
const cases = [
  ["GPT-3 175B on 4,096 A100", program("gpt3_175b", "selene", 512, gpt3), 1_000],
  [
    "Llama 3 405B on 16,384 H100",
    program("llama3_405b", "dgx_h100", 2048, ["seq_len = 8Ki", "global_batch = 16Mi tokens"]),
    1_000,
  ],
  [
    "DeepSeek-V3 on 2,048 H800",
    program("deepseek_v3", "hgx_h800", 256, ["seq_len = 4Ki", "global_batch = 15_360 sequences"]),
    1_000,
  ],
  ...[64, 1024, 16_384, 131_072].map((devices) => [
    `GPT-3 175B on ${devices.toLocaleString("en")} A100`,
    program("gpt3_175b", "selene", devices / 8, large),
    1_000,
  ]),
  [
    "GPT-3 175B on 4,096 A100, as calculon",
    program("gpt3_175b", "selene", 512, gpt3, [
      "for plan.cp in [1]",
      "for plan.zero in [0, 1]",
      "for plan.recompute in [none, selective(attention), full]",
      "for plan.micro_batch in divisors(1_536)",
      overlaps,
      offloads,
    ]),
    300,
  ],
  [
    "GPT-3 175B on 512 A100, 13 M plans",
    program("gpt3_175b", "selene", 64, large, [overlaps, offloads]),
    5_000,
  ],
];

/** What is against a plan that divides what it shares. */
const POSSIBLE = new Set(["slower", "over memory"]);

/** Rows [name, value, unit, goal]. Each search is the first of a session of its own: nothing of it was worked out before. */
export function benchSearch({ createSession, createWorld }, root) {
  return cases.flatMap(([name, text, goal]) => {
    const session = createSession(createWorld(root));
    const cpu = process.cpuUsage();
    const started = performance.now();
    const { outputs, diagnostics } = session.run(text, { name: "bench.dtp", mode: "file" });
    const took = performance.now() - started;
    const { user, system } = process.cpuUsage(cpu);
    const wrong = diagnostics.find(({ severity }) => severity === "error");
    if (wrong) throw new Error(`the benchmark's search does not run: ${wrong.message}`);
    const { tried, feasible, skipped } = outputs[0].data;
    const divides = skipped.filter(({ reason }) => POSSIBLE.has(reason));
    const rate = (tried / took) * 1000;
    return [
      [`search all plans, ${name}`, took, "ms", `goal: below ${goal.toLocaleString("en")} ms`],
      ["  on one core and its compiler", (user + system) / 1000, "ms", ""],
      ["  plans decided", tried, "", ""],
      ["  of them such as divide", divides.reduce((sum, { count }) => sum + count, feasible), "", ""],
      ["  decided a second on one core", rate, "/s", "goal: 1,000,000 /s"],
      ["  times as many as calculon", rate / CALCULON, "", "goal: 3,000"],
    ];
  });
}
