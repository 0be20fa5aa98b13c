import { existsSync, readdirSync, readFileSync } from "node:fs";
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

test("every workflow runs scripts that there are", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const folder = ".github/workflows";
  const commands = readdirSync(join(root, folder)).flatMap((name) =>
    Object.values((parse(read(`${folder}/${name}`)) as Workflow).jobs).flatMap(({ steps }) =>
      steps.flatMap(({ run }) => run?.split("\n") ?? []),
    ),
  );
  expect(commands).toContain("npm test");
  for (const command of commands) {
    const [, script] = /^npm (?:run (?:--silent )?)?([\w:]+)/.exec(command) ?? [];
    if (script !== undefined && script !== "ci") expect(scripts).toHaveProperty([script]);
    const [, file] = /^bash (\S+)/.exec(command) ?? [];
    if (file !== undefined) expect(existsSync(join(root, file)), command).toBe(true);
  }
});

describe("the development container", () => {
  const container = JSON.parse(read(".devcontainer/devcontainer.json")) as {
    readonly build: { readonly dockerfile: string };
    readonly remoteUser: string;
  };
  const image = read(`.devcontainer/${container.build.dockerfile}`);

  test("has the packages that .ci/run would install as root", () => {
    const wanted = [...read(".ci/run").matchAll(/\|\|\s+install_packages ([\w -]+)/g)].flatMap(
      ([, names = ""]) => names.trim().split(" "),
    );
    expect(wanted).toContain("chromium");
    expect(wanted.filter((name) => !new RegExp(`\\s${name}\\s`).test(image))).toEqual([]);
  });

  test("is used by the user of its image", () => {
    expect(image).toContain(`USER ${container.remoteUser}`);
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
