import { describe, expect, test } from "vitest";
import { readLaunch } from "../../src/launch/index.ts";
import { readFlags } from "../../src/launch/text/readFlags.ts";
import { readToml } from "../../src/launch/text/toml.ts";

const read = (text: string) => {
  const found = readLaunch(text, "file");
  if ("problem" in found) throw new Error(found.problem);
  return found;
};

describe("flags of a shell script", () => {
  test("variables, defaults, arrays, quotes, continued lines and comments", () => {
    const flags = readFlags(
      [
        "#!/bin/bash",
        "TP=8",
        "PP=" + "$" + "{PP:-4}",
        'ARGS="--bf16 --seq-length 4096"',
        "MODEL=(",
        "  --num-layers 32  # of the 8B",
        "  --hidden-size 4096",
        "  # --swiglu",
        ")",
        "MODEL+=(--recompute-modules core_attn mlp)",
        "torchrun --nnodes=2 pretrain_gpt.py $ARGS \\",
        '  --tensor-model-parallel-size $TP --pipeline-model-parallel-size "' +
          "$" +
          '{PP}" "' +
          "$" +
          '{MODEL[@]}" \\',
        "  --micro_batch_size 1 && echo --done",
      ].join("\n"),
    );
    expect(flags).toEqual({
      "--num-layers": 32,
      "--hidden-size": 4096,
      "--recompute-modules": ["core_attn", "mlp"],
      "--nnodes": 2,
      "--bf16": true,
      "--seq-length": 4096,
      "--tensor-model-parallel-size": 8,
      "--pipeline-model-parallel-size": 4,
      "--micro-batch-size": 1,
      "--done": true,
    });
  });

  test("a variable that nothing sets is named, not guessed", () => {
    const { text, unread } = read("--num-layers 2 --micro-batch-size 1 --tensor-model-parallel-size $TP");
    expect(unread.map(({ argument, value }) => [argument, value])).toEqual([
      ["--tensor-model-parallel-size", "$TP"],
    ]);
    expect(text).toContain("#   --tensor-model-parallel-size $TP");
    expect(text).not.toMatch(/\btp =/);
  });

  test("a flag that is no argument is named with the one that was meant", () => {
    const { unread } = read("--num-layers 2 --micro-batch-size 1 --tensor-model-paralel-size 8");
    expect(unread).toEqual([
      { argument: "--tensor-model-paralel-size", value: 8, near: "--tensor-model-parallel-size" },
    ]);
  });

  test.each([
    ["--recompute-granularity full --recompute-method block --recompute-num-layers 3", "full(layers = 3)"],
    ["--recompute-granularity full --recompute-method uniform --recompute-num-layers 1", "full"],
    ["--recompute-granularity full --recompute-method uniform --recompute-num-layers 2", "full(unit = 2)"],
    [
      "--recompute-granularity full --recompute-method uniform --recompute-num-layers 1 --distribute-saved-activations",
      "full(distribute = true)",
    ],
  ])("whole layers that are recomputed: %s", (flags, text) => {
    const found = read(`--num-layers 8 --micro-batch-size 1 ${flags}`);
    expect(found.unread).toEqual([]);
    expect(found.text).toContain(`recompute = ${text}\n`);
  });

  test("steps between checkpoints are no time: named", () => {
    const { unread } = read("--num-layers 2 --micro-batch-size 1 --save-interval 500 --lr 1e-4 --save out");
    expect(unread.map(({ argument }) => argument)).toEqual(["--save-interval"]);
  });
});

describe("a DeepSpeed configuration", () => {
  test("what it says, and what only its trainer knows", () => {
    const { plan, unread, text } = read(
      JSON.stringify({
        train_batch_size: 256,
        train_micro_batch_size_per_gpu: 2,
        zero_optimization: {
          stage: 3,
          offload_param: { device: "nvme" },
          mics_shard_size: 8,
          elastic_checkpoint: true,
        },
        bf16: { enabled: true },
        optimizer: { type: "AdamW", params: { lr: 1e-4 } },
      }),
    );
    expect(plan).toMatchObject({
      "plan.framework": "deepspeed",
      "plan.zero": 3,
      "plan.dp_shard": 8,
      "plan.offload_weights": "nvme",
      "plan.global_batch": 256,
      "plan.micro_batch": 2,
      "plan.optimizer": "adamw",
    });
    expect(unread.map(({ argument }) => argument)).toEqual(["zero_optimization.elastic_checkpoint"]);
    expect(text).toContain("global_batch = 256 sequences");
  });

  test("`auto` is a value that it does not have", () => {
    const { unread } = read('{ "train_batch_size": "auto", "zero_optimization": { "stage": 2 } }');
    expect(unread).toEqual([{ argument: "train_batch_size", value: "auto", near: null }]);
  });
});

