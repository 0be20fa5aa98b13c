import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { dtp } from "../../../src/cli/dtp.ts";
import { testIo } from "../testIo.ts";

const OLD = `edition 2026
import selene from "std/clusters"
import gpt3_175b from "std/models"
plan p {
  tp = 8
  pp = 8
  seq_len = 2_048
  micro_batch = 1
  global_batch = 64 sequences
  tokens = 300B tokens
}
cluster c = selene with { nodes = 8, price = $2/GPU-hour }
let base = gpt3_175b on c with p
show base.step_time
`;
const NEW = OLD.replace("pp = 8", "pp = 8\n  recompute = full").replace("$2/", "$3/");

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "dtp-diff-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (name: string, text: string): void => writeFileSync(join(folder, name), text);
async function run(...args: readonly string[]) {
  const io = testIo({ cwd: folder });
  const code = await dtp(["diff", ...args], io);
  return { code, out: io.stdoutText(), err: io.stderrText() };
}
interface Data {
  readonly changes: readonly { readonly key: string }[];
  readonly scenarios: readonly {
    readonly name: string;
    readonly before: Readonly<Record<string, number>>;
    readonly after: Readonly<Record<string, number>>;
    readonly shares: readonly (Readonly<Record<string, number>> & { readonly changes: readonly string[] })[];
  }[];
}

test("each change has its share of bytes, seconds and dollars, and the shares sum to the difference", async () => {
  put("old.dtp", OLD);
  put("new.dtp", NEW);
  const { code, out } = await run("old.dtp", "new.dtp", "--json");
  expect(code).toBe(1);
  const { changes, scenarios } = JSON.parse(out) as Data;
  expect(changes.map(({ key }) => key).sort()).toEqual(["cluster c: price", "plan p: recompute"]);
  const [base] = scenarios;
  if (!base) throw new Error("no scenario was compared");
  const share = (cause: string) => base.shares.find((one) => one.changes.join() === cause);
  for (const measure of ["peak", "step_time", "cost"]) {
    const sum = base.shares.reduce((total, one) => total + (one[measure] ?? 0), 0);
    const difference = (base.after[measure] ?? 0) - (base.before[measure] ?? 0);
    expect(sum / difference).toBeCloseTo(1, 9);
  }
  expect(share("cluster c: price")?.peak).toBe(0);
  expect(share("cluster c: price")?.step_time).toBe(0);
  expect(share("plan p: recompute")?.peak).toBeLessThan(0);
  expect(share("plan p: recompute")?.step_time).toBeGreaterThan(0);
});

test("exit status as diff's: 0 the same, 1 different, 2 trouble", async () => {
  put("old.dtp", OLD);
  put("same.dtp", OLD);
  put("comment.dtp", OLD.replace("plan p", "# why\nplan p"));
  put("broken.dtp", "plan {");
  expect(await run("old.dtp", "same.dtp")).toEqual({ code: 0, out: "", err: "" });
  const comment = await run("old.dtp", "comment.dtp");
  expect(comment.code).toBe(1);
  expect(comment.out).toContain("Only comments or layout differ.");
  expect((await run("old.dtp", "broken.dtp")).code).toBe(2);
  expect((await run("old.dtp", "none.dtp")).err).toContain("there is no file none.dtp");
  expect((await run("old.dtp")).code).toBe(2);
});

test("changes that need each other are one", async () => {
  put("old.dtp", OLD);
  // 24 devices for tp 8 and pp 8 are none, nor is pp 3 with 96 layers on 64 of them.
  put("new.dtp", OLD.replace("pp = 8", "pp = 3").replace("nodes = 8", "nodes = 3"));
  const { out } = await run("old.dtp", "new.dtp");
  expect(out.replace(/\s+/g, " ")).toContain(
    "1. plan p: pp and 2. cluster c: nodes cannot be separated: neither is valid alone.",
  );
});

