import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string | number>>;
}

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
}

interface Form {
  readonly name: string;
  readonly description: string;
  readonly body: readonly { readonly id: string; readonly attributes: { readonly label: string } }[];
}

describe("continuous integration", () => {
  const { jobs } = parse(read(".github/workflows/ci.yml")) as Workflow;
  const manifest = JSON.parse(read("package.json")) as {
    readonly engines: { readonly node: string };
  };

  test("runs what .ci/run says", () => {
    expect(jobs.all?.steps.map(({ run }) => run)).toContain("bash .ci/run");
  });

  test("tries the oldest Node that package.json allows", () => {
    const versions = (jobs["oldest-node"]?.steps ?? []).map((step) => step.with?.["node-version"]);
    expect(versions).toContain(manifest.engines.node.replace(/^>=/, ""));
  });
});

describe("issue forms", () => {
  const folder = ".github/ISSUE_TEMPLATE";
  const forms = readdirSync(join(root, folder)).filter((name) => name !== "config.yml");

  test.each(forms)("%s names itself and each of its questions", (name) => {
    const form = parse(read(`${folder}/${name}`)) as Form;
    expect(form.name).toBeTruthy();
    expect(form.description).toBeTruthy();
    const ids = form.body.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { attributes } of form.body) expect(attributes.label).toBeTruthy();
  });
});

test("the pull request's checks are commands that there are", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const named = [...read(".github/pull_request_template.md").matchAll(/npm (?:run )?([\w:]+)/g)].map(
    ([, name = ""]) => name,
  );
  expect(named.length).toBeGreaterThan(2);
  for (const name of named) expect(scripts).toHaveProperty([name]);
});
