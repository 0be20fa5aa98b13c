import { beforeAll, describe, expect, it } from "vitest";
import { numbers } from "../../../../src/engine/core/numbers.ts";
import type { Estimate } from "../../../../src/engine/estimate/estimate.ts";
import { contiguousSplit } from "../../../../src/engine/formulas/communication/context.ts";
import { attentionWeightsShard } from "../../../../src/engine/formulas/model/params.ts";
import { createWorld } from "../../../../src/host/index.ts";
import { figureDescription } from "../../../../src/report/figures/figureDescription.ts";
import { type Figure, figureSvg, loadFigures } from "../../../../src/report/index.ts";
import { createSession } from "../../../../src/session/index.ts";
import { matchGolden } from "../../../support/matchGolden.ts";

const setting = `
import llama3_8b, llama3_70b, mixtral_8x7b from "std/models"
import dgx_h100 from "std/clusters"
plan p { tp = 2, pp = 2, zero = 1, global_batch = 64 sequences, seq_len = 8Ki, framework = megatron_core }
let base = llama3_8b on (dgx_h100 with { nodes = 2 }) with p
plan w { tp = 1, zero = 3, global_batch = 1_024 sequences, seq_len = 8Ki }
plan e { tp = 1, ep = 4, zero = 1, global_batch = 1_024 sequences, seq_len = 4Ki }
let experts = mixtral_8x7b on (dgx_h100 with { nodes = 4 }) with e
let wide = llama3_70b on (dgx_h100 with { nodes = 128 }) with w
`;

const run = (text: string) =>
  createSession(createWorld(".")).run(setting + text, { name: "t.dtp", mode: "file" });

function figureOf(text: string): Figure {
  const { outputs, diagnostics } = run(text);
  const found = outputs
    .flatMap(({ document }) => document.blocks)
    .find((block): block is Figure => block.kind === "figure");
  if (!found) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return found;
}

/** Estimate of the scenario that an expression names, as `show` gives it to programs. */
function estimateOf(scenario: string): Estimate {
  const [output] = run(`show ${scenario}`).outputs;
  if (!output) throw new Error(`nothing is shown of ${scenario}`);
  return (output.data as { readonly estimate: Estimate }).estimate;
}

const bars = ({ text }: Figure) => {
  if (text.kind !== "bars") throw new Error("not bars");
  return text.rows;
};

const words = (figure: Figure): readonly string[] =>
  (figure.layout.annotations as readonly { readonly text: string }[]).map(({ text }) => text);

describe("shards", () => {
  it("are as reviewed", () => {
    const { data, layout } = figureOf("plot base.memory { marks = shards }");
    matchGolden("report/golden/figure-shards.json", `${JSON.stringify({ data, layout }, null, 1)}\n`);
  });

  for (const zero of [0, 1, 2, 3])
    it(`have the bytes of the memory breakdown under ZeRO ${zero}`, () => {
      const name = `(base with { plan.zero = ${zero}, plan.pp = 1, plan.tp = 1 })`;
      const figure = figureOf(`let s = ${name}\nplot s.memory as GiB { marks = shards }`);
      const { memory } = estimateOf(`${name}`);
      const kinds = [memory.weights, memory.gradients, memory.optimizer];
      expect(bars(figure).map(({ value }) => value)).toEqual(
        kinds.map((bytes) => expect.closeTo(bytes / 2 ** 30, 9)),
      );
    });

  it("draw the last of many ranks at the right end, and say how many there are", () => {
    const figure = figureOf("plot wide.memory { marks = shards }");
    expect(words(figure)).toContain("rank 1,023");
    expect(words(figure)).toContain("one of 1,024 shards");
  });
});

describe("ring", () => {
  it("is as reviewed", () => {
    const { data, layout } = figureOf("plot base.comm { marks = ring }");
    matchGolden("report/golden/figure-ring.json", `${JSON.stringify({ data, layout }, null, 1)}\n`);
  });

  it("sends the chunks of the payload over each link", () => {
    const [payload, chunk, link] = bars(figureOf("plot base.comm { marks = ring }")).map(
      ({ value }) => value,
    );
    const { comm } = estimateOf("base");
    const calls = comm.filter(({ dimension, groupSize }) => dimension === "dp" && groupSize === 4);
    expect(calls.map(({ bytes }) => bytes / 2 ** 20)).toContainEqual(expect.closeTo(payload ?? 0, 6));
    expect(chunk).toBeCloseTo((payload ?? 0) / 4, 9);
    expect(link).toBeCloseTo((3 * (payload ?? 0)) / 4, 9);
  });

  it("gives every rank the chunks that the algorithm sends: each rank passes on what it received", () => {
    const hovers = (
      figureOf("plot base.comm { marks = ring }").data[0] as { readonly text: readonly string[] }
    ).text;
    const sent = new Map(
      hovers.flatMap((text) => {
        const found = /step (\d+): rank (\d+) sends chunk (\d+)/.exec(text);
        return found ? [[`${found[1]} ${found[2]}`, found[3]] as const] : [];
      }),
    );
    expect(sent.size).toBe(12);
    for (const step of [2, 3])
      for (const rank of [0, 1, 2, 3])
        expect(sent.get(`${step} ${rank}`)).toBe(sent.get(`${step - 1} ${(rank + 3) % 4}`));
  });

  it("colours hops that leave a domain, and says how many do", () => {
    const figure = figureOf("plot wide.comm { marks = ring }");
    expect(words(figure)).toContain("896 hops in a scale-up domain (blue), 128 over the network (red).");
  });
});

