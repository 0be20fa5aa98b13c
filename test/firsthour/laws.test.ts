import { describe, expect, it } from "vitest";
import { BASE, cell, memorySession, shown } from "../support/memorySession.ts";

function session(text: string) {
  const s = memorySession();
  return { s, found: cell(s, text).diagnostics };
}

const OLMOE = `
import selene from "std/clusters"
import olmoe_7b from "std/models"
plan few {
  framework = generic
  zero = 3
  pp = 8
  seq_len = 512
  global_batch = 16 sequences
}
let run = olmoe_7b on (selene with { nodes = 2 }) with few
`;

describe("a plan's ZeRO stage", () => {
  it("is warned of where it holds more than a lower one, with both figures", () => {
    const { s, found } = session(`${OLMOE}show run.memory.peak`);
    const lower = shown(s, "(run with { plan.zero = 2 }).memory.peak") as number;
    const held = shown(s, "run.memory.peak") as number;
    expect(held).toBeGreaterThan(lower);
    const [warned] = found.filter(({ code }) => code === "sharding-holds-more");
    for (const bytes of [held, lower])
      expect(warned?.message).toContain(`${(bytes / 2 ** 30).toFixed(2)} GiB`);
  });

  it("is not warned of where it holds less", () => {
    const { found } = session(
      `${OLMOE}show (run with { cluster.nodes = 16, plan.global_batch = 128 sequences }).memory.peak`,
    );
    expect(found.map(({ code }) => code)).toEqual([]);
  });

  it("is warned of under Megatron-DeepSpeed, whose flat copies are of experts that no replica shares", () => {
    const { found } = session(`
import alex_a40 from "std/clusters"
import mixtral_8x7b from "std/models"
plan flat {
  framework = megatron_deepspeed
  zero = 1
  pp = 4
  ep = 4
  seq_len = 2_048
  micro_batch = 4
  global_batch = 384 sequences
}
show (mixtral_8x7b on (alex_a40 with { nodes = 2 }) with flat).memory.peak`);
    const [warned] = found.filter(({ code }) => code === "sharding-holds-more");
    expect(warned?.message).toContain("`zero = 0`");
    expect(warned?.label).toContain("flat copies");
  });
});

describe("faster NVLink", () => {
  it("never makes a step of Mamba-2 on H100 longer", () => {
    const { s, found } = session(`
import nd_h100_v5 from "std/clusters"
import mamba2_2_7b from "std/models"
plan p {
  tp = 2
  seq_len = 2_048
  global_batch = 64 sequences
}
let run = mamba2_2_7b on (nd_h100_v5 with { nodes = 2 }) with p
`);
    expect(found.map(({ code }) => code)).toEqual([]);
    const times = [450, 600, 900, 1_350, 4_500].map(
      (rate) => shown(s, `(run with { cluster.scale_up.bandwidth = ${rate} GB/s }).time.tp`) as number,
    );
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });
});

describe("a word that is none of a field's", () => {
  const of = (expression: string) => {
    const s = memorySession();
    cell(s, BASE);
    return cell(s, `show ${expression}`).diagnostics;
  };

  it("is an error beside `memory.fits`, with what it may be", () => {
    const [found] = of("t.memory.fits == mabye");
    expect(found?.code).toBe("unknown-word");
    expect(found?.message).toContain("mabye");
    expect(found?.help).toContain("did you mean `maybe`?");
    for (const fits of ["yes", "maybe", "no"]) {
      expect(found?.help).toContain(`\`${fits}\``);
      expect(of(`t.memory.fits == ${fits}`)).toEqual([]);
    }
  });

  it("is an error in a list, after `!=`, and beside a setting of the plan", () => {
    for (const expression of [
      "t.memory.fits in [yes, foo]",
      "t.memory.fits != foo",
      "t.plan.schedule == foo",
      "foo == t.plan.schedule",
      "(t with { plan.recompute = selective }).plan.recompute == foo",
    ])
      expect([expression, of(expression).map(({ code }) => code)]).toEqual([expression, ["unknown-word"]]);
    for (const expression of ["t.plan.schedule == gpipe", "t.plan.recompute in [none, full, selective]"])
      expect([expression, of(expression)]).toEqual([expression, []]);
  });
});
