// Searches of all plans that the benchmarks of this process and of the kernel both make.

/**
 * A search in two texts, as a notebook has it in two cells: `given` names what it is of, `search` asks. `machine` are the
 * cluster's fields, `plan` lines of the plan, `clauses` what is between `for plan in all` and the objective.
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

/** ms that the searches for published models are aimed at, the first time that a kernel makes one. */
const GOAL = 1_000;

const gpt3 = ["seq_len = 2_048", "global_batch = 1_536 sequences"];
const llama3 = ["seq_len = 8Ki", "global_batch = 16Mi tokens"];
const deepseekV3 = ["seq_len = 4Ki", "global_batch = 15_360 sequences"];
/** Checkpoints to slow storage take longer than devices that fail twice a year leave time for. */
const failing = "failures = poisson(2 GPU-years), storage_bandwidth = 1 GB/s";

const search = (name, model, cluster, machine, plan, goal = GOAL) => ({
  name,
  goal,
  ...searchProgram({ model, cluster, machine, plan }),
});

/** Three plans that were published, and two questions whose answer is that there is no plan: bounds have nothing to cut there. */
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
