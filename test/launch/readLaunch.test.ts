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

test.each([
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
