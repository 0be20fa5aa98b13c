import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { dtp } from "../../src/cli/dtp.ts";
import { evaluateHere } from "../../src/cli/evaluateHere.ts";
import { testIo } from "../cli/testIo.ts";

const root = join(import.meta.dirname, "../..");
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "dtp-files-"));
});
afterEach(() => rmSync(folder, { recursive: true }));
const file = (name: string) => join(folder, name);

async function command(argv: readonly string[], stdin: Uint8Array = new Uint8Array()) {
  const io = testIo({ cwd: folder, readStdin: async () => stdin });
  const code = await dtp(argv, io);
  return { code, out: io.stdoutText(), err: io.stderrText() };
}

const messy = "let   a=1\n";
const clean = "let a = 1\n";
const latin1 = Buffer.concat([
  Buffer.from("let   a=1\n# caf"),
  Buffer.from([0xe9]),
  Buffer.from(" au lait\n"),
]);

describe("files that the command writes", () => {
  it("a file that cannot be written whole keeps its old text, and nothing is left beside it", async () => {
    await build({
      stdin: {
        contents: `import { replaceFile } from "./src/cli/write/replaceFile.ts";
          try { await replaceFile(process.argv[2], "x".repeat(100_000)); } catch (error) { console.log(error.code); }`,
        resolveDir: root,
      },
      outfile: file("write.mjs"),
      bundle: true,
      format: "esm",
      platform: "node",
    });
    mkdirSync(file("plans"));
    writeFileSync(file("plans/a.dtp"), messy);
    writeFileSync(file("plans/b.dtp"), messy);
    linkSync(file("plans/b.dtp"), file("plans/c.dtp"));
    for (const name of ["a.dtp", "b.dtp", "new.html"]) {
      const limited = `ulimit -f 8; exec "$0" write.mjs plans/${name}`;
      const { stdout } = spawnSync("sh", ["-c", limited, process.execPath], {
        cwd: folder,
        encoding: "utf8",
      });
      expect(stdout).toBe("EFBIG\n");
    }
    for (const name of readdirSync(file("plans")))
      expect(readFileSync(file(`plans/${name}`), "utf8")).toBe(messy);
    expect(readdirSync(file("plans"))).toEqual(["a.dtp", "b.dtp", "c.dtp"]);
  });

  it("every writer of the command goes through the one that writes beside and renames", () => {
    const direct = readdirSync(join(root, "src/cli"), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts") && !name.endsWith("replaceFile.ts"))
      .filter((name) =>
        /\b(writeFile|writeFileSync|createWriteStream|appendFile|copyFile)\b/.test(
          readFileSync(join(root, "src/cli", name), "utf8"),
        ),
      );
    expect(direct).toEqual([]);
  });

  it("mode, symbolic links and hard links stay", async () => {
    for (const name of ["real.dtp", "one.dtp", "script.dtp"]) writeFileSync(file(name), messy);
    symlinkSync("real.dtp", file("link.dtp"));
    linkSync(file("one.dtp"), file("two.dtp"));
    chmodSync(file("script.dtp"), 0o750);
    expect((await command(["fmt", "link.dtp", "one.dtp", "script.dtp"])).code).toBe(0);
    expect(lstatSync(file("link.dtp")).isSymbolicLink()).toBe(true);
    for (const name of ["real.dtp", "two.dtp", "script.dtp"])
      expect(readFileSync(file(name), "utf8")).toBe(clean);
    expect(statSync(file("script.dtp")).mode & 0o777).toBe(0o750);
    expect(statSync(file("one.dtp")).ino).toBe(statSync(file("two.dtp")).ino);
  });

  it("a link to a file that is not there yet makes that file", async () => {
    symlinkSync("there.ipynb", file("link.ipynb"));
    writeFileSync(file("a.dtp"), clean);
    expect((await command(["notebook", "a.dtp", "--out", "link.ipynb"])).code).toBe(0);
    expect(lstatSync(file("link.ipynb")).isSymbolicLink()).toBe(true);
    expect(existsSync(file("there.ipynb"))).toBe(true);
  });
});

describe("text that is not UTF-8", () => {
  it.each(["fmt", "fix", "check", "run"])("%s refuses it, says where, and leaves its bytes", async (verb) => {
    writeFileSync(file("a.dtp"), latin1);
    const { code, err } = await command([verb, "a.dtp"]);
    expect(code).toBe(2);
    expect(err).toContain("a.dtp is not UTF-8 text (byte 0xE9 at line 2, column 6)");
    expect(readFileSync(file("a.dtp"))).toEqual(latin1);
  });

  it("is refused on standard input too, and UTF-16 by its name", async () => {
    expect(await command(["fmt", "-"], latin1)).toMatchObject({ code: 2, out: "" });
    writeFileSync(file("a.dtp"), Buffer.from(`\uFEFF${clean}`, "utf16le"));
    expect((await command(["fmt", "a.dtp"])).err).toContain("UTF-16");
  });

  it("a byte-order mark is no mistake", async () => {
    writeFileSync(file("a.dtp"), `\uFEFF${clean}`);
    expect((await command(["check", "a.dtp"])).code).toBe(0);
  });
});

describe("imports", () => {
  const read = async (...argv: readonly string[]) => {
    const io = testIo({ cwd: folder, evaluate: async (...asked) => evaluateHere(...asked) });
    const code = await dtp(argv, io);
    return { code, err: io.stderrText() };
  };

  it("a downloaded program reads nothing beside its folder, wherever the command is started", async () => {
    mkdirSync(file("Downloads"));
    writeFileSync(file("secret.csv"), "password,hunter2\n1\n");
    writeFileSync(file("Downloads/a.dtp"), 'import x from "../secret.csv"\nshow x\n');
    const { code, err } = await read("run", "Downloads/a.dtp");
    expect(code).toBe(1);
    expect(err).toContain("import-outside-project");
    expect(err).not.toContain("hunter2");
  });

  it("the programs of a project read each other", async () => {
    mkdirSync(file("plans"));
    writeFileSync(file("dtp.json"), "");
    writeFileSync(file("shared.dtp"), "let x = 1\n");
    writeFileSync(file("plans/a.dtp"), 'import x from "../shared.dtp"\nshow x\n');
    expect(await read("run", "plans/a.dtp")).toEqual({ code: 0, err: "" });
  });

  it.each([
    ["parts.dtp", 'import a from "./parts.dtp"', latin1, "byte 0xE9 at line 2, column 6"],
    [
      "runs.csv",
      'import runs from "./runs.csv"',
      Buffer.from("name\ncaf\xe9\n", "latin1"),
      "byte 0xE9 at line 2, column 4",
    ],
    [
      "config.json",
      'import m from "./config.json"',
      Buffer.from('{ "model_type": "caf\xe9" }', "latin1"),
      "byte 0xE9 at line 1",
    ],
    [
      "pretrain.sh",
      'import p from "./pretrain.sh"',
      Buffer.from("\uFEFF--tp 8\n", "utf16le"),
      "it is UTF-16",
    ],
  ])("a file that is not UTF-8 is an error at its import: %s", async (name, line, bytes, where) => {
    writeFileSync(file(name), bytes);
    writeFileSync(file("a.dtp"), `edition 2026\n\n${line}\n\nshow ${line.split(" ")[1]}\n`);
    const { code, err } = await read("run", "a.dtp");
    expect(code).toBe(1);
    expect(err).toContain(`error[import-not-text]: \`./${name}\` is not UTF-8 text (${where}`);
    expect(err).toContain("--> a.dtp:3:");
  });
});

describe("a folder as an operand", () => {
  it("reads links to its own files, and refuses by name links that leave it, pipes and devices", async () => {
    mkdirSync(file("plans/deep"), { recursive: true });
    writeFileSync(file("plans/deep/a.dtp"), messy);
    writeFileSync(file("secret.dtp"), "password hunter2\n");
    symlinkSync("deep/a.dtp", file("plans/b.dtp"));
    symlinkSync("../secret.dtp", file("plans/out.dtp"));
    symlinkSync("/dev/zero", file("plans/zero.dtp"));
    symlinkSync("nowhere", file("plans/dangling.dtp"));
    execFileSync("mkfifo", [file("plans/pipe.dtp")]);
    const { code, out, err } = await command(["fmt", "plans"]);
    expect(code).toBe(2);
    expect(out).toBe("plans/b.dtp\n");
    expect(readFileSync(file("plans/deep/a.dtp"), "utf8")).toBe(clean);
    expect(err).not.toContain("hunter2");
    expect(err).toContain("plans/out.dtp is a link to a file outside the folder");
    expect(err).toContain("plans/zero.dtp is a link to a file outside the folder");
    expect(err).toContain("plans/dangling.dtp is a link to a file that does not exist");
    expect(err).toContain("plans/pipe.dtp is not a regular file");
  });

  it("a device without an end, named by itself, is refused by its length", async () => {
    const { code, err } = await command(["check", "/dev/zero"]);
    expect(code).toBe(2);
    expect(err).toContain("/dev/zero is longer than 64 MiB");
  });
});
