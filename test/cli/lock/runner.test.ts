import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { buildDist } from "../../../scripts/distBundles.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const built = mkdtempSync(join(tmpdir(), "dtp-runner-dist-"));
const folder = mkdtempSync(join(tmpdir(), "dtp-runner-"));
const paper = join(folder, "my-paper");
/** A build and a few processes, where many tests run. */
const SLOW = 120_000;

/** Runs a script as a runner of CI does: bash that stops at the first failure. The path has Node alone, and no npm. */
function sh(script: string, cwd = paper) {
  const { status, stdout, stderr } = spawnSync("/bin/bash", ["-eo", "pipefail", "-c", script], {
    cwd,
    env: { PATH: bin, HOME: folder },
    encoding: "utf8",
  });
  return { status, out: stdout, err: stderr };
}
const bin = join(folder, "bin");
const read = (path: string) => readFileSync(join(paper, path), "utf8");
const sha256 = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex");

beforeAll(async () => {
  mkdirSync(bin);
  symlinkSync(process.execPath, join(bin, "node"));
  await buildDist(root, built);
  // Packages of the command lie where npm puts them; the runner must not need them.
  symlinkSync(join(root, "node_modules"), join(built, "node_modules"));
  writeFileSync(join(built, "package.json"), '{"type":"module"}');
  const made = sh(`node ${join(built, "dtp.js")} new paper my-paper`, folder);
  expect(made).toMatchObject({ status: 0 });
  rmSync(built, { recursive: true });
}, SLOW);
afterAll(() => {
  for (const one of [built, folder]) rmSync(one, { recursive: true, force: true });
});

describe("a paper's runner", { timeout: SLOW }, () => {
  test("is one file whose checksum and versions are in the lock", () => {
    const lock = JSON.parse(read("dtp.lock"));
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const std = readFileSync(join(root, "src/std/version.txt"), "utf8").trim();
    expect(lock).toEqual({
      engine: version,
      std,
      edition: 2026,
      runner: "dtp.cjs",
      sha256: sha256(join(paper, "dtp.cjs")),
    });
    expect(sh("node dtp.cjs --version").out).toContain(`dtp ${version}\n`);
  });

  test("checks, formats and explains without anything installed", () => {
    expect(sh("node dtp.cjs fmt --check .")).toEqual({ status: 0, out: "", err: "" });
    expect(sh("node dtp.cjs check .")).toMatchObject({ status: 0, err: "" });
    expect(sh("node dtp.cjs explain not-divisible").out).toContain("# not-divisible");
    expect(sh("node dtp.cjs explain h100_sxm").out).toContain("H100");
    expect(sh("node dtp.cjs check std.dtp").status).toBe(2);
  });

  test("reads the library's papers, and no file beside it", () => {
    writeFileSync(join(paper, "uses.dtp"), 'import bloom from "std/papers/bloom2022"\n');
    writeFileSync(join(paper, "out.dtp"), 'import x from "std/../dtp.lock"\n');
    expect(sh("node dtp.cjs run uses.dtp").err).not.toContain("unknown-import");
    expect(sh("node dtp.cjs run out.dtp").err).toContain("error[unknown-import]");
    rmSync(join(paper, "uses.dtp"));
    rmSync(join(paper, "out.dtp"));
  });

  test("draws figures, with the program's hash in their captions", () => {
    const ran = sh("node dtp.cjs run my-paper.dtp --figures figures --html page.html");
    expect(ran.status).toBe(0);
    expect(readdirSync(join(paper, "figures")).sort()).toEqual([
      "figures.tex",
      "main-memory.pdf",
      "main-memory.svg",
    ]);
    const digits = sha256(join(paper, "my-paper.dtp")).slice(0, 12);
    expect(read("figures/figures.tex")).toContain(`Made from my-paper.dtp (SHA-256 ${digits}).}`);
    expect(read("figures/main-memory.pdf").slice(0, 5)).toBe("%PDF-");
    expect(read("page.html")).toContain("Plotly");
    expect(sh("node dtp.cjs run my-paper.dtp --figures figures --format png").err).toContain(
      "--format takes svg, pdf or several with commas, not `png`",
    );
    expect(sh("node dtp.cjs run my-paper.dtp --html page.html --live")).toMatchObject({ status: 2 });
  });

  test("refuses another lock, and a runner that the lock does not name", () => {
    const other = join(folder, "other");
    cpSync(paper, other, { recursive: true });
    const lock = JSON.parse(read("dtp.lock"));
    const put = (changed: object | string) =>
      writeFileSync(
        join(other, "dtp.lock"),
        typeof changed === "string" ? changed : JSON.stringify({ ...lock, ...changed }),
      );
    put({ std: "2025.1" });
    const refused = sh("node dtp.cjs check .", other);
    expect(refused.status).toBe(2);
    expect(refused.err).toContain(`dtp.lock asks for std 2025.1, and this is ${lock.std}`);
    expect(refused.err).toContain("`dtp lock .`");
    put("{");
    expect(sh("node dtp.cjs check .", other).err).toContain("dtp.lock is damaged");
    put({});
    expect(sh("node dtp.cjs check .", other).status).toBe(0);
    writeFileSync(join(other, "dtp.cjs"), `${readFileSync(join(other, "dtp.cjs"), "utf8")}// changed\n`);
    const changed = sh("node dtp.cjs run my-paper.dtp", other);
    expect(changed.status).toBe(2);
    expect(changed.err).toContain("dtp.cjs is not the file whose checksum is in dtp.lock");
    // The lock of a folder holds below it, but not outside the project.
    mkdirSync(join(other, "below"));
    writeFileSync(join(other, "package.json"), "{}");
    cpSync(join(other, "my-paper.dtp"), join(other, "below/my-paper.dtp"));
    put({ edition: 2030 });
    expect(sh("node dtp.cjs check below", other).err).toContain("asks for edition 2030");
    rmSync(other, { recursive: true });
  });
});

