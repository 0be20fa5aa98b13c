import { describe, expect, test } from "vitest";
import { programOf, rowOf } from "../../../src/validation/index.ts";

/** A row of a table that nobody has seen: a mixture of experts on 64 H100s. */
const usual = {
  ...{
    id: "x",
    source: "Somebody's blog on Megatron-Core",
    model: "a model",
    layers: "32",
    hidden: "4096",
    heads: "32",
  },
  ...{ ffn_hidden: "14336", vocab: "32000", seq_len: "4096", gated_mlp: "yes", tied_embeddings: "no" },
  ...{ moe_experts: "64", moe_topk: "8", moe_expert_ffn: "1024" },
  ...{ gpu: "H100-SXM5-80GB", n_gpus: "64", gpus_per_node: "8", tp: "1", pp: "2", dp: "32", ep: "8" },
  ...{ zero_stage: "1", micro_batch: "1", global_batch_seqs: "512", precision: "bf16", flash_attn: "yes" },
  ...{ iter_time_s: "8", quality: "A" },
};
type Cells = Readonly<Record<string, string>>;
const of = (cells: Cells) => programOf(rowOf({ ...usual, ...cells }));
function textOf(cells: Cells): string {
  const program = of(cells);
  if (program.kind !== "program") throw new Error(program.reason);
  return program.text;
}

describe("a network by the node and by the device", () => {
  test.each([
    ["4x 100Gb RoCe per node", "ethernet(nic = 100 Gb/s, nics_per_node = 4)"],
    ["4 × 200 Gb/s HDR InfiniBand per node", "nic = 200 Gb/s"],
    ["800 Gb/s InfiniBand per node (4x HDR)", "nic = 200 Gb/s"],
    ["8x HDR InfiniBand 200Gb/s per node", "nic = 200 Gb/s"],
    ["RoCE 400Gb per GPU", "ethernet(nic = 400 Gb/s, nics_per_node = 8)"],
    ["2x 200Gb/s per GPU", "nics_per_node = 16"],
    ["1.6 Tb/s per node", "nic = 200 Gb/s"],
  ])("%s", (inter_link, line) => expect(textOf({ inter_link })).toContain(line));

  test("one that gives a rate and cannot be read is not guessed", () => {
    expect(of({ inter_link: "0Gb/s" })).toMatchObject({ reason: "the network cannot be read: 0Gb/s" });
    expect(of({ inter_link: "not stated" }).kind).toBe("program");
  });
});

describe("what overlaps", () => {
  test.each(["none stated", "none beyond Megatron-LM's defaults", "not stated", "nothing reported"])(
    "%s says nothing of it",
    (overlap) => expect(textOf({ overlap })).not.toContain("overlap ="),
  );

  test("none is none", () => {
    expect(textOf({ overlap: "none (p2p overlap disabled)" })).toContain("overlap = none");
  });

  test("experts' exchange beside other micro-batches leaves gradients where they are", () => {
    expect(textOf({ overlap: "EP all-to-all overlapped (1F1B)" })).toContain("overlap = [dp, ep]");
  });
});

describe("how tokens travel", () => {
  test("DeepEP counts wherever it is said", () => {
    for (const column of ["overlap", "notes"])
      expect(textOf({ [column]: "DeepEP for the exchange of tokens" })).toContain("dispatch = per_node");
  });

  test("and not where it is said to be off", () => {
    expect(textOf({ notes: "all-to-all, without DeepEP" })).not.toContain("dispatch");
  });
});

describe("what is recomputed", () => {
  test.each(["selective (per-op)", "per-op SAC", "selective AC, per op"])(
    "%s is by operator, not whole layers",
    (recompute) => expect(textOf({ recompute })).toContain("recompute = selective(ops)"),
  );

  test("what is not said is the stack's", () => {
    expect(textOf({ recompute: "" })).not.toContain("recompute =");
  });
});

describe("degrees", () => {
  test("tensor parallelism alone, with neither stages nor replicas, may hide a pipeline", () => {
    const program = of({ tp: "8", pp: "", dp: "", ep: "1" });
    expect(program).toMatchObject({ reason: "missing: pp and dp, of which neither is stated" });
    expect(textOf({ tp: "8", pp: "", dp: "8", ep: "1" })).toContain("pp = 1");
    expect(textOf({ tp: "8", pp: "", dp: "", ep: "1", zero_stage: "3 (FSDP)" })).toContain("dp = 8");
  });
});

test("FSDP where a recipe has it: ZeRO's stage is open from the other one on", () => {
  const program = of({ zero_stage: "1 (distributed optimizer) unless FSDP recipe" });
  expect(program.kind === "program" && program.assumed.join()).toContain("zero = 1");
});
