import { describe, expect, it } from "vitest";
import { readLaunch } from "../../src/launch/index.ts";
import { job, program } from "../launch/jobs.ts";

const FLAGS = `--num-layers 32 --hidden-size 4096 --num-attention-heads 32 --swiglu --num-experts 8 --moe-router-topk 2
 --seq-length 4096 --micro-batch-size 1 --global-batch-size 256 --bf16 --vocab-size 32000 --normalization RMSNorm`;

const read = (flags: string) => {
  const found = readLaunch(`${FLAGS} ${flags}`.replace(/\n/g, " "), "pretrain.sh");
  if ("problem" in found) throw new Error(found.problem);
  return found;
};

describe("what a stack does where a plan says nothing", () => {
  const capacity = (framework: string, given: string) =>
    job(
      program(
        "mixtral_8x7b",
        2,
        `framework = ${framework}\nep = 8\nseq_len = 4Ki\nglobal_batch = 64 sequences\ncapacity = limited(${given})`,
      ),
    ).scenario.plan.capacity?.pad;

  it("Megatron Core and stacks built on it pad experts to their capacity only where asked", () => {
    for (const one of ["megatron_core", "nemo", "megatron_bridge"]) expect(capacity(one, "1.25")).toBe(false);
    expect(capacity("megatron_core", "1.25, pad = true")).toBe(true);
    for (const one of ["generic", "deepspeed"]) expect(capacity(one, "1.25")).toBe(true);
  });

  it("Megatron's flag of padding is read whether given or not", () => {
    expect(read("--moe-expert-capacity-factor 1.25").text).toContain("limited(factor = 1.25, pad = false)");
    expect(read("--moe-expert-capacity-factor 1.25 --moe-pad-expert-input-to-capacity").plan).toMatchObject({
      "plan.capacity.pad": true,
    });
  });

  it.each([
    ["of its own", "--ffn-hidden-size 14336 --moe-ffn-hidden-size 2048", 2048],
    ["of a dense layer", "--ffn-hidden-size 14336", 14_336],
    ["that follows from the model's", "", 10_880],
  ])("an expert in a script of Megatron has the width %s", (_, flags, width) => {
    const { text, unread } = read(flags);
    expect(unread).toEqual([]);
    expect(text).toContain(`swiglu(d_ff = ${String(width).replace(/(\d)(?=(\d{3})+$)/g, "$1_")})`);
  });
});
