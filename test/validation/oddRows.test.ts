import { describe, expect, test } from "vitest";
import { judgeRows, readRows, rowOf, validate } from "../../src/validation/index.ts";
import { programOf } from "../../src/validation/programs/program.ts";
import { world } from "./rows.ts";

/** A row of a table that nobody has seen: a Llama of 7B on 32 A100s. */
const usual = {
  ...{ source: "Somebody's blog", model: "a model of 7B", layers: "32", hidden: "4096", heads: "32" },
  ...{ ffn_hidden: "11008", vocab: "32000", seq_len: "2048", gated_mlp: "yes", tied_embeddings: "no" },
  ...{ gpu: "A100-SXM4-80GB", n_gpus: "32", gpus_per_node: "8", tp: "1", pp: "1", dp: "32" },
  ...{ zero_stage: "3", micro_batch: "2", global_batch_seqs: "512", precision: "bf16" },
  ...{ recompute: "none", flash_attn: "yes", iter_time_s: "8", quality: "A" },
};
type Cells = Readonly<Record<string, string>>;
const blank = (...columns: readonly string[]): Cells =>
  Object.fromEntries(columns.map((column) => [column, ""]));

/** What is odd about a row, its cells, and lines that its program has to have. */
const odd: readonly (readonly [what: string, cells: Cells, lines: readonly string[]])[] = [
  ["a maker's name", { gpu: "NVIDIA H100 80GB HBM3" }, ["device = h100_sxm"]],
  ["a count before it", { gpu: "8xA100" }, ["device = a100_80gb_sxm"]],
  ["counts before it", { gpu: "4x8xA100-80GB" }, ["device = a100_80gb_sxm"]],
  ["a count behind it", { gpu: "A100-SXM4-80GB x32" }, ["device = a100_80gb_sxm"]],
  ["a form factor behind it", { gpu: "H100-80GB-SXM5" }, ["device = h100_sxm"]],
  ["a box's name", { gpu: "DGX H100" }, ["device = h100_sxm"]],
  ["a cloud's name", { gpu: "p4d.24xlarge (A100 40GB)" }, ["device = a100_40gb_sxm"]],
  ["a virtual machine's name", { gpu: "NDm A100 v4 (A100-80GB)" }, ["device = a100_80gb_sxm"]],
  ["underscores", { gpu: "A100_80G" }, ["device = a100_80gb_sxm"]],
  ["half of a card", { gpu: "AMD Instinct MI250 (GCD)" }, ["device = mi250_gcd"]],
  ["memory by its letter", { gpu: "A100-40G" }, ["device = a100_40gb_sxm"]],
  ["memory of a box", { gpu: "DGX A100 (320GB)" }, ["device = a100_40gb_sxm"]],
  ["memory of the processor beside it", { gpu: "GH200 480GB", gpus_per_node: "4" }, ["device = gh200"]],
  ["memory as a tool rounds it", { gpu: "NVIDIA B200 183GB" }, ["device = b200_sxm"]],
  ["a slice alone", { gpu: "v5p-128", gpus_per_node: "" }, ["device = tpu_v5p"]],
  ["a hyphen", { gpu: "Gaudi-2" }, ["device = gaudi2"]],
  ["one card in a slot", { gpu: "RTX 4090", n_gpus: "1", dp: "1", layers: "4" }, ["sockets = 1"]],
  ["no bf16", { gpu: "T4", layers: "1", precision: "mixed (AMP)" }, ["precision = fp16"]],
  ["a slice", { gpu: "TPU v5litepod-32", gpus_per_node: "" }, ["device = tpu_v5e", "framework = maxtext"]],
  ["a rack", { gpu: "GB200 NVL72", gpus_per_node: "72" }, ["device = gb200", "scale_up.domain = 32"]],
  ["units in cells", { n_gpus: "32 (4 nodes)", seq_len: "4k", iter_time_s: "8.0 s" }, ["seq_len = 4096"]],
  ["no device count", { n_gpus: "" }, ["nodes = 4", "dp = 32"]],
  ["no degrees", blank("tp", "pp", "dp"), ["tp = 1", "pp = 1", "dp = 32"]],
  ["a degree left to the others", { tp: "", dp: "8" }, ["tp = 4", "pp = 1", "dp = 8"]],
  ["replicas that count context parallelism", { cp: "2", dp: "32" }, ["cp = 2", "dp = 16"]],
  ["no heads", { heads: "" }, ["attention = mha(heads = 32)"]],
  ["no widths", blank("ffn_hidden", "vocab"), ["mlp = swiglu(d_ff = 11008)", "vocab = 32000"]],
  ["no batch", { global_batch_seqs: "" }, ["micro_batch = 2", "global_batch = 64 sequences"]],
  [
    "a batch by its rate",
    { global_batch_seqs: "", tokens_per_s_per_gpu: "4096" },
    ["global_batch = 512 seq"],
  ],
  ["a batch in tokens", { global_batch_seqs: "4M tokens" }, ["global_batch = 2048 sequences"]],
  [
    "a batch in tokens, not rounded",
    { global_batch_seqs: "2.36M tokens" },
    ["global_batch = 1152 sequences"],
  ],
  ["a batch in 2^20 tokens", { global_batch_seqs: "1Mi tokens" }, ["global_batch = 512 sequences"]],
  ["a time in milliseconds", { iter_time_s: "8,000 ms" }, []],
  ["heads that were guessed", { heads: "24", notes: "heads inferred" }, ["attention = mha(heads = 32)"]],
  [
    "no sequence parallelism",
    { tp: "8", dp: "4", zero_stage: "1", source: "NeMo 24.07" },
    ["sequence_parallel as the framework has it: not stated"],
  ],
  [
    "sequence parallelism that is off",
    { tp: "8", dp: "4", zero_stage: "1", seq_parallel: "no", source: "BLOOM" },
    ["sequence_parallel = false"],
  ],
  ["a network in terabits", { inter_link: "EFA, 3.2 Tbps" }, ["efa(nic = 400 Gb/s, nics_per_node = 8)"]],
  ["a machine's network", { inter_link: "EFA 400Gbps" }, ["efa(nic = 50 Gb/s, nics_per_node = 8)"]],
  ["a card's network", { inter_link: "HDR InfiniBand" }, ["nic = 200 Gb/s", "nics_per_node = 8"]],
  ["one card of Ethernet", { inter_link: "100 GbE" }, ["ethernet(nic = 100 Gb/s, nics_per_node = 1)"]],
  ["a batch that replicas cannot share", { global_batch_seqs: "500" }, ["global_batch = 512 sequences"]],
  ["a micro-batch that does not divide", { micro_batch: "5" }, ["micro_batch = 4"]],
  ["no word for a number", { micro_batch: "auto" }, ["micro_batch = 1"]],
  ["names for yes", { gated_mlp: "SwiGLU", flash_attn: "FA2" }, ["mlp = swiglu", "flash_attention = true"]],
  ["names for no", { tied_embeddings: "false", flash_attn: "off" }, ["tied_embeddings = false"]],
  ["PyTorch's precision", { precision: "float16" }, ["precision = fp16"]],
  ["fp8's formats", { gpu: "H100", precision: "E4M3 forward, E5M2 backward" }, ["precision = fp8("]],
  ["recomputation by name", { recompute: "gradient checkpointing" }, ["recompute = full"]],
  ["recomputation by no", { recompute: "no" }, ["recompute = none"]],
  ["Megatron's selective", { recompute: "selective" }, ["recompute = selective(attention)"]],
  ["every other layer", { recompute: "every other layer" }, ["recompute = full(layers = 16)"]],
  ["a few layers", { recompute: "full (block, 5 layers)" }, ["recompute = full(layers = 5)"]],
  ["PyTorch's shards", { zero_stage: "FULL_SHARD" }, ["zero = 3"]],
  ["PyTorch's gradients", { zero_stage: "SHARD_GRAD_OP" }, ["zero = 2"]],
  ["DeepSpeed's stages", { zero_stage: "ZeRO-2" }, ["zero = 2"]],
  ["Megatron's optimizer", { zero_stage: "distributed optimizer" }, ["zero = 1"]],
  ["a stack by its source", { source: "DeepSpeed ZeRO-3, 2023" }, ["framework = deepspeed(2023)"]],
  ["a stack by a paper's year", { source: "Megatron (arXiv 2104.04473)" }, ["framework = megatron_lm(2021)"]],
  ["Megatron's later code", { source: "Megatron-LM, 2024" }, ["framework = megatron_core(2024)"]],
  ["experts without widths", { moe_experts: "8", ep: "8" }, ["top_k = 2", "expert = swiglu(d_ff = 11008)"]],
];