describe("a paper's CI", { timeout: SLOW }, () => {
  const github = () =>
    (parse(read(".github/workflows/dtp.yml")).jobs.check.steps as readonly { run?: string }[]).flatMap(
      ({ run }) => run ?? [],
    );
  const gitlab = () => parse(read(".gitlab-ci.yml")).dtp.script as readonly string[];
  const hooks = () =>
    (parse(read(".pre-commit-config.yaml")).repos[0].hooks as readonly { entry: string }[]).map(
      ({ entry }) => `${entry} my-paper.dtp`,
    );

  test.each([
    ["GitHub's steps", github],
    ["GitLab's script", gitlab],
    ["pre-commit's hooks", hooks],
  ])("%s pass, and fail when a number or the form does not hold", (_, lines) => {
    const run = () => lines().map((line) => sh(line).status);
    const program = read("my-paper.dtp");
    expect(run()).toEqual([0, 0]);
    writeFileSync(join(paper, "my-paper.dtp"), program.replace("13.75 s within", "12.75 s within"));
    expect(run()).toEqual([0, 1]);
    writeFileSync(join(paper, "my-paper.dtp"), program.replace("  pp = 8", " pp = 8"));
    expect(run()).toEqual([1, 0]);
    writeFileSync(join(paper, "my-paper.dtp"), program);
  });
});