describe("matrices", () => {
  it("are as reviewed", () => {
    const { data, layout } = figureOf("plot base.comm { marks = matrices }");
    matchGolden("report/golden/figure-matrices.json", `${JSON.stringify({ data, layout }, null, 1)}\n`);
  });

  for (const tp of [2, 8, 16])
    it(`of attention have the engine's parameters on a rank of ${tp}`, () => {
      const figure = figureOf(
        `let s = base with { plan.tp = ${tp}, plan.pp = 1 }\nplot s.comm { marks = matrices }`,
      );
      const params = bars(figure).filter(({ label }) => label.startsWith("attention"));
      const sum = params.reduce((total, { value }) => total + value, 0);
      const shard = { h: 4_096, d_h: 128, a: 32, a_kv: 8, t: tp };
      expect(sum).toBe(numbers.apply(attentionWeightsShard, shard));
    });

  it("stand between an all-gather and a reduce-scatter under sequence parallelism", () => {
    const figure = figureOf(
      "let s = base with { plan.sequence_parallel = true }\nplot s.comm { marks = matrices }",
    );
    expect(words(figure)).toEqual(expect.arrayContaining(["all-gather", "reduce-scatter"]));
    expect(words(figure)).not.toContain("all-reduce");
  });
});

describe("dispatch", () => {
  it("is as reviewed", () => {
    const { data, layout } = figureOf(
      "let s = experts with { plan.balance = measured([3, 1, 1, 1, 1, 1, 1, 1]), plan.capacity = limited(1.5) }\nplot s.comm { marks = dispatch }",
    );
    matchGolden("report/golden/figure-dispatch.json", `${JSON.stringify({ data, layout }, null, 1)}\n`);
  });

  for (const change of ["{}", "{ plan.balance = measured([3, 1, 1, 1, 1, 1, 1, 1]) }"])
    it(`has the busiest rank of the estimate with ${change}`, () => {
      const shares = bars(figureOf(`let s = experts with ${change}\nplot s.comm { marks = dispatch }`));
      const busiest = estimateOf(`(experts with ${change})`).experts?.busiest ?? 0;
      expect(Math.max(...shares.map(({ value }) => value))).toBeCloseTo((100 * busiest) / 4, 9);
      expect(shares.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(100, 9);
    });

  it("drops the copies that the estimate drops", () => {
    const change = "{ plan.balance = zipf(0.5), plan.capacity = limited(1.25) }";
    const shares = bars(figureOf(`let s = experts with ${change}\nplot s.comm { marks = dispatch }`));
    const dropped = estimateOf(`(experts with ${change})`).experts?.dropped ?? 0;
    expect(dropped).toBeGreaterThan(0);
    expect(100 - shares.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(100 * dropped, 9);
  });
});

describe("sequence", () => {
  const long = (change: string): string => `(base with { plan.pp = 1, plan.tp = 1, plan.cp = 4, ${change} })`;

  it("is as reviewed", () => {
    const { data, layout } = figureOf(
      `let s = ${long("plan.cp_order = contiguous")}\nplot s.comm { marks = sequence }`,
    );
    matchGolden("report/golden/figure-sequence.json", `${JSON.stringify({ data, layout }, null, 1)}\n`);
  });

  it("gives zigzag ranks equal work, and the last contiguous rank what the engine's formula says", () => {
    const shares = (order: string) =>
      bars(figureOf(`let s = ${long(`plan.cp_order = ${order}`)}\nplot s.comm { marks = sequence }`)).map(
        ({ value }) => value / 100,
      );
    expect(shares("zigzag")).toEqual([0.25, 0.25, 0.25, 0.25]);
    const ways = numbers.apply(contiguousSplit, { t: 1, c: 4, r: 4 });
    expect(shares("contiguous").at(-1)).toBeCloseTo(1 / ways, 12);
    expect(shares("contiguous").reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
  });

  it("names the ranks that share the heads of a part in a hybrid", () => {
    const figure = figureOf(`let s = ${long("plan.cp_type = hybrid(2)")}\nplot s.comm { marks = sequence }`);
    expect(words(figure)).toEqual(expect.arrayContaining(["ranks 0–1", "ranks 2–3"]));
  });
});

describe("drawn concepts", () => {
  beforeAll(async () => {
    await loadFigures();
  });

  it("are refused with what to set where the plan has none", () => {
    const mistakes = run(
      "let s = base with { plan.tp = 1, plan.pp = 16 }\nplot s.comm { marks = matrices }\nplot s.comm { marks = ring }\nplot s.comm { marks = dispatch }\nplot s.comm { marks = sequence }\nplot s.memory { marks = shards }",
    ).diagnostics;
    expect(mistakes.map(({ code }) => code)).toEqual(Array(5).fill("nothing-to-draw"));
  });

  it("have a static picture, a caption and a description", () => {
    for (const plot of ["memory { marks = shards }", "comm { marks = ring }", "comm { marks = matrices }"]) {
      const figure = figureOf(`plot base.${plot}`);
      expect(figureSvg(figure)).toContain("<svg");
      expect(figure.caption).toMatch(/\.$/);
      expect(figureDescription(figure)).toContain("Bars:");
    }
  });
});
