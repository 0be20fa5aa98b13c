import { beforeAll, describe, expect, it } from "vitest";
import { createWorld, loadPlotly } from "../../../src/host/index.ts";
import { type Figure, figureSvg, figuresLoaded, loadFigures } from "../../../src/report/index.ts";
import { createSession } from "../../../src/session/index.ts";

const program = `
import llama3_8b from "std/models"
import dgx_h100 from "std/clusters"
plan p { tp = 2, pp = 2, zero = 1, global_batch = 64 sequences, seq_len = 8Ki, framework = megatron_core }
let base = llama3_8b on (dgx_h100 with { nodes = 2 }) with p
plot base.memory { marks = tree }
plot base.time { marks = tree }
plot base.comm { marks = flows }
search b = base for plan.tp in [1, 2, 4] for plan.recompute in [none, full] keep 40 maximize mfu
plot b { marks = parallel }
`;

const runProgram = (text: string) =>
  createSession(createWorld(".")).run(text, { name: "t.dtp", mode: "file" });

const figures = (text: string): readonly Figure[] =>
  runProgram(text).outputs.flatMap(({ document }) =>
    document.blocks.filter((block): block is Figure => block.kind === "figure"),
  );

interface Icicle {
  readonly ids: readonly string[];
  readonly parents: readonly string[];
  readonly labels: readonly string[];
  readonly values: readonly number[];
}

describe("shapes of figures beyond bars and lines", () => {
  const [memory, time, comm, parallel] = figures(program) as [Figure, Figure, Figure, Figure];

  it("a tree's parts add up to what they are parts of", () => {
    for (const figure of [memory, time]) {
      const { ids, parents, values } = figure.data[0] as unknown as Icicle;
      for (const [at, id] of ids.entries()) {
        const below = values.filter((_, part) => parents[part] === id);
        if (below.length > 0)
          expect(below.reduce((sum, value) => sum + value, 0) / (values[at] ?? 0)).toBeCloseTo(1, 9);
      }
    }
  });

  it("memory unfolds from its kinds to layers and matrices", () => {
    const { ids, parents, labels, values } = memory.data[0] as unknown as Icicle;
    const at = (label: string, parent: string): number =>
      labels.findIndex((one, place) => one === label && parents[place] === parent);
    const weights = at("weights", "0");
    const layers = at("layers of the stage", ids[weights] ?? "");
    const mlp = at("MLP matrices", ids[layers] ?? "");
    // 16 of Llama 3 8B's 32 layers, three matrices of 4,096 x 14,336 over two ranks, two bytes each
    expect(values[mlp]).toBeCloseTo((16 * 3 * 4_096 * 14_336 * 2) / 2 / 2 ** 30, 4);
  });

  it("flows carry the bytes of every collective to a link", () => {
    const { link, node } = comm.data[0] as unknown as {
      readonly link: { source: number[]; target: number[]; value: number[] };
      readonly node: { label: string[] };
    };
    const into = (target: number): number =>
      link.value.reduce((sum, value, at) => sum + (link.target[at] === target ? value : 0), 0);
    const out = (source: number): number =>
      link.value.reduce((sum, value, at) => sum + (link.source[at] === source ? value : 0), 0);
    const stations = node.label.map((_, at) => at);
    for (const at of stations.filter((one) => into(one) > 0 && out(one) > 0))
      expect(into(at)).toBeCloseTo(out(at), 4);
    expect(node.label.some((label) => label.startsWith("scale-out"))).toBe(true);
  });

  it("parallel coordinates have an axis a setting that differs, and the objective last", () => {
    const { dimensions } = parallel.data[0] as unknown as { readonly dimensions: { label: string }[] };
    expect(dimensions.map(({ label }) => label)).toEqual(["tensor-parallel degree", "recompute", "MFU (%)"]);
  });

  describe("as pictures", () => {
    beforeAll(() => loadFigures(loadPlotly, [memory, comm, parallel]));

    it("need all of plotly.js, but for parallel coordinates, whose lines the partial bundle draws", () => {
      expect(figuresLoaded([memory, time, comm, parallel])).toBe(true);
      expect(figureSvg(memory)).toContain("iciclelayer");
      expect(figureSvg(comm)).toContain("sankey-link");
      const { line } = parallel.data[0] as { readonly line: { readonly color: readonly number[] } };
      expect(figureSvg(parallel)?.match(/class="js-line"/g)?.length).toBe(line.color.length);
    });
  });

  it("marks that do not suit are a mistake that names those that do", () => {
    const mistake = (text: string): string =>
      runProgram(program + text)
        .diagnostics.map(({ message }) => message)
        .join("\n");
    expect(mistake("plot b { marks = tree }\n")).toContain("`lines`, `points`, `steps` or `parallel`");
    expect(mistake("plot base.memory { marks = flows }\n")).toContain("`tree`");
    expect(mistake("plot base.roofline { marks = tree }\n")).toContain("one shape");
  });
});