describe("a paper's documents", { timeout: SLOW }, () => {
  const integration = (path: string) => join(root, "integrations", path);
  const PLAN = `import selene from "std/clusters"
import gpt3_175b from "std/models"
plan p { tp = 8, pp = 8, dp = fill, seq_len = 2_048, micro_batch = 1, global_batch = 64 sequences, precision = fp16 }
let base = gpt3_175b on (selene with { nodes = 8 }) with p`;
  /** What the program shows, as the command prints it. */
  const shown = (path: string) => {
    writeFileSync(join(paper, "shown.dtp"), `${PLAN}\nshow ${path}\n`);
    const { out } = sh("node dtp.cjs run shown.dtp");
    rmSync(join(paper, "shown.dtp"));
    return out.trim().replace(/^.* = /, "");
  };

  test("dtp run --markdown says which statement each output is of", () => {
    writeFileSync(join(paper, "doc.dtp"), `${PLAN}\nplot base.memory\nshow base.mfu\n`);
    const linked = sh("node dtp.cjs run doc.dtp --markdown --figures pictures --format svg").out;
    expect(linked).toContain("<!-- dtp: line 5, plot -->\n\n![Memory per device. ");
    expect(linked).toContain("](<pictures/base-memory.svg>)");
    expect(linked).toContain(`<!-- dtp: line 6, show -->\n\nbase.mfu = ${shown("base.mfu")}\n`);
    expect(readdirSync(join(paper, "pictures"))).toEqual(["base-memory.svg"]);
    expect(sh("node dtp.cjs run doc.dtp --markdown").out).toContain("```text\n");
    expect(sh("node dtp.cjs run doc.dtp --markdown --json")).toMatchObject({ status: 2, out: "" });
    rmSync(join(paper, "doc.dtp"));
    rmSync(join(paper, "pictures"), { recursive: true });
  });

  const pandoc = spawnSync("pandoc", ["--version"]).status === 0;
  // In CI a missing pandoc is a failure: .ci/run installs it.
  describe.skipIf(!pandoc && process.env.CI === undefined)("Quarto's filter, run by pandoc", () => {
    const convert = (text: string) => {
      writeFileSync(join(paper, "paper.md"), text);
      const filter = integration("quarto/_extensions/dtp/dtp.lua");
      const { status, stdout, stderr } = spawnSync(
        "pandoc",
        ["--lua-filter", filter, "paper.md", "-t", "html"],
        { cwd: paper, encoding: "utf8", env: { PATH: `${bin}:${process.env.PATH}`, HOME: folder } },
      );
      return { status, out: stdout, err: stderr };
    };

    test("runs blocks as one program, and puts what they show below them", () => {
      const { status, out } = convert(
        `\`\`\`{.dtp}\n${PLAN}\n\`\`\`\n\nIt takes [base.step_time]{.dtp}, [base.mfu]{.dtp}.\n\n\`\`\`{.dtp echo=false}\nplot base.memory\nshow base.memory\n\`\`\`\n\n\`\`\`text\nuntouched\n\`\`\`\n`,
      );
      expect(status).toBe(0);
      expect(out).toContain(`It takes ${shown("base.step_time")}, ${shown("base.mfu")}.`);
      expect(out).toContain('src="dtp-figures/base-memory.svg"');
      expect(out.match(/<table/g)).toHaveLength(1);
      expect(out).toContain("plan p {");
      expect(out).not.toContain("plot base.memory");
      expect(out).toContain("untouched");
      expect(out.indexOf("<table")).toBeGreaterThan(out.indexOf("base-memory.svg"));
    });

    test("ends with an error where the program has one, and where a number is none", () => {
      const wrong = convert("```{.dtp}\nshow 1 GiB + 1 s\n```\n");
      expect(wrong.status).not.toBe(0);
      expect(wrong.err).toContain("error[dimension-mismatch]");
      const table = convert(`\`\`\`{.dtp}\n${PLAN}\n\`\`\`\n\n[base.memory]{.dtp}\n`);
      expect(table.status).not.toBe(0);
      expect(table.err).toContain("`base.memory` is no single number");
    });

    test("leaves a document without blocks as it is", () => {
      expect(convert("Words.\n")).toEqual({ status: 0, out: "<p>Words.</p>\n", err: "" });
    });
  });

  test("MyST's plugin runs blocks and numbers in the document's order", async () => {
    const { default: plugin } = await import(integration("myst/dtp.mjs"));
    const [directive, role] = [plugin.directives[0], plugin.roles[0]];
    const parseMyst = (text: string) => ({ type: "root", children: [{ type: "parsed", value: text }] });
    const was = process.cwd();
    process.chdir(paper);
    try {
      const file = {};
      expect(directive.run({ body: PLAN, options: {} }, file, { parseMyst })).toEqual([
        { type: "code", lang: "dtp", value: PLAN },
      ]);
      expect(role.run({ body: "base.step_time" }, file)).toEqual([
        { type: "text", value: shown("base.step_time") },
      ]);
      const made = directive.run(
        { body: "plot base.memory\nshow base.mfu", options: { echo: "false" } },
        file,
        { parseMyst },
      );
      expect(made.map(({ type }: { type: string }) => type)).toEqual(["parsed", "parsed"]);
      expect(made[0].value).toContain("](<dtp-figures/base-memory.svg>)");
      expect(made[1].value).toBe(`base.mfu = ${shown("base.mfu")}`);
      expect(() => role.run({ body: "base.memory" }, file)).toThrow("is no single number");
      // Another file is another program.
      expect(() => role.run({ body: "base.mfu" }, {})).toThrow("error[unknown-name]");
    } finally {
      process.chdir(was);
    }
  });
});
