import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { Define, Statement } from "../../src/dsl/ast.ts";
import { format, parse } from "../../src/dsl/syntax/index.ts";
import { createWorld } from "../../src/host/index.ts";
import { createSession } from "../../src/session/index.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const programs = ["src/std", "src/std/papers", "examples"].flatMap((folder) =>
  readdirSync(`${root}${folder}`)
    .filter((name) => name.endsWith(".dtp"))
    .map((name) => `${folder}/${name}`),
);

function parsed(path: string) {
  return parse({ name: path, text: readFileSync(`${root}${path}`, "utf8") }, "file");
}

function definitions(path: string): readonly Define[] {
  return parsed(path).file.items.filter((item): item is Define & Statement => item.kind === "define");
}

describe.each(programs)("%s", (path) => {
  test("parses", () => expect(parsed(path).diagnostics.map(({ message }) => message)).toEqual([]));

  test("is in canonical form", () => {
    expect(format(parsed(path).file)).toBe(readFileSync(`${root}${path}`, "utf8"));
  });
});

const library = ["devices", "clusters", "models"].map((name) => `std/${name}`);

describe.each(library)("%s", (name) => {
  const defined = definitions(`src/${name}.dtp`);

  test("cites a source for every definition", () => {
    expect(defined.filter(({ cite }) => !cite).map((each) => each.name.name)).toEqual([]);
    expect(defined.length).toBeGreaterThan(5);
  });

  test.each(defined.map((each) => each.name.name))("%s resolves and can be shown", (definition) => {
    const session = createSession(createWorld(root));
    const text = `import ${definition} from "${name}"\nshow ${definition}\n`;
    const { diagnostics, outputs } = session.run(text, { name: "one.dtp", mode: "file" });
    expect(diagnostics.map(({ message }) => message)).toEqual([]);
    expect(outputs).toHaveLength(1);
  });
});

/** A dense model that fits anywhere: what must come out is an estimate, on every cluster the engine models. */
describe("every cluster trains a small model", () => {
  const modelled = definitions("src/std/clusters.dtp")
    .map((each) => each.name.name)
    .filter((name) => name !== "v5p_slice"); // a torus is refused, said so
  test.each(modelled)("%s", (cluster) => {
    const session = createSession(createWorld(root));
    const text = `import ${cluster} from "std/clusters"
import gpt2_xl from "std/models"
plan ddp {
  dp = fill
  zero = 1
  seq_len = 1Ki
  micro_batch = 1
  global_batch = 1 sequences * dp
  precision = fp16
}
let run = gpt2_xl on ${cluster} with ddp
expect run.step_time > 0 s
expect run.mfu > 0
expect run.mfu < 1
expect run.memory.fits == true
`;
    const { diagnostics, expectations } = session.run(text, { name: "one.dtp", mode: "file" });
    expect(diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message)).toEqual(
      [],
    );
    expect(expectations.map(({ pass }) => pass)).toEqual([true, true, true, true]);
  });
});

describe("every example runs", () => {
  test.each(programs.filter((path) => path.startsWith("examples/")))("%s", (path) => {
    const session = createSession(createWorld(`${root}examples`));
    const result = session.run(readFileSync(`${root}${path}`, "utf8"), { name: path, mode: "file" });
    expect(result.diagnostics.map(({ message }) => message)).toEqual([]);
    expect(result.expectations.filter(({ pass }) => !pass)).toEqual([]);
    expect(result.outputs.length).toBeGreaterThan(0);
  });
});

test("the data have a version", () => {
  expect(readFileSync(`${root}src/std/version.txt`, "utf8")).toMatch(/^\d{4}\.\d+\n$/);
});
