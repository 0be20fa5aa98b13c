import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it, test } from "vitest";
import { DARK_COLORS } from "../../../../src/report/figures/theme/darkColors.ts";
import { type Figure, figureSvg, loadFigures } from "../../../../src/report/index.ts";
import { advanceWidth } from "../../../../src/report/lettering/advances.ts";
import { startMargins } from "../../../../src/report/svg/startMargins.ts";
import { cell, memorySession } from "../../../support/memorySession.ts";

const std = readFileSync(join(import.meta.dirname, "../../../../src/std/clusters.dtp"), "utf8");
const names = [...std.matchAll(/^cluster (\w+)/gm)].map(([, name = ""]) => name);

const PLAN = `
import llama3_70b, mixtral_8x7b from "std/models"
plan cube {
  tp = 4
  cp = 2
  pp = 4
  dp = fill
  zero = 1
  seq_len = 8Ki
  global_batch = 1_024 sequences
}
plan experts {
  tp = 2
  pp = 2
  ep = 8
  dp = fill
  zero = 1
  seq_len = 4Ki
  global_batch = 256 sequences
}
`;

function figures(imports: string, text: string): readonly Figure[] {
  const { outputs, diagnostics } = cell(
    memorySession({}, { versions: { engine: "9.8.7", std: "2099.1" } }),
    `import ${imports} from "std/clusters"\n${PLAN}\n${text}`,
  );
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return outputs.flatMap(({ document }) =>
    document.blocks.filter((block): block is Figure => block.kind === "figure"),
  );
}

function figure(imports: string, text = `plot ${imports}`): Figure {
  const [one] = figures(imports, text);
  if (!one) throw new Error("no figure");
  return one;
}

interface Words {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly xanchor: "left" | "center" | "right";
}
const words = ({ layout }: Figure) => layout.annotations as readonly Words[];
const texts = (of: Figure) => words(of).map(({ text }) => text);

interface Trace {
  readonly mode: string;
  readonly name?: string;
  readonly x: readonly (number | null)[];
  readonly y: readonly (number | null)[];
  readonly text?: readonly string[];
  readonly line?: { readonly width: number; readonly dash: string };
}
const traces = ({ data }: Figure) => data as unknown as readonly Trace[];
/** Straight lines that are drawn, of a width. */
const lines = (of: Figure, width: number, dash = "solid") =>
  traces(of)
    .filter(({ mode, line }) => mode === "lines" && line?.width === width && line.dash === dash)
    .reduce((sum, { x }) => sum + x.length / 3, 0);
/** Devices with numbers, by what they are to device 0. */
const numbered = (of: Figure): Readonly<Record<string, readonly number[]>> =>
  Object.fromEntries(
    traces(of)
      .filter(({ mode }) => mode === "markers+text")
      .map(({ name = "", text = [] }) => [name, text.map(Number)]),
  );