describe("a torchtitan job file", () => {
  const toml = [
    "# 405B on 128 H100",
    "[model]",
    'name = "llama3"',
    'flavor = "405B"  # the largest',
    'converters = ["quantize.linear.float8"]',
    "[training]",
    "local_batch_size = 2",
    "seq_len = 8_192",
    "steps = 3000",
    "[parallelism]",
    "data_parallel_shard_degree = -1",
    "tensor_parallel_degree = 8",
    "enable_async_tensor_parallel = true",
    "[activation_checkpoint]",
    "mode = 'full'",
    "[checkpoint]",
    "enable = false",
    "interval = 500",
  ].join("\n");

  test("becomes a plan; its model is one of the library", () => {
    const { plan, text, unread } = read(toml);
    expect(text).toContain('import llama3_405b from "std/models"');
    expect(plan).toMatchObject({
      "plan.framework": "torchtitan",
      "plan.tp": 8,
      "plan.sequence_parallel": true,
      "plan.micro_batch": 2,
      "plan.global_batch": "dp * 2 sequences",
      "plan.recompute": "full",
      "plan.precision": "fp8",
      "plan.precision.scaling": "current",
    });
    // Steps are tokens only where the batch is known.
    expect(unread.map(({ argument }) => argument)).toEqual(["training.steps"]);
  });

  test.each([
    ["op", { "plan.recompute": "selective", "plan.recompute.modules": ["ops"] }],
    ["1", { "plan.recompute": "full" }],
    ["3", { "plan.recompute": "full", "plan.recompute.layers": 42 }],
  ])("selective recomputation of %s", (option, expected) => {
    const chosen = `mode = "selective"\nselective_ac_option = "${option}"`;
    expect(read(toml.replace("mode = 'full'", chosen)).plan).toMatchObject(expected);
  });

  test("lists over several lines, and a line that is no setting", () => {
    expect(readToml('[a]\nb = [\n  "x", # one\n  "y",\n]\nc = 1.5e-3')).toEqual({
      settings: { "a.b": ["x", "y"], "a.c": 0.0015 },
    });
    expect(readToml("[a]\nb : 1")).toEqual({
      problem: expect.stringMatching(/^line 2: /),
    });
  });
});

describe("a nanotron configuration", () => {
  const yaml = [
    "# SmolLM",
    "general: {project: smol, run: first}",
    "model:",
    "  dtype: bfloat16",
    "  model_config:",
    "    is_llama_config: true",
    "    hidden_size: 2048",
    "    num_hidden_layers: 24",
    "    num_attention_heads: 32",
    "    num_key_value_heads: 8",
    "    intermediate_size: 8192",
    "    vocab_size: 49152",
    "parallelism:",
    "  dp: 16",
    "  tp: 2",
    "  pp: 2",
    "  pp_engine: 1f1b",
    "  tp_mode: REDUCE_SCATTER",
    "  tp_linear_async_communication: true",
    "  recompute_layers: true",
    "optimizer:",
    "  zero_stage: 1",
    "  accumulate_grad_in_fp32: true",
    "tokens:",
    "  micro_batch_size: 2",
    "  batch_accumulation_per_replica: 4",
    "  sequence_length: 4_096",
    "  train_steps: 1000",
  ].join("\n");

  test("is a plan and a model, and a key that is none is named", () => {
    const { plan, text, unread, from } = read(yaml);
    expect(from).toContain("nanotron");
    expect(plan).toMatchObject({
      "plan.framework": "nanotron",
      "plan.tp": 2,
      "plan.sequence_parallel": true,
      "plan.schedule": "1f1b",
      "plan.dp": 16,
      "plan.zero": 1,
      "plan.micro_batch": 2,
      "plan.global_batch": 128,
      "plan.tokens": 1000 * 128 * 4096,
    });
    expect(text).toContain("attention = gqa(heads = 32, kv_heads = 8, d_head = 64");
    expect(unread).toEqual([
      { argument: "parallelism.recompute_layers", value: true, near: "parallelism.recompute_layer" },
    ]);
  });

  test("of Starcoder2, whose layers are others, only the plan is read", () => {
    const { text, unread } = read(yaml.replace("is_llama_config", "is_starcoder2_config"));
    expect(text).not.toMatch(/^model /m);
    expect(unread.map(({ argument }) => argument)).toContain("model.model_config.num_hidden_layers");
  });
});