test("a definition that is new, gone or written anew is one change", async () => {
  put("old.dtp", `${OLD}plan q { tp = 4, zero = 1 }\n`);
  put("new.dtp", `${OLD}plan r { tp = 2, zero = 1 }\n`);
  const { out } = await run("old.dtp", "new.dtp");
  expect(out).toContain("plan q: gone");
  expect(out).toContain("plan r: new");
  expect(out).toContain("Unchanged: base.");
});

test("as Markdown for a pull request", async () => {
  put("old.dtp", OLD);
  put("new.dtp", NEW);
  const { out } = await run("old.dtp", "new.dtp", "--markdown");
  expect(out).toMatch(/^### old\.dtp → new\.dtp: 2 changes/);
  expect(out).toMatch(/\| 2\. cluster c: price \| · \| · \| · \| \+\\\$/);
  expect(out).toMatch(/\| step time \| [\d.]+ s \| [\d.]+ s \| \+[\d.]+ s \(\+[\d.]+%\) \|/);
});

test("against a revision of a real repository, imports of that revision included, and as git's own driver", async () => {
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], {
      cwd: folder,
      encoding: "utf8",
    });
  git("init", "--quiet");
  mkdirSync(join(folder, "plans"));
  put("plans/machine.dtp", `import selene from "std/clusters"\ncluster c = selene with { nodes = 8 }\n`);
  const text = OLD.replace(/import selene.*\n/, 'import c from "./machine.dtp"\n').replace(
    /cluster c.*\n/,
    "",
  );
  put("plans/plan.dtp", text);
  git("add", ".");
  git("commit", "--quiet", "-m", "before");
  expect((await run("--git", "HEAD", "--", "plans/plan.dtp")).code).toBe(0);

  put("plans/machine.dtp", `import selene from "std/clusters"\ncluster c = selene with { nodes = 16 }\n`);
  put("plans/plan.dtp", text.replace("pp = 8", "pp = 4"));
  const { code, out } = await run("--git", "HEAD", "--", "plans/plan.dtp");
  expect(code).toBe(1);
  expect(out).toContain("plan p: pp = 8 → 4");
  expect(out).toMatch(/machine\.dtp: changed/);
  expect((await run("--git", "nowhere", "--", "plans/plan.dtp")).code).toBe(2);

  // As git calls a driver: path, old file, hash, mode, new file, hash, mode.
  put("before.dtp", git("show", "HEAD:plans/plan.dtp"));
  const seven = [
    "plans/plan.dtp",
    join(folder, "before.dtp"),
    "0",
    "100644",
    "plans/plan.dtp",
    "0",
    "100644",
  ];
  const driven = await run(...seven);
  expect(driven.code).toBe(0);
  expect(driven.out).toContain("a/plans/plan.dtp → b/plans/plan.dtp: 1 change");
  const added = await run("plans/plan.dtp", "/dev/null", "0", "0", "plans/plan.dtp", "0", "100644");
  expect(added.out).toContain("b/plans/plan.dtp: new\n! base: new; it does not fit its devices\n");
  // Git prints one file after another: each ends its last line, and a blank one follows.
  expect(driven.out).toMatch(/\S\n\n$/);

  // A renamed file has its new path as an eighth word, and what git says of it as a ninth.
  const renamed = await run(...seven.with(4, "plans/plan.dtp"), "plans/other.dtp", "similarity index 90%");
  expect(renamed.out).toContain("a/plans/plan.dtp → b/plans/other.dtp: 1 change");

  // A commit with a half-written file does not end a log.
  put("half.dtp", "plan {");
  const half = await run(...seven.with(1, join(folder, "half.dtp")));
  expect(half).toMatchObject({ code: 0, err: "" });
  expect(half.out).toContain("dtp: a/plans/plan.dtp does not parse\nerror[");
});