describe("a topology holds the machine", () => {
  it("draws the 16 joined pairs of a DGX-1, eight of them with two links", () => {
    const one = figure("dgx_1v", "plot dgx_1v with { nodes = 1 }");
    // two pairs of one link bow out around others, in three pieces
    expect(lines(one, 1.2)).toBe(8 + 2 * 2);
    expect(lines(one, 2.5)).toBe(8);
    expect(texts(one)).toEqual(expect.arrayContaining(["25 GB/s a thin line,", "50 GB/s a thick one"]));
  });

  it("joins each device of a full mesh to all others, with its share of the links", () => {
    const one = figure("mi300x_node");
    expect(lines(one, 1.2)).toBe((8 * 7) / 2);
    expect(texts(one)).toContain("64 GB/s per line");
  });

  it("draws all 72 devices of a rack, and counts the racks that it leaves out", () => {
    expect(numbered(figure("gb200_nvl72"))["device 0"]).toHaveLength(72);
    expect(texts(figure("gb200_nvl72", "plot gb200_nvl72 with { nodes = 144 }"))).toEqual(
      expect.arrayContaining([
        "× 8",
        "rack 7",
        "<b>8 racks on a fat tree: NIC i of every node is on rail i</b>",
      ]),
    );
  });

  it("names what narrows the way between leaves, pods, groups and sites", () => {
    const said = (name: string) => texts(figure(name));
    expect(said("h100_2to1")).toEqual(
      expect.arrayContaining(["51.2 Tb/s out of 32 nodes", "2:1 oversubscribed"]),
    );
    expect(said("grand_teton_24k")).toEqual(
      expect.arrayContaining(["175.5 Tb/s out of a pod", "7:1 oversubscribed", "× 8"]),
    );
    expect(said("frontier")).toEqual(expect.arrayContaining(["58.37 Tb/s out of a group", "× 74", "× 128"]));
    expect(said("h100_two_sites")).toEqual(
      expect.arrayContaining(["6.4 Tb/s out of a site", "5 ms one way", "× 512"]),
    );
  });

  it("draws a tree of PCI Express: slots, switches, processors, bridges", () => {
    const one = figure("a100_pcie_node");
    expect(texts(one)).toEqual(
      expect.arrayContaining([
        "processor 1",
        "32 GB/s out of a switch",
        "20.8 GB/s between",
        "300 GB/s per bridge",
      ]),
    );
    expect(lines(one, 1.2)).toBe(8);
    expect(texts(figure("rtx_4090_node"))).toContain("all through the");
  });

  it("closes the rows of a torus that are rings, and no others", () => {
    const closing = (text: string) => lines(figure("trn2, v5e_pod, v4_pod", text), 1.2, "4px,2px");
    expect(closing("plot trn2")).toBe(2 * (4 + 4));
    expect(closing("plot v4_pod")).toBe(3 * 4 * 4); // the near ends: the far ones are not drawn
    expect(closing("plot v5e_pod with { scale_up.shape = [8, 8] }")).toBe(0);
  });
});

describe("a plan on a topology", () => {
  it("colours device 0 and the devices it communicates with", () => {
    const one = figure("dgx_h100", "let base = llama3_70b on dgx_h100 with cube\nplot base.topology");
    expect(numbered(one)).toEqual({ "device 0": [0], tp: [1, 2, 3], cp: [4], others: [5, 6, 7] });
    expect(one.origin).toBe(
      "llama3_70b on dgx_h100 with cube · tp 4 · cp 2 · pp 4 · dp 8 · ZeRO 1 · dtp 9.8.7 · std 2099.1",
    );
  });

  it("follows the order of ranks", () => {
    const { data } = figure(
      "dgx_h100",
      "let base = llama3_70b on dgx_h100 with (cube with { cp = 1, rank_order = tp_cp_pp_dp })\nplot base.topology",
    );
    const named = numbered({ data } as unknown as Figure);
    expect(named).toEqual({ "device 0": [0], tp: [1, 2, 3], pp: [4], others: [5, 6, 7] });
  });

  it("rings the experts' group, which is of ranks that other groups have too", () => {
    const one = figure("dgx_h100", "let base = mixtral_8x7b on dgx_h100 with experts\nplot base.topology");
    expect(numbered(one)).toEqual({
      "device 0": [0],
      "tp and ep": [1],
      "dp and ep": [2, 4, 6],
      ep: [3, 5, 7],
    });
  });

  it("lists the groups with what they cross", () => {
    const { outputs } = cell(
      memorySession(),
      `import h100_two_sites from "std/clusters"\n${PLAN}
let base = llama3_70b on h100_two_sites with cube
show base.topology`,
    );
    const rows = outputs.flatMap(({ document }) =>
      document.blocks.flatMap((block) =>
        block.kind === "table" ? [...block.rows].map((row) => row.map(({ text }) => text)) : [],
      ),
    );
    expect(rows).toEqual([
      ["tp", "4", "0–3", "4", "1", "no network: all in one domain"],
      ["cp", "2", "0, 4", "2", "1", "no network: all in one domain"],
      ["dp", "256", "0, 8, 16, … 2,040", "1", "256", "the scale-out network"],
      ["pp", "4", "0, 2,048, 4,096, 6,144", "1", "4", "2 sites"],
    ]);
  });
});

