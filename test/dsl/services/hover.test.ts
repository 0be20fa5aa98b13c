import { describe, expect, it } from "vitest";
import { hover } from "../../../src/dsl/services/index.ts";
import { cursorMark } from "../../support/cursorMark.ts";
import { known } from "./known.ts";

const at = (marked: string) => {
  const { text, offset } = cursorMark(marked);
  return hover(text, offset, known);
};
const fact = (marked: string, name: string) => at(marked)?.facts.find((f) => f.name === name)?.value;

describe("hover", () => {
  it("explains a field by its schema row", () => {
    expect(at("plan p { micro_b<|>atch = 4 }")).toMatchObject({
      start: 9,
      end: 20,
      title: "micro_batch",
      doc: "The number of sequences in one micro-batch.",
    });
    expect(fact("plan p { z<|>ero = 4 }", "range")).toBe("0 to 3");
    expect(fact("plan p { dp<|> = fill }", "default")).toBe("fill");
    expect(fact("model m { lay<|>ers = 4 }", "default")).toBe("none: required");
    expect(fact("cluster c { scale_out = fat_tree(ni<|>c = 400 Gb/s) }", "usual")).toBe(
      "NICs carry 10 to 800 Gb/s",
    );
    expect(fact("cluster c { scale_out = fat_tree(ni<|>c = 400 Gb/s) }", "unit")).toBe("Gb/s");
  });

  it.each([
    [
      "let a = base with { memory.acti<|>vations = 12 GiB }",
      "activations",
      "Bytes of the part `memory.activations` on a device of every stage; `none` as the engine computes it.",
    ],
    ["show base.memory.pe<|>ak", "memory.peak", "Bytes at the peak."],
    ["show base.plan.t<|>p", "tp", "Tensor-parallel degree: devices that every layer is sharded over."],
    ["show gpt3.par<|>ams", "params", "Parameters of the model."],
    [
      "plan p { dp = fi<|>ll }",
      "fill",
      "What the other degrees leave of the cluster: devices / (tp * cp * pp).",
    ],
    ["plan p { schedule = 1f<|>1b }", "1f1b", "One forward, one backward (arXiv:2006.09503)."],
    ["let a = gp<|>t3", "gpt3", "GPT-3 175B"],
    ["## Ours\nmodel mine { layers = 4 }\nlet a = mi<|>ne", "mine", "Ours"],
    ["let a = divi<|>sors(64)", "divisors(n)", "The divisors of n."],
    ["device d { memory = 80 Gi<|>B }", "GiB", "2^30 bytes."],
    [
      "cluster c { scale_out = fat_tree(nic = 400 Gb/<|>s) }",
      "Gb/s",
      "10^9 bits per second, the unit of NIC data sheets.",
    ],
    ["sh<|>ow base", "show", "print: show e as GiB, e { columns }"],
    ['import h100_s<|>xm from "std/devices"', "h100_sxm", "H100 SXM5"],
    [
      "model m { attention = mh<|>a(heads = 4) }",
      "mha(heads, d_head, qkv_bias, qk_norm, gate, sinks, sliding_window, sliding_window_pattern)",
      "Multi-head attention: as many key-value heads as query heads.",
    ],
    [
      "model m { mlp = gelu(d_ff = 4 * d_mo<|>del) }",
      "d_model",
      "Width of the residual stream (hidden size).",
    ],
  ])("%j", (marked, title, doc) => expect(at(marked)).toMatchObject({ title, doc }));

  it.each(["let a = nobo<|>dy", "# mo<|>del", 'let a = "mo<|>del"', "<|>", "let a = 1<|>2"])(
    "has nothing to say at %j",
    (marked) => expect(at(marked)).toBeNull(),
  );
});