describe("a row of an unknown table is compared", () => {
  test.each(odd)("%s", (_, cells, lines) => {
    const row = rowOf({ ...usual, ...cells, id: "odd" });
    const program = programOf(row);
    for (const line of lines) expect(program.kind === "program" && program.text).toContain(line);
    const { rows, skipped } = validate([row], world);
    expect(skipped).toEqual([]);
    expect(rows[0]?.relError).toEqual(expect.any(Number));
  });

  test("a stage of ZeRO that a row does not name is the least that fits", () => {
    const row = rowOf({ ...usual, zero_stage: "", id: "odd" });
    const [all] = validate([row], world).groups;
    expect(all?.overMemory).toEqual([]);
  });

  test("replicas in a node hold no copy that does not fit: more ranks share it", () => {
    const large = { layers: "80", hidden: "8192", heads: "64", ffn_hidden: "28672", n_gpus: "64", dp: "64" };
    const row = rowOf({ ...usual, ...large, zero_stage: "HSDP", recompute: "full", id: "odd" });
    expect(programOf(row)).toHaveProperty("text", expect.stringContaining("dp_shard = 8"));
    const [all] = validate([row], world).groups;
    expect(all?.overMemory).toEqual([]);
  });

  test("a model in stages computes again before its weights are sharded too", () => {
    const large = {
      layers: "80",
      hidden: "8192",
      heads: "64",
      ffn_hidden: "28672",
      tp: "4",
      pp: "4",
      dp: "2",
    };
    const open = { zero_stage: "", recompute: "", seq_len: "8192", micro_batch: "1", seq_parallel: "no" };
    const { judged } = judgeRows([rowOf({ ...usual, ...large, ...open, id: "odd" })], world);
    expect(judged[0]?.scenario.plan.zero).toBe(1);
    expect(judged[0]?.scenario.plan.recompute.kind).not.toBe("none");
    expect(judged[0]?.row.fits).not.toBe("no");
  });

  test.each<[Cells, string]>([
    [{ mfu_pct: "52" }, "mfu_pct"],
    [{ hfu_pct: "55" }, "hfu_pct"],
    [{ tflops_per_gpu: "160" }, "tflops_per_gpu"],
    [{ uni_tflops_per_gpu: "150", uni_gflop_per_token: "45" }, "uni_tflops_per_gpu"],
  ])("a rate without a convention: %o", (cells, metric) => {
    const { rows } = validate([rowOf({ ...usual, iter_time_s: "", ...cells, id: "odd" })], world);
    expect(rows[0]?.metric).toBe(metric);
    expect(Math.abs(rows[0]?.relError ?? 1)).toBeLessThan(0.5);
  });
});