describe("a MaxText run", () => {
  const command = [
    "export LIBTPU_INIT_ARGS=x",
    "FSDP=16",
    "python3 -m maxtext.trainers.pre_train.train src/maxtext/configs/base.yml run_name=mine \\",
    "  model_name=llama3-70b ici_fsdp_parallelism=$FSDP dcn_data_parallelism=4 ici_tensor_parallelism=4 \\",
    "  per_device_batch_size=0.5 max_target_length=8192 remat_policy=minimal gradient_accumulation_steps=8 \\",
    "  learning_rate=1e-4 steps=100 use_iota_embeds=true",
  ].join("\n");

  test("on a command line is a plan; its model is one of the library", () => {
    const { plan, text, unread } = read(command);
    expect(text).toContain('import llama3_70b from "std/models"');
    expect(plan).toMatchObject({
      "plan.framework": "maxtext",
      "plan.tp": 4,
      "plan.dp": 64,
      "plan.zero": 3,
      "plan.dp_shard": 16,
      "plan.micro_batch": 2,
      "plan.global_batch": 1024,
      "plan.recompute": "selective",
      "plan.tokens": 100 * 1024 * 8192,
    });
    expect(unread.map(({ argument }) => argument)).toEqual(["use_iota_embeds"]);
  });

  test("whose axes the number of devices fills leaves the replicas open", () => {
    const { plan } = read(command.replace("ici_fsdp_parallelism=$FSDP", "ici_fsdp_parallelism=-1"));
    expect(plan).toMatchObject({ "plan.global_batch": "dp * 16 sequences", "plan.zero": 3 });
    // A plan without a number of replicas fills the cluster.
    expect(plan).not.toHaveProperty(["plan.dp"]);
  });

  test("in a file describes its model by the decoder block", () => {
    const { text } = read(
      "decoder_block: deepseek\nbase_emb_dim: 5120\nbase_num_query_heads: 128\nbase_num_kv_heads: 128\nbase_mlp_dim: 12288\nbase_moe_mlp_dim: 1536\nbase_num_decoder_layers: 60\nfirst_num_dense_layers: 1\nvocab_size: 102400\nnum_experts: 160\nnum_experts_per_tok: 6\nshared_experts: 2\nattention_type: mla\nq_lora_rank: 1536\nper_device_batch_size: 1",
    );
    expect(text).toContain("attention = mla(heads = 128, q_rank = 1_536, kv_rank = 512");
    expect(text).toMatch(/mlp = moe\(.*experts = 160.*dense_layers = 1/);
  });
});

describe("Megatron Bridge", () => {
  test("a recipe's assignments, comments after them, and code that is no literal", () => {
    const { plan, text, unread } = read(
      [
        "from megatron.bridge.recipes.common import _pretrain_common",
        "def mine():",
        "    cfg = _pretrain_common()",
        "    cfg.model.num_layers = 32  # of the 8B",
        "    cfg.model.hidden_size = 4096",
        "    cfg.model.num_attention_heads = 32",
        "    cfg.model.tensor_model_parallel_size = 4",
        "    cfg.model.sequence_parallel = True",
        "    cfg.model.pipeline_model_parallel_size = SIZE",
        '    cfg.model.recompute_granularity = "selective"',
        '    cfg.model.recompute_modules = ["core_attn", "mlp"]',
        "    cfg.train.global_batch_size = 512",
        "    cfg.train.micro_batch_size = 1",
        "    cfg.dataset.seq_length = 8192",
        "    cfg.logger.log_interval = 10",
        "    return cfg",
      ].join("\n"),
    );
    expect(plan).toMatchObject({
      "plan.framework": "megatron_bridge",
      "plan.tp": 4,
      "plan.sequence_parallel": true,
      "plan.global_batch": 512,
      "plan.recompute.modules": ["attention", "mlp"],
    });
    expect(text).toContain("layers = 32");
    expect(unread.map(({ argument, value }) => [argument, value])).toEqual([
      ["model.pipeline_model_parallel_size", "SIZE"],
    ]);
  });

  test("overrides of a recipe on a command line", () => {
    const { plan } = read(
      "torchrun run_recipe.py --recipe llama3_8b_pretrain_config model.tensor_model_parallel_size=2 train.global_batch_size=128 model.num_layers=32 ddp.use_distributed_optimizer=true",
    );
    expect(plan).toMatchObject({ "plan.tp": 2, "plan.global_batch": 128, "plan.zero": 1 });
  });
});

test.each([
  ["name: web\nport: 80", "neither nanotron's sections"],
  ["a: &b 1", "not YAML that can be read: line 1: anchors"],
  ["cfg.server.port = 80", "none of Megatron Bridge's attributes"],
  ['{ "model_type": "llama" }', "none of DeepSpeed's keys"],
  ["{ broken", "not JSON"],
  ["--verbose --port 80", "none of Megatron's flags"],
  ["[server]\nport = 80", "none of torchtitan's sections"],
  ["once upon a time", "not TOML"],
  ["", "none of torchtitan's sections"],
])("what is none of them is said: %s", (text, why) => {
  const found = readLaunch(text, "file");
  expect("problem" in found ? found.problem : found.text).toContain(why);
});

test("long numbers are written as programs write them, and a default so written is left out", () => {
  const flags = "torchrun pretrain_gpt.py --num-layers 96 --hidden-size 12288 --num-attention-heads 96";
  const batch =
    "--seq-length 2048 --max-position-embeddings 2048 --micro-batch-size 1 --global-batch-size 1536";
  const { text } = read(`${flags} ${batch} --train-iters 100000`);
  expect(text).toContain("  d_model = 12_288\n");
  expect(text).toContain("  global_batch = 1_536 sequences\n");
  expect(text).toContain("  tokens = 314_572_800_000 tokens\n");
  expect(text).not.toMatch(/\d{4}\b.*(?<!edition \d{4})\n/);
});

describe("layers of stages in Megatron's arguments", () => {
  const flags = (pp: number, more: string): string =>
    `torchrun pretrain_gpt.py --num-layers 61 --hidden-size 4096 --num-attention-heads 32 --seq-length 4096 --max-position-embeddings 4096 --micro-batch-size 1 --global-batch-size 256 --train-iters 100 --pipeline-model-parallel-size ${pp} ${more}`;

  test.each([
    [4, "--pipeline-model-parallel-layout 'Et*15|t*16|t*16|t*14L'", "[15, 16, 16, 14]", 1],
    [4, "--pipeline-model-parallel-layout 'Et*7|(t*8|)*6t*6,L'", "[7, 8, 8, 8, 8, 8, 8, 6]", 2],
    [
      4,
      "--decoder-first-pipeline-num-layers 15 --decoder-last-pipeline-num-layers 14",
      "[15, 16, 16, 14]",
      1,
    ],
    [4, "--decoder-last-pipeline-num-layers 13", "[16, 16, 16, 13]", 1],
  ])("%i stages, %s", (pp, more, split, vpp) => {
    const { plan, unread } = read(flags(pp, more));
    expect(plan).toMatchObject({ "plan.split": split, ...(vpp > 1 ? { "plan.vpp": vpp } : {}) });
    expect(unread).toEqual([]);
  });

  test.each([
    "--pipeline-model-parallel-layout 'E|t*30|t*31|L'",
    "--pipeline-model-parallel-layout 't*15|t*16|t*16|t*14L'",
    "--pipeline-model-parallel-layout 'Et*20|t*20|t*21|mL'",
  ])("%s", (more) => {
    const { plan, unread } = read(flags(4, more));
    const layers = "plan.split" in plan ? plan["plan.split"] : unread.map(({ argument }) => argument);
    expect(layers).toEqual(
      more.includes("E|") ? "[0, 30, 31, 0]" : more.includes("mL") ? "[20, 20, 21, 0]" : [more.split(" ")[0]],
    );
  });
});
