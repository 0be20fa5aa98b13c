import { describe, expect, test } from "vitest";
import { kindRow } from "../../src/dsl/schema/index.ts";
import { idleFields, rowsOf } from "../../src/launch/carry/argumentTable.ts";
import { ESTIMATE_ONLY } from "../../src/launch/carry/settingsOf.ts";
import { type Job, launchTargets } from "../../src/launch/index.ts";
import { argumentsOf, lostBy } from "../../src/launch/run/job.ts";
import { frameworkTables } from "./frameworkTables.ts";
import { job, program } from "./jobs.ts";

/** What a plan must say besides for a field to matter. */
const PIPE = "pp = 4";
const CHUNKS = "pp = 4\nvpp = 5";
const RING = "cp = 2";
const EXPERTS = "ep = 8";

interface Case {
  readonly value: string;
  readonly beside?: string;
  readonly model?: "llama3_70b" | "deepseek_v2" | "t5_11b";
}

/** Every field of a plan at a value that no framework takes by itself; one that is missing fails the first test. */
const values: Readonly<Record<string, Case>> = {
  framework: { value: "megatron_core(2025)" },
  tp: { value: "4" },
  cp: { value: "2" },
  cp_type: { value: "hybrid(2)", beside: "cp = 4" },
  cp_order: { value: "contiguous", beside: RING },
  pp: { value: "4" },
  dp: { value: "16" },
  rank_order: { value: "tp_cp_pp_dp", beside: PIPE },
  ep: { value: "8", model: "deepseek_v2" },
  etp: { value: "2", beside: EXPERTS, model: "deepseek_v2" },
  dispatch: { value: "per_node", beside: EXPERTS, model: "deepseek_v2" },
  balance: { value: "zipf(0.5)", beside: EXPERTS, model: "deepseek_v2" },
  capacity: { value: "limited(1.25)", beside: EXPERTS, model: "deepseek_v2" },
  vpp: { value: "5", beside: PIPE },
  zero: { value: "1" },
  dp_shard: { value: "8", beside: "zero = 3" },
  sync: { value: "local_sgd(islands = 2)" },
  time: { value: "step_times(dp = 20 ms)" },
  memory: { value: "memory_sizes(activations = 12 GiB)" },
  compression: { value: "quantised(4)" },
  reshard_after: { value: "backward", beside: "zero = 3" },
  gradient_scatter: { value: "step", beside: "zero = 3" },
  prefetch: { value: "2", beside: "zero = 3" },
  sequence_parallel: { value: "true", beside: "tp = 4" },
  schedule: { value: "interleaved_1f1b", beside: CHUNKS },
  split: { value: "[39, 41]", beside: "pp = 2" },
  seq_len: { value: "8Ki" },
  documents: { value: "packed(2_000)" },
  encoder_seq_len: { value: "256", model: "t5_11b" },
  encoder_stages: { value: "1", beside: "pp = 4", model: "t5_11b" },
  micro_batch: { value: "2" },
  micro_batch_group: { value: "8", beside: CHUNKS },
  global_batch: { value: "1_024 sequences" },
  num_micro_batches: { value: "global_batch / (dp * micro_batch)", beside: "global_batch = 1_024 sequences" },
  precision: { value: "fp8" },
  optimizer: { value: "lion" },
  recompute: { value: "full" },
  strategies: { value: "[layers(20, recompute = full), layers(60)]" },
  flash_attention: { value: "false" },
  overlap: { value: "[dp, shared_experts]", beside: EXPERTS, model: "deepseek_v2" },
  offload: { value: "activations", beside: "recompute = full" },
  offload_optimizer: { value: "host" },
  offload_weights: { value: "host", beside: "zero = 3" },
  delayed_update: { value: "true", beside: "offload_optimizer = host" },
  finetune: { value: "lora(16)" },
  sparsity: { value: "two_four()" },
  frozen: { value: "[vision]" },
  tokens: { value: "1T tokens" },
  data: { value: "dataset(tokens = 1T tokens)" },
  checkpoint: { value: "sharded(interval = 30 min)" },
};

const rows = kindRow("plan").fields;
/** What is about the estimate alone is so at any value. */
const cases: Readonly<Record<string, Case>> = {
  ...values,
  ...Object.fromEntries(
    rows
      .filter(({ name }) => ESTIMATE_ONLY.includes(`plan.${name}`) && !(name in values))
      .map(({ name, example }) => [name, { value: example ?? "" }]),
  ),
};

const fields = rows.map(({ name }) => name);

test("every field of a plan has a case here", () => {
  expect(Object.keys(cases).toSorted()).toEqual([...fields].toSorted());
});

const base: Readonly<Record<string, string>> = { seq_len: "4Ki", global_batch: "512 sequences" };

/** The job of a plan that says these fields: a later line says anew what an earlier one says. */
function jobWith({ beside = "", model = "llama3_70b" }: Case, field: string | null, value: string): Job {
  const said = new Map(Object.entries(base));
  const lines = [...beside.split("\n"), ...(field === null ? [] : [`${field} = ${value}`])];
  for (const line of lines) {
    const [name = "", ...rest] = line.split(" = ");
    if (name !== "") said.set(name, rest.join(" = "));
  }
  return job(program(model, 16, [...said].map(([name, text]) => `${name} = ${text}`).join("\n")));
}

describe.each(fields)("plan.%s", (field) => {
  const of = cases[field] as Case;
  const path = `plan.${field}`;
  test("is a setting, or about the estimate alone", () => {
    const { settings } = jobWith(of, field, of.value);
    expect(path in settings).toBe(!ESTIMATE_ONLY.includes(path));
  });

  test.each(frameworkTables)("changes what %s is told, or is named as not carried", (target, table) => {
    if (ESTIMATE_ONLY.includes(path)) return;
    const [without, given] = [jobWith(of, null, ""), jobWith(of, field, of.value)];
    const idle = idleFields(table, given.settings).has(path);
    const said = JSON.stringify(argumentsOf(table, given)) !== JSON.stringify(argumentsOf(table, without));
    const told = lostBy(table, given).some((one) => one.path === path || one.path.startsWith(`${path}.`));
    const derived = rows.some(({ name, derived }) => name === field && derived);
    const file = launchTargets.find(({ name }) => name === target)?.write(given) ?? "";
    // What the framework always does so is said by its name.
    const agreed = rowsOf(table).some(({ fields }) => fields.includes(path)) && !told;
    if (told) expect(file).toContain(`${path}`);
    expect({ said: said || told || idle || derived || agreed }).toEqual({ said: true });
  });
});