test.each([
  [{ gpu: "A800/H800" }, "no such device in the standard library: A800/H800"],
  [{ gpu: "A100 or H100" }, "no such device in the standard library: A100 or H100"],
  [{ gpu: "A100-SXM-64GB" }, "no such device in the standard library: A100-SXM-64GB"],
  [{ gpu: "A100", gpu_mem_gb: "64" }, "no such device in the standard library: A100 with 64 GB"],
  [{ gpu: "NVIDIA V100S-PCIE-32GB" }, "no such device in the standard library: NVIDIA V100S-PCIE-32GB"],
  [{ gpu: "RTX 4090 D" }, "no such device in the standard library: RTX 4090 D"],
  [{ gpu: "A100 MIG 3g.40gb" }, "no such device in the standard library: A100 MIG 3g.40gb"],
  [{ gpu: "Standard_ND96asr_v4" }, "no such device in the standard library: Standard_ND96asr_v4"],
  [{ precision: "fp8" }, expect.stringMatching(/^no-rate: .*fp8/)],
  [{ moe_experts: "8", ep: "64" }, expect.stringMatching(/^experts-not-divisible: .*64/)],
  [{ model: "FalconMamba-7B" }, expect.stringContaining("without attention")],
  [{ model: "RoBERTa-large" }, "not a decoder-only transformer"],
  [{ model: "Qwen2-VL-7B" }, "not a decoder-only transformer"],
  [{ model: "Llama 7B, PPO" }, "other models' passes during training"],
  [{ iter_time_s: "" }, "no measured value that can be compared"],
  [{ layers: "", seq_len: "" }, "missing: layers, seq_len"],
])("what no default stands in for is named: %o", (cells: Cells, reason: unknown) => {
  const { skipped } = validate([rowOf({ ...usual, ...cells, id: "odd" })], world);
  expect(skipped).toEqual([{ id: "odd", reason }]);
});

