import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { dtp } from "../../src/cli/dtp.ts";
import { evaluateHere } from "../../src/cli/evaluateHere.ts";
import { testIo } from "../cli/testIo.ts";

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const folder = mkdtempSync(join(tmpdir(), "dtp-ci-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Starting a shell takes a while where many tests run. */
const SLOW = 60_000;

const programs = {
  good: "expect 80 GiB > 80 GB\n",
  unformatted: "expect   80 GiB > 80 GB\n",
  untrue: "expect 80 GiB < 80 GB\n",
};
for (const [name, text] of Object.entries(programs)) writeFileSync(join(folder, `${name}.dtp`), text);

interface Hook {
  readonly id: string;
  readonly name: string;
  readonly language: string;
  readonly entry: string;
  readonly files: string;
}
const hooks = parse(read(".pre-commit-hooks.yaml")) as readonly Hook[];

describe("hooks for pre-commit", () => {
  test.each([
    ["dtp-fmt", "good", 0],
    ["dtp-fmt", "unformatted", 1],
    ["dtp-check", "good", 0],
    ["dtp-check", "untrue", 1],
  ] as const)("%s of a file that is %s", async (id, name, code) => {
    const hook = hooks.find((one) => one.id === id);
    const [command, ...words] = hook?.entry.split(" ") ?? [];
    expect(command).toBe("dtp");
    expect(new RegExp(hook?.files ?? "").test(`${name}.dtp`)).toBe(true);
    const io = testIo({
      cwd: folder,
      evaluate: async (request, events) => evaluateHere(request, events),
    });
    expect(await dtp([...words, `${name}.dtp`], io)).toBe(code);
  });

  test("are those that `dtp new paper` writes", () => {
    const { repos } = parse(read("src/cli/new/templates/pre-commit.yaml")) as {
      readonly repos: readonly { readonly hooks: readonly Hook[] }[];
    };
    const essential = ({ id, name, language, entry, files }: Hook) => ({ id, name, language, entry, files });
    expect(repos.flatMap((repo) => repo.hooks.map(essential))).toEqual(hooks.map(essential));
  });
});

/** A script as a runner runs it, with an npx that says what it was called with and exits with `code`. */
function runStep(script: string, code: number, env: Readonly<Record<string, string>> = {}) {
  const npx = join(folder, "npx");
  writeFileSync(npx, `#!/bin/sh\necho "called with $*"\nexit ${code}\n`);
  chmodSync(npx, 0o755);
  const { status, stdout } = spawnSync("bash", ["-eo", "pipefail", "-c", script], {
    cwd: folder,
    env: { ...env, PATH: `${folder}:${process.env.PATH}` },
    encoding: "utf8",
  });
  return { status, stdout };
}

describe("the action for GitHub", () => {
  const action = parse(read("integrations/github/action.yml")) as {
    readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
    readonly runs: { readonly using: string; readonly steps: readonly { run?: string; shell?: string }[] };
  };
  const summary = join(folder, "summary.md");
  const env = {
    DTP_PATH: "paper talk",
    DTP_VERSION: "0.1.0",
    RUNNER_TEMP: folder,
    GITHUB_STEP_SUMMARY: summary,
  };
  const steps = action.runs.steps.flatMap(({ run, shell }) => (run === undefined ? [] : [{ run, shell }]));

  test("has inputs with defaults, and steps in bash", () => {
    expect(action.runs.using).toBe("composite");
    for (const input of Object.values(action.inputs)) expect(input).toHaveProperty("default");
    expect(steps.map(({ shell }) => shell)).toEqual(["bash", "bash"]);
  });

  test.each([0, 1])("calls dtp, exits with its %i and keeps what it said", { timeout: SLOW }, (code) => {
    writeFileSync(summary, "");
    const results = steps.map(({ run }) => runStep(run, code, env));
    expect(results).toEqual([
      { status: code, stdout: "called with --yes dtplan@0.1.0 fmt --check paper talk\n" },
      { status: code, stdout: "called with --yes dtplan@0.1.0 check paper talk\n" },
    ]);
    expect(readFileSync(summary, "utf8")).toBe("```\ncalled with --yes dtplan@0.1.0 check paper talk\n```\n");
  });
});

describe("the job for GitLab", () => {
  const [spec, job] = parseAllDocuments(read("integrations/gitlab/dtp.yml")).map(
    (document) => document.toJS() as unknown,
  ) as [
    { spec: { inputs: Record<string, { default: string }> } },
    { dtp: { script: readonly string[]; artifacts: { paths: readonly string[] } } },
  ];
  const filled = (line: string) =>
    line.replace(/\$\[\[ inputs\.(\w+) \]\]/g, (_, name: string) => spec.spec.inputs[name]?.default ?? "");

  test.each([0, 1])("calls dtp, exits with its %i and keeps what it said", { timeout: SLOW }, (code) => {
    const results = job.dtp.script.map((line) => runStep(filled(line), code));
    expect(results).toEqual([
      { status: code, stdout: "called with --yes dtplan@latest fmt --check .\n" },
      { status: code, stdout: "called with --yes dtplan@latest check .\n" },
    ]);
    expect(job.dtp.artifacts.paths).toEqual(["dtp-check.txt"]);
    expect(readFileSync(join(folder, "dtp-check.txt"), "utf8")).toContain("check .");
  });
});
