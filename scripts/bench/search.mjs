// The best of every plan of a model on a cluster, by a search without `for`: how long it takes, how large the space is, and
// how it grows with the machine.

const program = (model, cluster, nodes, plan) => `
import ${cluster} from "std/clusters"
import ${model} from "std/models"
plan p {
  framework = megatron_core
  split = uneven
  ${plan.join("\n  ")}
}
let base = ${model} on (${cluster} with { nodes = ${nodes} }) with p
search best = base minimize step_time keep 1
show best.skipped
`;

const gpt3 = ["seq_len = 2_048", "global_batch = 1_536 sequences"];
const cases = [
  ["GPT-3 175B on 4,096 A100", program("gpt3_175b", "selene", 512, gpt3)],
  [
    "Llama 3 405B on 16,384 H100",
    program("llama3_405b", "dgx_h100", 2048, ["seq_len = 8Ki", "global_batch = 16Mi tokens"]),
  ],
  [
    "DeepSeek-V3 on 2,048 H800",
    program("deepseek_v3", "hgx_h800", 256, ["seq_len = 4Ki", "global_batch = 15_360 sequences"]),
  ],
  ...[64, 1024, 16_384, 131_072].map((devices) => [
    `GPT-3 175B on ${devices.toLocaleString("en")} A100`,
    program("gpt3_175b", "selene", devices / 8, ["seq_len = 2_048", "global_batch = 12_288 sequences"]),
  ]),
];

/** Rows [name, value, unit, goal]. Each search is the first of a session of its own: nothing of it was worked out before. */
export function benchSearch({ createSession, createWorld }, root) {
  return cases.flatMap(([name, text]) => {
    const session = createSession(createWorld(root));
    const started = performance.now();
    const { outputs, diagnostics } = session.run(text, { name: "bench.dtp", mode: "file" });
    const took = performance.now() - started;
    const wrong = diagnostics.find(({ severity }) => severity === "error");
    if (wrong) throw new Error(`the benchmark's search does not run: ${wrong.message}`);
    const { tried } = outputs[0].data;
    return [
      [`search all plans, ${name}`, took, "ms", "goal: below 1,000 ms"],
      ["  plans decided", tried, "", ""],
      ["  decided a second on one core", (tried / took) * 1000, "/s", "goal: 1,000,000 /s"],
    ];
  });
}
