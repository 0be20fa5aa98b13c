import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import Ajv from "ajv";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { jobSet, kubernetesFile } from "../../src/launch/targets/kubernetesFile.ts";
import { toYaml } from "../../src/launch/text/yaml.ts";
import { job, jobs, program } from "./jobs.ts";

const schema = JSON.parse(
  readFileSync(fileURLToPath(new URL("facts/jobset.schema.json", import.meta.url)), "utf8"),
);
const validate = new Ajv({ strict: false }).compile(schema);

describe("the manifest of a JobSet", () => {
  test.each(Object.keys(jobs))("%s: its text, read again, keeps to the custom resource's schema", (name) => {
    const one = jobs[name];
    if (!one) throw new Error(name);
    const read = parse(kubernetesFile(one));
    expect(read).toEqual(jobSet(one));
    validate(read);
    expect(validate.errors ?? []).toEqual([]);
  });

  test("a wrong field or type does not pass", () => {
    const one = jobs.dense;
    if (!one) throw new Error("dense");
    const good = parse(kubernetesFile(one)) as { spec: Record<string, unknown> };
    expect(validate({ ...good, spec: { ...good.spec, suspended: true } })).toBe(false);
    expect(validate({ ...good, spec: { ...good.spec, suspend: "yes" } })).toBe(false);
  });

  test("a gang of one pod a node, with all of its devices, and a queue to wait in", () => {
    const one = jobs.dense;
    if (!one) throw new Error("dense");
    const text = kubernetesFile(one);
    expect(text).toContain("kueue.x-k8s.io/queue-name: training");
    expect(text).toContain("suspend: true");
    expect(text).toContain("parallelism: 64");
    expect(text).toContain("nvidia.com/gpu: 8");
    expect(text).toContain("--rdzv-endpoint base-node-0-0.base:29500");
  });

  test("devices and fabrics by their own names", () => {
    const fields = "framework = torchtitan\nzero = 3\nseq_len = 4Ki\nglobal_batch = 256 sequences";
    const amd = kubernetesFile(job(program("llama3_8b", 2, fields, "mi300x_node")));
    expect(amd).toContain("amd.com/gpu: 8");
    const amazon = jobs.amazon;
    if (!amazon) throw new Error("amazon");
    expect(kubernetesFile(amazon)).toContain("vpc.amazonaws.com/efa: 32");
    expect(kubernetesFile(amazon)).toContain("name: FI_PROVIDER");
  });
});

test("YAML quotes what would be read as something else", () => {
  const value = {
    yes: "no",
    number: "8",
    list: ["a: b", "- c", "#", ""],
    text: "one\n  two\n\nthree",
    empty: {},
  };
  expect(parse(toYaml(value))).toEqual(value);
  expect(toYaml({ a: "true" })).toBe('a: "true"\n');
});