/** `usual` as a file with other cells, its columns turned round. */
function file(rows: readonly Cells[], { eol = "\n", separator = ",", quote = true } = {}): string {
  const columns = [...Object.keys(usual), "id"].reverse();
  const cell = (text = ""): string => (quote ? `"${text.replaceAll('"', '""')}"` : ` ${text} `);
  const lines = rows.map((cells) => columns.map((column) => cell({ ...usual, ...cells }[column])));
  return [columns.map((column) => cell(column.toUpperCase())), ...lines]
    .map((line) => line.join(separator) + eol)
    .join("");
}

describe("a file as others write it", () => {
  const outcome = (text: string) => {
    const { rows, skipped } = validate(readRows(text), world);
    return [...rows.map(({ id }) => id), ...skipped.map(({ id, reason }) => `${id}: ${reason}`)];
  };
  test("a byte order mark, CRLF, names in capitals, any order, quotes, numbers with thousands and exponents", () => {
    const rows = [
      { id: "thousands", hidden: "4,096", ffn_hidden: "11,008" },
      { id: "exponents", n_gpus: "3.2e1", vocab: "3.2e4" },
      { id: "comma", source: "Foo, Inc." },
      { id: "quote", model: 'the "big" one' },
    ];
    expect(outcome(`\uFEFF${file(rows, { eol: "\r\n" })}`)).toEqual(rows.map(({ id }) => id));
    expect(outcome(file([{ id: "bare" }], { eol: "\r", quote: false }))).toEqual(["bare"]);
  });
  test("rows that say nothing, or nonsense, are counted beside those that are compared", () => {
    const rows = [
      { id: "chip", gpu: "FooChip 9000" },
      { id: "nobody", gpu: "" },
      { id: "negative", layers: "-24" },
      { id: "huge", layers: "1e9" },
      { id: "none", tp: "0", pp: "0", dp: "0" },
      { id: "never", iter_time_s: "NaN" },
      { id: "endless", layers: "1e999" },
      { id: "lines", gpu: "Foo\n}\nChip" },
      { id: "well" },
    ];
    expect(outcome(`${file(rows)}short\n`)).toEqual([
      "well",
      "chip: no such device in the standard library: FooChip 9000",
      "nobody: missing: gpu",
      "negative: out-of-range: `layers` = -24 is out of range",
      "huge: out-of-range: `layers` = 1,000,000,000 is out of range",
      "none: out-of-range: `tp` = 0 is out of range",
      "never: no measured value that can be compared",
      "endless: missing: layers",
      "lines: no such device in the standard library: Foo } Chip",
      expect.stringMatching(/^short: missing: /),
    ]);
  });
  test.each(["", "\n \n", "id,source,gpu\n"])("no rows in %j", (text) => {
    expect(readRows(text)).toEqual([]);
  });
  test.each([
    [";", "semicolons"],
    ["\t", "tabs"],
  ])("columns apart by %j are told", (separator, what) => {
    const text = file([{ id: "apart" }], { separator, quote: false });
    expect(() => readRows(text)).toThrow(`its columns are separated by ${what}, not by commas`);
  });
});

test.each(["Nemotron-4 340B", "MiMo-7B", "GPT-5", "Llama-2-7b-hf"])("%s is a decoder", (model) => {
  expect(programOf(rowOf({ ...usual, model, id: "decoder" })).kind).toBe("program");
});

test.each<[column: string, cell: string, value: number | undefined]>([
  ["iter_time_s", "250 ms", 0.25],
  ["iter_time_s", "1.5 min", 90],
  ["iter_time_s_derived", "2 h", 7200],
  ["iter_time_s", "1:30:00", undefined],
  ["peak_mem_gb", "71,680 MiB", 70],
  ["peak_mem_gb", "70.1 GiB", 70.1],
  ["tflops_per_gpu", "0.4 PFLOP/s", 0.4e3],
  ["tflops_per_gpu", "400 TFLOPS", 400],
  ["tokens_per_s_per_gpu", "14k", 14_000],
  ["tokens_per_s_per_gpu", "3,700 tok/s", 3_700],
  ["vocab", "128k", 128_000],
  ["seq_len", "8K", 8_192],
  ["n_gpus", "16K", 16_384],
  ["params_B", "500M", 0.5],
  ["params_B", "7B", 7],
  ["mfu_pct", "65.3 %", 65.3],
  ["n_gpus", "4M", undefined],
])("the %s of %j is %d", (column, cell, value) => {
  expect(rowOf({ [column]: cell }).number(column)).toBe(value);
});