describe("every machine of the library", () => {
  beforeAll(() => loadFigures());

  test.each(names)("%s: all of it is inside the picture, and no text lies on another", (name) => {
    const one = figure(name);
    const { height, margin, yaxis } = one.layout as {
      readonly height: number;
      readonly margin: { readonly t: number; readonly b: number };
      readonly yaxis: { readonly range: readonly [number, number] };
    };
    const [bottom] = yaxis.range;
    expect(height - margin.t - margin.b).toBe(bottom);
    for (const { x, y } of traces(one))
      for (const [at, value] of x.entries()) {
        if (value === null) continue;
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(500);
        expect(y[at]).toBeGreaterThanOrEqual(0);
        expect(y[at]).toBeLessThanOrEqual(bottom);
      }
    const placed = words(one).flatMap(({ x, y, text, xanchor }) => {
      const bold = text.startsWith("<b>");
      const plain = text.replaceAll(/<\/?b>/g, "").split("<br>");
      const wide = Math.max(...plain.map((line) => advanceWidth(line, 11, bold)));
      const left = xanchor === "left" ? x : xanchor === "right" ? x - wide : x - wide / 2;
      return [{ text, left, right: left + wide, top: y - 6 * plain.length, bottom: y + 6 * plain.length }];
    });
    for (const [at, word] of placed.entries()) {
      const edge = word.left < 500 ? 500 : 668;
      expect(word.right, word.text).toBeLessThanOrEqual(edge);
      for (const other of placed.slice(at + 1))
        expect(
          word.left < other.right &&
            other.left < word.right &&
            word.top < other.bottom &&
            other.top < word.bottom,
          `${word.text} on ${other.text}`,
        ).toBe(false);
    }
    expect(one.text.kind === "bars" && one.text.rows.length).toBeGreaterThan(0);
  });

  it("is drawn once, its margins as it began with them, the same twice", () => {
    const one = figure("h100_two_sites");
    const { l, r } = startMargins(one) as Readonly<Record<"l" | "r", number>>;
    const svg = figureSvg(one) ?? "";
    const [, width] = /<clipPath [^>]*><rect width="([\d.]+)"/.exec(svg) ?? [];
    expect(Number(width)).toBe(700 - Math.round(l) - Math.round(r));
    expect(figureSvg(structuredClone(one))).toBe(svg);
  });
});

/** WCAG 2.1, the ratio of two colours' luminances. */
function contrast(one: string, other: string): number {
  const light = (hex: string): number => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5]
      .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
      .map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [low = 0, high = 0] = [light(one), light(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

test("numbers in devices are read on paper and in the dark, whatever the device is", () => {
  const all = [
    ...figures("dgx_h100", "let base = llama3_70b on dgx_h100 with cube\nplot base.topology"),
    ...figures("dgx_h100", "let base = mixtral_8x7b on dgx_h100 with experts\nplot base.topology"),
    figure(
      "dgx_h100",
      "let near = llama3_70b on dgx_h100 with (cube with { cp = 1, rank_order = tp_cp_pp_dp })\nplot near.topology",
    ),
  ];
  for (const { data } of all)
    for (const { mode, name, marker, textfont } of data as unknown as readonly (Trace & {
      readonly marker?: { readonly color: string };
      readonly textfont?: { readonly color: string };
    })[]) {
      if (mode !== "markers+text" || !marker || !textfont) continue;
      const dark = (color: string) => (color === "#FFFFFF" ? color : (DARK_COLORS[color] ?? color));
      expect(contrast(marker.color, textfont.color), `${name} on paper`).toBeGreaterThan(3);
      expect(contrast(dark(marker.color), dark(textfont.color)), `${name} in the dark`).toBeGreaterThan(3);
    }
});
