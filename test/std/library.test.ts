import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { Define, Statement } from "../../src/dsl/ast/ast.ts";
import { kindRow } from "../../src/dsl/schema/index.ts";
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

describe("a device that is another one with changes is not taken for a measured generation", () => {
  const row = kindRow("device").fields.find(({ name }) => name === "architecture");
  const closed = (text: string) => text.toLowerCase().replaceAll(" ", "");
  const docs = new Map(row?.accepts.words?.map(({ word, doc }) => [word, closed(doc)]));

  test.each(definitions("src/std/devices.dtp").map((each) => each.name.name))("%s", (device) => {
    const session = createSession(createWorld(root));
    const text = `import ${device} from "std/devices"\nshow ${device}.architecture\n`;
    const [output] = session.run(text, { name: "one.dtp", mode: "file" }).outputs;
    const family = device.startsWith("tpu_")
      ? device.replace("_", "")
      : device.replace(/^(rtx)_/, "$1").split("_")[0];
    expect(docs.get(String(output?.data))).toContain(family);
  });
});

describe("caches are the part's own, not those of the part that it is written from", () => {
  test.each([
    ["a100_40gb_pcie", "L1 192 KiB, L2 40 MiB"],
    ["h800_sxm", "L1 256 KiB, L2 50 MiB"],
    ["h200_sxm", "L1 256 KiB, L2 60 MiB"],
    ["gh200_144gb", "L1 256 KiB"],
    ["rtx_4090", "L1 128 KiB, L2 72 MiB"],
    ["mi210", "L1 80 KiB, L2 8 MiB"],
    ["mi325x", "L1 96 KiB, L2 32 MiB, L3 256 MiB"],
    ["mi355x", "L1 192 KiB, L2 32 MiB, L3 256 MiB"],
    ["tpu_v3", "L1 16 MiB"],
    ["tpu_v4", "L1 16 MiB, L2 128 MiB"],
    ["trainium3", "L1 32 MiB"],
    ["gaudi3", "L2 96 MiB"],
  ])("%s", (device, caches) => {
    const session = createSession(createWorld(root));
    const text = `import ${device} from "std/devices"\nshow ${device}\n`;
    const [output] = session.run(text, { name: "one.dtp", mode: "file" }).outputs;
    const { document } = JSON.parse(JSON.stringify(output)) as { document: { blocks: unknown[] } };
    const shown = [...JSON.stringify(document).matchAll(/"(L\d) cache".*?"text":"([^"]+)"/g)];
    expect(shown.map(([, level, size]) => `${level} ${size}`).join(", ")).toBe(caches);
  });
});

test("embodied carbon is of the parts that it was published for, not of those that are written from them", () => {
  const known = definitions("src/std/devices.dtp").flatMap(({ name: { name } }) => {
    const session = createSession(createWorld(root));
    const text = `import ${name} from "std/devices"\nshow ${name}.embodied_carbon\n`;
    const [output] = session.run(text, { name: "one.dtp", mode: "file" }).outputs;
    return output?.data === null ? [] : [name];
  });
  expect(known).toEqual(["a100_40gb_sxm", "h100_sxm", "h800_sxm", "b200_sxm"]);
});

/** What vendors print of whole machines: dense rates in PFLOP/s, memory in "GB" (read as GiB: see std/devices), links of all devices both ways in TB/s. */
describe("machines add up to what their data sheets print", () => {
  test.each([
    ["gb200_nvl72", { bf16: 180, fp8: 360, fp4: 720, memory: 13_400, bandwidth: 576, links: 130 }],
    ["gb300_nvl72", { bf16: 180, fp8: 360, fp4: 1_080, memory: 20_100, bandwidth: 576, links: 130 }],
    ["dgx_b200", { bf16: 18, fp8: 36, fp4: 72, memory: 1_440, bandwidth: 64, links: 14.4 }],
    ["dgx_b300", { bf16: 18, fp8: 36, fp4: 108, memory: 2_160, bandwidth: 64, links: 14.4 }],
    ["dgx_h100", { bf16: 7.9, fp8: 15.8, fp4: 0, memory: 640, bandwidth: 26.8, links: 7.2 }],
    ["mi300x_node", { bf16: 10.46, fp8: 20.9, fp4: 0, memory: 1_536, bandwidth: 42.4, links: 7.168 }],
  ])("%s", (cluster, printed) => {
    const session = createSession(createWorld(root));
    const n = /nvl72/.test(cluster) ? 72 : 8;
    const at = (path: string, unit: string, value: number) =>
      `expect ${n} * ${cluster}.${path} == ${value} ${unit} within 1%`;
    const text = [
      `import ${cluster} from "std/clusters"`,
      at("device.peak.bf16", "PFLOP/s", printed.bf16),
      at("device.peak.fp8", "PFLOP/s", printed.fp8),
      at("device.peak.fp4", "PFLOP/s", printed.fp4),
      at("device.memory", "GiB", printed.memory),
      at("device.memory_bandwidth", "TB/s", printed.bandwidth),
      at("scale_up.bandwidth * 2", "TB/s", printed.links),
    ].join("\n");
    const { diagnostics, expectations } = session.run(`${text}\n`, { name: "one.dtp", mode: "file" });
    expect(diagnostics.map(({ message }) => message)).toEqual([]);
    expect(expectations.map(({ pass }) => pass)).toEqual([true, true, true, true, true, true]);
  });
});

/** A dense model that fits anywhere: what must come out is an estimate, on every cluster the engine models. */
describe("every cluster trains a small model", () => {
  test.each(definitions("src/std/clusters.dtp").map((each) => each.name.name))("%s", (cluster) => {
    const session = createSession(createWorld(root));
    const text = `import ${cluster} from "std/clusters"
import gpt2_xl from "std/models"
plan ddp {
  dp = fill
  zero = 1
  seq_len = 1Ki
  micro_batch = 1
  global_batch = 1 sequences * dp
  precision = ${/^(v\d|gaudi2)/.test(cluster) ? "bf16" : "fp16"}
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