test("a scenario that has no answer any more says why", async () => {
  put("old.dtp", OLD);
  put("new.dtp", OLD.replace("micro_batch = 1", "micro_batch = 3"));
  const { out } = await run("old.dtp", "new.dtp");
  expect(out.replace(/\s+/g, " ")).toContain("✗ base: a global batch of 64 sequences does not divide");
  const mended = await run("new.dtp", "old.dtp");
  expect(mended.out.replace(/\s+/g, " ")).toMatch(
    /! base: has an answer now; it may not fit its devices; before: a global batch of 64/,
  );
  put("gone.dtp", OLD.replace(/let base.*\nshow.*\n/, ""));
  expect((await run("old.dtp", "gone.dtp")).out).toContain("✗ base: gone");
});

test("without files --git compares all programs that differ: new, deleted and half-written ones among them", async () => {
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], {
      cwd: folder,
      encoding: "utf8",
    });
  expect((await run("--git", "HEAD")).err).toBe("dtp: this folder is not in a git repository\n");
  git("init", "--quiet");
  for (const name of ["same", "moved", "deleted", "half"]) put(`${name}.dtp`, OLD);
  git("add", ".");
  git("commit", "--quiet", "-m", "before");
  put("moved.dtp", NEW);
  put("new.dtp", OLD);
  put("half.dtp", "plan {");
  rmSync(join(folder, "deleted.dtp"));
  git("add", "--intent-to-add", "new.dtp");
  const { code, out, err } = await run("--git", "HEAD");
  expect(code).toBe(2);
  expect(err).toContain("dtp: half.dtp does not parse\nerror[unclosed]");
  expect(out.match(/^\S+(?= → |: (?:new|gone)$)/gm)).toEqual([
    "HEAD:deleted.dtp",
    "HEAD:moved.dtp",
    "new.dtp",
  ]);
  expect(out).toContain("HEAD:deleted.dtp: gone\n✗ base: gone\n");
  expect((await run("--git", "HEAD", "--", "deleted.dtp")).code).toBe(1);
  expect((await run("--git", "HEAD", "--", "never.dtp")).err).toBe("dtp: there is no file never.dtp\n");
  expect((await run("--git", "nowhere")).err).toBe("dtp: git has no revision nowhere for this folder\n");
});

test("a mistake in a definition is told with its line, once", async () => {
  put("old.dtp", OLD);
  put("new.dtp", OLD.replace("nodes = 8", "nodez = 8").concat("plan odd { tpp = 4 }\n"));
  const { out } = await run("old.dtp", "new.dtp");
  const plain = out.replace(/\s+/g, " ");
  expect(plain).toContain("✗ base: new.dtp:12: a cluster has no field nodez");
  expect(plain).toContain("✗ new.dtp:15: a plan has no field tpp");
  expect(plain.match(/field nodez\b/g)).toHaveLength(1);
});

test("only the changes that reach a scenario are its causes", async () => {
  const two = `${OLD}plan q = p with { pp = 4 }\nlet other = gpt3_175b on c with q\nshow other\n`;
  put("old.dtp", two);
  put("new.dtp", two.replace("pp = 4", "pp = 2").replace("300B", "400B"));
  const { out } = await run("old.dtp", "new.dtp", "--json");
  const { scenarios } = JSON.parse(out) as Data;
  const causes = scenarios.map(({ name, shares }) => [name, shares.map(({ changes }) => changes.join())]);
  expect(causes).toEqual([
    ["base", ["plan p: tokens"]],
    ["other", ["plan p: tokens", "plan q: pp"]],
  ]);
});

test("changes are told in few digits", async () => {
  put("old.dtp", OLD);
  put("new.dtp", OLD.replace("$2/", "$2.0001/"));
  expect((await run("old.dtp", "new.dtp")).out).toMatch(
    /^cost +\$[\d.]+M +\$[\d.]+M +\+\$\d\d(?:\.\d\d)? \(\+0\.005%\)$/m,
  );
  put("new.dtp", OLD.replace("$2/", "$200/"));
  expect((await run("old.dtp", "new.dtp")).out).toMatch(/^cost .* \(×100\)$/m);
});
