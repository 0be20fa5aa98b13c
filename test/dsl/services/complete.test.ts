import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { complete, hover } from "../../../src/dsl/services/index.ts";
import { cursorMark } from "../../support/cursorMark.ts";
import { runs } from "../../support/runs.ts";
import { known } from "./known.ts";

const texts = (marked: string): readonly string[] => {
  const { text, offset } = cursorMark(marked);
  return complete(text, offset, known).items.map((item) => item.text);
};

describe("completion: what comes first", () => {
  it.each<[string, readonly string[]]>([
    // fields
    ["plan p { t<|> }", ["tp", "tokens"]],
    ["plan p {\n  tp = 8\n  micro<|>\n}", ["micro_batch"]],
    ["plan p {\n  tp = 8\n  glob<|>\n}", ["global_batch"]],
    ["model m {\n  <|>\n}", ["layers", "d_model", "attention", "mlp", "vocab"]],
    ["model m {\n  layers = 4\n  <|>\n  vocab = 3\n}", ["d_model", "attention", "mlp"]],
    ['cluster c cite "x" { dev<|> }', ["device", "devices_per_node", "devices"]],
    ["plan wide = tp8 with { vp<|> }", ["vpp"]],
    ["let wide = tp8 with { vp<|> }", ["vpp"]],
    ["let small = (selene with { nod<|> })", ["nodes"]],
    ["let t = gpt3 on (selene with { nod<|> }) with tp8", ["nodes"]],
    // changes of a scenario
    ["base with { <|> }", ["plan", "cluster", "model"]],
    ["base with { plan.vp<|> }", ["vpp"]],
    ["base with { mem<|> }", ["memory"]],
    ["base with { memory.<|> }", ["weights", "gradients", "optimizer", "activations"]],
    ["base with { time.d<|> }", ["dp", "documents"]],
    ["base with { memory.weights = 12 Gi<|> }", ["GiB"]],
    ["let x = gpt3 on selene with tp8 with { cluster.no<|> }", ["nodes"]],
    ["let x = base\nlet y = x with { plan.t<|> }", ["tp", "tokens"]],
    ["base with { cluster.device.mem<|> }", ["memory", "memory_bandwidth", "memory_efficiency"]],
    ["show (base with { plan.tp = 4 }).plan.vp<|>", ["vpp"]],
    ["show (gpt3 on selene with tp8).<|>", ["step_time", "mfu"]],
    ["show (base with { plan.tp = 4 }).memory.<|>", ["peak", "weights"]],
    // words, tags and their arguments
    ["plan p { schedule = inter<|> }", ["interleaved_1f1b"]],
    ["plan p { schedule = 1f<|> }", ["1f1b"]],
    ["plan p { dp = <|> }", ["fill"]],
    ["plan p { recompute = <|> }", ["selective", "full", "none"]],
    ["plan p { recompute = selective(<|>) }", ["attention", "norms", "mlp", "mla_up"]],
    ["plan p { recompute = selective([nor<|>]) }", ["norms"]],
    ["plan p { overlap = [d<|>] }", ["dp"]],
    ["plan p { sequence_parallel = t<|> }", ["true"]],
    ["model m { attention = <|> }", ["mha", "gqa", "mqa", "mla"]],
    ["model m { attention = gqa(<|>) }", ["heads", "kv_heads"]],
    ["model m { attention = gqa(heads = 8, k<|>) }", ["kv_heads"]],
    ["model m { mlp = moe(\n  experts = 8\n  expert = sw<|>\n) }", ["swiglu"]],
    ["model m { mlp = gelu(d_ff = 4 * d_m<|>) }", ["d_model"]],
    ["base with { plan.schedule = gp<|> }", ["gpipe"]],
    // a definition of the wanted kind
    ['import h100_sxm from "std/devices"\ncluster c { device = h<|> }', ["h100_sxm"]],
    // units
    ["device d { memory = 80 G<|> }", ["GiB", "GB"]],
    ["device d { memory = 80G<|> }", ["GiB", "GB"]],
    ["cluster c { scale_out = fat_tree(nic = 400 <|>) }", ["Gb/s"]],
    ["plan p { global_batch = 16Mi t<|> }", ["tokens"]],
    ["show base.memory.peak as Gi<|>", ["GiB"]],
    ["let a = 400 Gb/<|>", ["Gb/s"]],
    // results
    ["show base.memory.<|>", ["peak", "weights"]],
    ["show base.st<|>", ["step_time"]],
    ["show base.plan.vp<|>", ["vpp"]],
    ["show gpt3.par<|>", ["params"]],
    ["show base { st<|> }", ["step_time"]],
    ["show s { memory.p<|> }", ["peak"]],
    ["sweep s = base\n  for plan.t<|>", ["tp", "tokens"]],
    ["sweep s = base\n  for plan.tp in po<|>", ["pow2"]],
    ["sweep s = base\n  wh<|>", ["where"]],
    ["plot s { x_s<|> }", ["x_scale"]],
    ["plot s { x_scale = log<|> }", ["log2", "log10"]],
    // statements, names, imports
    ["sh<|>", ["show"]],
    ["let a = 1\npl<|>", ["plan", "plot"]],
    ["let base2 = ba<|>", ["base"]],
    ["let mine = 3\nshow mi<|>", ["mine", "min"]],
    ['import h100_sxm from "std/<|>"', ["std/devices", "std/models"]],
    ['import h<|> from "std/devices"', ["h100_sxm"]],
    ['import <|> from "std/devices"', ["h100_sxm", "a100_sxm"]],
    ["let a = sq<|>", ["sqrt"]],
    // what only resembles the prefix: a later word, initials, letters in order
    ["plan p {\n  seq_len = 4Ki\n  batch<|>\n}", ["global_batch", "micro_batch"]],
    ["plan p { mb<|> }", ["micro_batch"]],
    ["plan p { glbtch<|> }", ["global_batch"]],
    // the library, with the import that it needs
    ["cluster c { device = h10<|> }", ["h100_sxm"]],
    ["cluster c { device = a<|> }", ["a100_sxm"]],
    ["h10<|>", ['import h100_sxm from "std/devices"']],
    ['import h100_sxm from "std/d<|>', ["std/devices"]],
    // columns of tables, arguments of functions
    ['import runs from "./runs.csv"\nshow runs { <|> }', ["gpus", "seconds"]],
    ['import runs from "./runs.csv"\nshow sum(runs.g<|>)', ["gpus"]],
    ['import runs from "./runs.csv"\nplot runs { x = gp<|> }', ["gpus"]],
    ["sweep s = base\n  for plan.tp in [1]\n  derive speedup = 1\nshow s { sp<|> }", ["speedup"]],
    ["let a = range(1, 9, st<|>)", ["step = "]],
    ["plan <|>", []],
    ["# pl<|>", []],
    ['let a = "pl<|>"', []],
  ])("%j", (marked, wanted) => {
    const found = texts(marked);
    if (wanted.length === 0) expect(found).toEqual([]);
    else expect(found.slice(0, wanted.length)).toEqual(wanted);
  });

  it("replaces exactly the word begun", () => {
    const { text, offset } = cursorMark("plan p { micr<|> }");
    expect(complete(text, offset, known)).toMatchObject({ start: 9, end: 13 });
    const unit = cursorMark("show base.memory as Gi<|>");
    expect(complete(unit.text, unit.offset, known)).toMatchObject({ start: 20, end: 22 });
  });

  it("offers no derived field where one is set through a path, and offers it where one is read", () => {
    expect(texts("base with { cluster.<|> }")).not.toContain("devices");
    expect(texts("show base.cluster.<|>")).toContain("devices");
  });

  it("says what a field takes", () => {
    const { text, offset } = cursorMark("plan p { dp<|> }");
    expect(complete(text, offset, known).items[0]).toEqual({
      text: "dp",
      kind: "field",
      detail: "whole number; or fill, default fill",
      doc: "Data-parallel degree: the number of replicas, each with a part of the batch.",
    });
  });

  it("never fails, whatever the text, and stays inside it", () => {
    const pieces = fc.constantFrom(
      ...'plan p { } ( ) [ ] . , = with on as 80 GiB 1f1b " # \n import from show base model m 400 Gb/ $ ~= é 😀'.split(
        " ",
      ),
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), fc.nat(), (parts, at) => {
        const text = parts.join(at % 2 === 0 ? " " : "");
        const offset = at % (text.length + 1);
        const { start, end } = complete(text, offset, known);
        hover(text, offset, known);
        return start >= 0 && start <= end && end === offset;
      }),
      { numRuns: runs(1_000) },
    );
  });
});
