import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { dtp } from "../../../src/cli/dtp.ts";
import { testIo } from "../testIo.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "dtp-fmt-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const messy = "let   a=1\n\n\n\nlet b =   a*2  # twice\n";
const clean = "let a = 1\n\nlet b = a * 2  # twice\n";

async function fmt(argv: readonly string[], stdin = "") {
  const io = testIo({ cwd: folder, readStdin: async () => Buffer.from(stdin) });
  const code = await dtp(["fmt", ...argv], io);
  return { code, out: io.stdoutText(), err: io.stderrText() };
}
const file = (name: string) => join(folder, name);

describe("dtp fmt", () => {
  test("rewrites a file in place once, and names it", async () => {
    writeFileSync(file("a.dtp"), messy);
    expect(await fmt(["a.dtp"])).toEqual({ code: 0, out: "a.dtp\n", err: "" });
    const formatted = readFileSync(file("a.dtp"), "utf8");
    expect(formatted.replace(/ +#/, "  #")).toBe(clean);
    expect(await fmt(["a.dtp"])).toEqual({ code: 0, out: "", err: "" });
    expect(readFileSync(file("a.dtp"), "utf8")).toBe(formatted);
  });

  test("--check names what would change and leaves it", async () => {
    writeFileSync(file("a.dtp"), messy);
    const { code, out } = await fmt(["--check", "a.dtp"]);
    expect(code).toBe(1);
    expect(out).toContain("a.dtp");
    expect(readFileSync(file("a.dtp"), "utf8")).toBe(messy);
    await fmt(["a.dtp"]);
    expect((await fmt(["--check", "a.dtp"])).code).toBe(0);
  });

  test("a folder means the .dtp files below it, not node_modules", async () => {
    mkdirSync(file("sub"));
    mkdirSync(file("node_modules"));
    for (const name of ["a.dtp", "sub/b.dtp", "node_modules/c.dtp", "d.txt"])
      writeFileSync(file(name), messy);
    expect((await fmt(["."])).out).toBe("a.dtp\nsub/b.dtp\n");
    expect(readFileSync(file("node_modules/c.dtp"), "utf8")).toBe(messy);
    expect(readFileSync(file("d.txt"), "utf8")).toBe(messy);
  });

  test("- goes from standard input to standard output", async () => {
    const { code, out } = await fmt(["-"], messy);
    expect(code).toBe(0);
    expect(out.replace(/ +#/, "  #")).toBe(clean);
  });

  test("a file with a syntax error is left as it is", async () => {
    const broken = "let a = = 1\nlet   b=2\n";
    writeFileSync(file("a.dtp"), broken);
    const { code, err } = await fmt(["a.dtp"]);
    expect(code).toBe(1);
    expect(err).toContain("a.dtp:1:");
    expect(readFileSync(file("a.dtp"), "utf8")).toBe(broken);
  });

  describe("notebooks", () => {
    const notebook = (...sources: readonly (string | readonly string[])[]) => {
      const cells = sources.map((source) => ({
        cell_type: "code",
        execution_count: 3,
        metadata: { tags: ["t"] },
        outputs: [{ name: "stdout", output_type: "stream", text: "1\n" }],
        source,
      }));
      const text = { cell_type: "markdown", metadata: {}, source: "let   a=1" };
      const whole = { cells: [text, ...cells], metadata: { kernelspec: { name: "dtp" } }, nbformat: 4 };
      return `${JSON.stringify(whole, null, 1)}\n`;
    };

    test("code cells are formatted; all else is kept to the byte", async () => {
      writeFileSync(
        file("l.ipynb"),
        notebook(["let   a=1\n", "let b =   a*2"], "show   a", "%%ts\nlet   a=1", "%who\nshow   a"),
      );
      expect((await fmt(["--check", "l.ipynb"])).code).toBe(1);
      expect(await fmt(["l.ipynb"])).toEqual({ code: 0, out: "l.ipynb\n", err: "" });
      const after = notebook(["let a = 1\n", "let b = a * 2"], "show a", "%%ts\nlet   a=1", "%who\nshow   a");
      expect(readFileSync(file("l.ipynb"), "utf8")).toBe(after);
      expect(await fmt(["--check", "l.ipynb"])).toEqual({ code: 0, out: "", err: "" });
    });

    test("a cell with a syntax error is named and left; the others are formatted", async () => {
      writeFileSync(file("l.ipynb"), notebook("let   a=1", "let   = 2"));
      const { code, err } = await fmt(["l.ipynb"]);
      expect(code).toBe(1);
      expect(err).toContain("l.ipynb, cell [2]");
      expect(readFileSync(file("l.ipynb"), "utf8")).toBe(notebook("let a = 1", "let   = 2"));
    });

    test("a file that is no notebook of DTP is refused", async () => {
      for (const text of ["", "[]", notebook("x = 1").replace('"dtp"', '"python3"')]) {
        writeFileSync(file("l.ipynb"), text);
        const { code, err } = await fmt(["l.ipynb"]);
        expect([code, err.startsWith("dtp: l.ipynb is ")]).toEqual([2, true]);
        expect(readFileSync(file("l.ipynb"), "utf8")).toBe(text);
      }
    });
  });
});
