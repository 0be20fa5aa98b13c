// Searches over all plans, shared by the benchmarks of this process and of the kernel.

/**
 * Search in two texts, as in two notebook cells: `given` defines the problem, `search` asks. `machine` has
 * fields of the cluster, `plan` lines of the plan, and `clauses` the text between `for plan in all` and the
 * objective.
 */
export function searchProgram({ model, cluster, machine, plan, clauses = [], split = "uneven" }) {
  return {
    given: `
import ${cluster} from "std/clusters"
import ${model} from "std/models"
plan p {
  framework = megatron_core
  split = ${split}
  ${plan.join("\n  ")}
}
let base = ${model} on (${cluster} with { ${machine} }) with p
`,
    search: `
search best = base ${["for plan in all", ...clauses].join("\n  ")}
  minimize step_time keep 1
show best.skipped
`,
  };
}

/** Goal for a kernel's first search for a published model, in ms. */
const GOAL = 1_000;

const gpt3 = ["seq_len = 2_048", "global_batch = 1_536 sequences"];
const llama3 = ["seq_len = 8Ki", "global_batch = 16Mi tokens"];
const deepseekV3 = ["seq_len = 4Ki", "global_batch = 15_360 sequences"];
/**
 * Cluster whose checkpoints to slow storage take longer than the time between failures, at a mean of one
 * failure per device in two years.
 */
const failing = "failures = poisson(2 GPU-years), storage_bandwidth = 1 GB/s";

const search = (name, model, cluster, machine, plan, goal = GOAL) => ({
  name,
  goal,
  ...searchProgram({ model, cluster, machine, plan }),
});

/** Named searches: three published plans, and two problems without any plan, where bounds prune nothing. */
export const namedSearches = [
  search("GPT-3 175B on 4,096 A100", "gpt3_175b", "selene", "nodes = 512", gpt3),
  search("Llama 3 405B on 16,384 H100", "llama3_405b", "dgx_h100", "nodes = 2048", llama3),
  search("DeepSeek-V3 on 2,048 H800", "deepseek_v3", "hgx_h800", "nodes = 256", deepseekV3),
  search("Llama 3 405B on 16 H100: none fits", "llama3_405b", "dgx_h100", "nodes = 2", llama3, null),
  search(
    "Llama 3 405B on failing H100: none finishes",
    "llama3_405b",
    "dgx_h100",
    `nodes = 2048, ${failing}`,
    [...llama3, "checkpoint = sharded(overlap = none)"],
    null,
  ),
];
