import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dtp } from "../../../src/cli/dtp.ts";
import { type Figure, linesFigure } from "../../../src/report/index.ts";
import type { Output } from "../../../src/session/world/output.ts";
import { answering, testIo } from "../testIo.ts";

const folder = mkdtempSync(join(tmpdir(), "dtp-figures-"));
writeFileSync(join(folder, "plan.dtp"), "edition 2026\nplot w\n");
afterAll(() => rmSync(folder, { recursive: true }));

const figure: Figure = {
  ...linesFigure(
    [
      {
        label: "50 % & more",
        points: [
          [1, 2],
          [2, 4],
        ],
      },
    ],
    {
      x: { label: "n" },
      y: { label: "y" },
      title: "T_1 ≤ 5 µs",
    },
  ),
  name: "w mfu over plan.tp",
  origin: "m on c with p · dtp 0 · std 1",
};
const output: Output = { kind: "plot", line: 2, data: {}, document: { blocks: [figure, figure] } };

async function run(...argv: string[]) {
  const io = testIo({ cwd: folder, evaluate: answering({ outputs: [output] }) });
  const code = await dtp(["run", "plan.dtp", ...argv], io);
  return { code, err: io.stderrText() };
}
const read = (name: string, from = "out") => readFileSync(join(folder, from, name));

describe("dtp run --figures", () => {
  beforeAll(async () => {
    await run("--figures", "out");
    await run("--figures", "again");
  });

  test("names the files after what was plotted, whatever its numbers", () => {
    const stems = ["w-mfu-over-plan-tp", "w-mfu-over-plan-tp-2"];
    const files = stems.flatMap((stem) => ["pdf", "png", "svg"].map((format) => `${stem}.${format}`));
    expect(readdirSync(join(folder, "out")).sort()).toEqual(["figures.tex", ...files].sort());
  });

  test("writes the same bytes again", () => {
    for (const name of readdirSync(join(folder, "out")))
      expect(read(name, "again").equals(read(name)), name).toBe(true);
  });

  test("writes vectors with the letters in them, and pixels at three for each px", () => {
    const pdf = read("w-mfu-over-plan-tp.pdf").toString("latin1");
    expect(pdf.startsWith("%PDF-")).toBe(true);
    expect(pdf).toContain("/FontFile2");
    expect(pdf).not.toContain("/Subtype /Image");
    expect(pdf).toMatch(/\/MediaBox \[0 0 525 \d/);
    const png = read("w-mfu-over-plan-tp.png");
    expect(png.subarray(1, 4).toString()).toBe("PNG");
    expect(png.readUInt32BE(16)).toBe(3 * 700);
    expect(png.length).toBeGreaterThan(10_000);
    expect(read("w-mfu-over-plan-tp.svg").toString()).toContain("T_1 ≤ 5 µs");
  });

  test("captions say what is shown, with which plan, engine and data, as LaTeX prints it", () => {
    const tex = read("figures.tex").toString();
    expect(tex).toContain("\\includegraphics[width=\\linewidth]{w-mfu-over-plan-tp}");
    const hash = createHash("sha256").update("edition 2026\nplot w\n").digest("hex").slice(0, 12);
    expect(tex).toContain(
      `\\caption{T\\_1 $\\leq$ 5 $\\mu$s. m on c with p $\\cdot$ dtp 0 $\\cdot$ std 1. Made from plan.dtp (SHA-256 ${hash}).}`,
    );
  });

  test("writes the formats asked for, and refuses others before it computes", async () => {
    expect((await run("--figures", "some", "--format", "svg")).code).toBe(0);
    expect(readdirSync(join(folder, "some")).sort()).toEqual([
      "figures.tex",
      "w-mfu-over-plan-tp-2.svg",
      "w-mfu-over-plan-tp.svg",
    ]);
    expect(await run("--figures", "none", "--format", "gif")).toEqual({
      code: 2,
      err: "dtp: --format takes svg, png, pdf or several with commas, not `gif`\n",
    });
    expect(existsSync(join(folder, "none"))).toBe(false);
    expect((await run("--format", "svg")).err).toContain("--figures DIR");
  });

  test("a folder that is a file is a mistake, not a crash", async () => {
    const { code, err } = await run("--figures", "plan.dtp", "--format", "svg");
    expect(code).toBe(2);
    expect(err).toBe("dtp: plan.dtp is a file; name a folder for the figures\n");
  });

  test("a program without figures says so", async () => {
    const io = testIo({ cwd: folder });
    expect(await dtp(["run", "plan.dtp", "--figures", "empty"], io)).toBe(0);
    expect(io.stderrText()).toContain("no `plot`");
  });
});
