import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { dtp } from "../../src/cli/dtp.ts";
import { evaluateHere } from "../../src/cli/evaluateHere.ts";
import { onTerminal } from "../../src/cli/onTerminal.ts";
import { readLaunch } from "../../src/launch/index.ts";
import { testIo } from "../cli/testIo.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "dtp-outputs-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function command(text: string, ...argv: readonly string[]) {
  writeFileSync(join(folder, "a.dtp"), text);
  const io = testIo({ cwd: folder, evaluate: async (...asked) => evaluateHere(...asked) });
  const code = await dtp(["run", "a.dtp", ...argv], io);
  return { code, out: io.stdoutText(), err: io.stderrText() };
}
const written = (name: string) => readFileSync(join(folder, name), "utf8");

const BASE = `import selene from "std/clusters"
import gpt3_175b from "std/models"
plan p { tp = 8, pp = 8, seq_len = 2_048, global_batch = 64 sequences }
let base = gpt3_175b on (selene with { nodes = 8 }) with p
sweep s = base
  for plan.micro_batch in [1, 2]
`;

describe("a figure's title", () => {
  it("with two prices is drawn as it is written, not read as TeX, and prints no stack trace", async () => {
    const said = vi.spyOn(console, "log").mockImplementation(() => {});
    const title = "From $2 to $4 an hour";
    await command(`${BASE}plot s { title = "${title}" }`, "--figures", "figs:svg");
    await command(`${BASE}plot s { title = "${title}" }`, "--html", "page.html");
    expect(said.mock.calls).toEqual([]);
    said.mockRestore();
    expect(written("page.html")).toContain(`>${title}</text>`);
  });
});

it("a figure of a plan without a pipeline speaks of no stage and no rank", async () => {
  const alone = `let one = base with { plan.tp = 8, plan.pp = 1, plan.zero = 0 }
plot one.memory { marks = tree }
plot one.timeline`;
  await command(`${BASE}${alone}`, "--html", "page.html", "--static");
  const titles = [...written("page.html").matchAll(/<text[^>]*class="gtitle"[^>]*>([^<]*)/g)].map(
    ([, text]) => text,
  );
  expect(titles).toHaveLength(2);
  expect(titles[0]).toMatch(/^Memory of one device: [\d.]+ GiB of/);
  expect(titles[1]).toBe("Passes of one step, without a pipeline");
});

describe("the HTML page", () => {
  it("names the scripts that it runs, and loads and sends nothing", async () => {
    await command(`${BASE}plot s`, "--html", "page.html");
    const page = written("page.html");
    const [, policy = ""] = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(page) ?? [];
    expect(policy.match(/'sha256-[A-Za-z0-9+/]{43}='/g)).toHaveLength(2);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  });
});

describe("tables for spreadsheets", () => {
  it("guard text that a spreadsheet would run, leave numbers, and are read again as they were", async () => {
    const texts = ["=cmd|' /C calc'!A0", "@SUM(A1)", "-2+3+cmd|' /C calc'!A0", "+1", "-5.5%", "plain"];
    writeFileSync(join(folder, "in.csv"), `name,x\n${texts.map((one, i) => `"${one}",-${i}`).join("\n")}\n`);
    await command('import rows from "./in.csv"\nshow rows', "--csv", "out");
    expect(written("out/rows.csv").split("\n").slice(1, 4)).toEqual([
      "'=cmd|' /C calc'!A0,0",
      "'@SUM(A1),-1",
      "'-2+3+cmd|' /C calc'!A0,-2",
    ]);
    expect(written("out/rows.csv")).not.toMatch(/'[+-]?[0-9.]+%?,/);
    const first = await command('import rows from "./in.csv"\nshow rows');
    const again = await command('import rows from "./out/rows.csv"\nshow rows');
    expect(again.out).toBe(first.out);
  });
});

describe("imported flags", () => {
  it("whose variables double each other are refused by their length", () => {
    const lines = Array.from({ length: 40 }, (_, i) => `A${i + 1}="$A${i}$A${i}"`);
    const script = ["A0=xxxxxxxx", ...lines, "torchrun pretrain.py --num-layers 4 --data-path $A40"].join(
      "\n",
    );
    expect(readLaunch(script, "run.sh")).toEqual({
      problem: "its variables stand for more than 4 MB of text",
    });
  });
});

/** Controls but for tabs and line ends; what turns the text around. */
const STEERING = /[^\n\t\P{Cc}]|\u202e/u;

describe("characters that steer a terminal or turn the text around", () => {
  it("stand written out in every rendering", async () => {
    const program = 'let a = "x\u202ey\u001b]0;z\u0007"\nshow a\n';
    const { out } = await command(program, "--html", "page.html", "--latex", "a.tex");
    expect(out).toContain("x\\u202Ey\\u001B]0;z\\u0007");
    for (const text of [out, written("page.html"), written("a.tex")]) expect(text).not.toMatch(STEERING);
    expect(written("page.html")).toContain("x\\u202Ey");
  });

  it("stand written out in imported plans", async () => {
    const flags = "torchrun pretrain.py --num-layers 4 --micro-batch-size 1 --odd-\u001b]0;z --data \u202ex";
    writeFileSync(join(folder, "run.sh"), flags);
    const io = testIo({ cwd: folder });
    await dtp(["import", "run.sh"], io);
    expect(io.stdoutText() + io.stderrText()).not.toMatch(STEERING);
  });

  it("do not reach a terminal in messages, and our own colours do", () => {
    expect(onTerminal("\u001b[31mred\u001b[0m \u001b]0;z\u0007")).toBe(
      "\u001b[31mred\u001b[0m \\u001B]0;z\\u0007",
    );
    expect(onTerminal("\r\u001b[2K50%")).toBe("\r\u001b[2K50%");
  });
});
