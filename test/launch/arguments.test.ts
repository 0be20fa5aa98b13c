import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { rowsOf } from "../../src/launch/carry/argumentTable.ts";
import { fromNested, type Settings } from "../../src/launch/carry/settings.ts";
import { deepspeed } from "../../src/launch/deepspeed/table.ts";
import { launchTargets } from "../../src/launch/index.ts";
import { maxtext } from "../../src/launch/maxtext/table.ts";
import { megatron } from "../../src/launch/megatron/table.ts";
import { megatronBridge } from "../../src/launch/megatronBridge/table.ts";
import { megatronDeepspeed } from "../../src/launch/megatronDeepspeed/table.ts";
import { nanotron } from "../../src/launch/nanotron/table.ts";
import { argumentsOf } from "../../src/launch/run/job.ts";
import { readAssignments } from "../../src/launch/text/python.ts";
import { readFlags } from "../../src/launch/text/readFlags.ts";
import { readToml } from "../../src/launch/text/toml.ts";
import { torchtitan } from "../../src/launch/torchtitan/table.ts";
import { facts, misfit } from "./facts/facts.ts";
import { jobs } from "./jobs.ts";

/** Its flags, and the keys of the configuration beside them. */
const flagsAndKeys = {
  version: facts("megatron-deepspeed").version,
  arguments: { ...facts("deepspeed").arguments, ...facts("megatron-deepspeed").arguments },
};

const tables = [
  { table: megatron, list: facts("megatron-core") },
  { table: megatronDeepspeed, list: flagsAndKeys },
  { table: deepspeed, list: facts("deepspeed") },
  { table: torchtitan, list: facts("torchtitan") },
  { table: nanotron, list: facts("nanotron") },
  { table: maxtext, list: facts("maxtext") },
  { table: megatronBridge, list: facts("megatron-bridge") },
];

const write = (name: string, target: string): string => {
  const job = jobs[name];
  const found = launchTargets.find((one) => one.name === target);
  if (!job || !found) throw new Error(`no ${name}, or no ${target}`);
  return found.write(job);
};

describe.each(tables)("$table.name", ({ table, list }) => {
  test("its version is that of the list it is held against", () => expect(table.version).toBe(list.version));

  test("every argument of its rows is one of the framework's", () => {
    const unknown = rowsOf(table).flatMap((row) => row.arguments.filter((name) => !(name in list.arguments)));
    expect(unknown).toEqual([]);
  });

  test("no argument is written by two rows that differ", () => {
    for (const job of Object.values(jobs)) {
      const seen = new Map<string, unknown>();
      for (const row of rowsOf(table))
        for (const [name, value] of Object.entries(row.write(job.settings, job.runSize))) {
          expect(seen.get(name) ?? value, name).toEqual(value);
          seen.set(name, value);
        }
    }
  });

  test.each(Object.keys(jobs))("what it writes for %s is of the declared types and choices", (name) => {
    const job = jobs[name];
    const wrong = Object.entries(job ? argumentsOf(table, job) : {}).flatMap(([argument, value]) => {
      const why = misfit(list.arguments[argument], value);
      return why === null ? [] : [`${argument}: ${why}`];
    });
    expect(wrong).toEqual([]);
  });
});

/** Flags of a script that are not of what comes before the training code. */
function misfits(given: Settings, ...lists: readonly ReturnType<typeof facts>[]): readonly string[] {
  return Object.entries(given).flatMap(([name, value]) => {
    const found = lists.map((list) => list.arguments[name]).filter((fact) => fact !== undefined);
    const why = found.length === 0 ? "there is no such argument" : found.map((fact) => misfit(fact, value));
    return why === "there is no such argument" || !why.includes(null) ? [`${name}: ${String(why)}`] : [];
  });
}

/** As a shell has it: words in quotes that only the run fills in are of any type. */
const runTime = (given: Settings): Settings =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => !String(value).includes("$")));

describe("whole files", () => {
  test.each(["dense", "mixture", "old"])("megatron, torchrun and slurm scripts of %s", (name) => {
    for (const target of ["megatron", "torchrun", "slurm"]) {
      const flags = runTime(readFlags(write(name, target).replace(/^#.*$/gm, "")));
      expect("--num-layers" in flags).toBe(true);
      expect(misfits(flags, facts("megatron-core"), facts("torchrun"), facts("srun"))).toEqual([]);
    }
  });

  test("Slurm's lines are options of sbatch, with values where they take one", () => {
    for (const name of Object.keys(jobs)) {
      const lines = [...write(name, "slurm").matchAll(/^##?SBATCH (--[a-z-]+)(=\S+)?/gm)];
      expect(lines.length).toBeGreaterThan(8);
      for (const [, option = "", value] of lines) {
        const fact = facts("sbatch").arguments[option];
        expect(fact, option).toBeDefined();
        if (fact?.switch) expect(value, option).toBeUndefined();
        else if (!fact?.optional) expect(value, option).toBeDefined();
      }
    }
  });

  test("torchtitan's file has only keys of its job configuration", () => {
    for (const name of Object.keys(jobs)) {
      const found = readToml(write(name, "torchtitan"));
      expect("settings" in found ? misfits(found.settings, facts("torchtitan")) : found).toEqual([]);
    }
  });

  test("DeepSpeed's file is JSON of its keys, and of a comment that it passes over", () => {
    for (const name of Object.keys(jobs)) {
      const { _comment, ...rest } = JSON.parse(write(name, "deepspeed")) as Record<string, unknown>;
      expect(Array.isArray(_comment)).toBe(true);
      for (const [key, value] of Object.entries(rest)) {
        const names =
          typeof value === "object" ? Object.keys(value ?? {}).map((below) => `${key}.${below}`) : [key];
        for (const one of [key, ...names]) expect(facts("deepspeed").arguments[one] ?? one).not.toBe(one);
      }
    }
  });

  test("nanotron's file has only keys of its configuration, and PyYAML's floats where those are", () => {
    for (const name of Object.keys(jobs)) {
      const text = write(name, "nanotron");
      expect(misfits(fromNested(parse(text)), facts("nanotron"))).toEqual([]);
      for (const [, key = "", value = ""] of text.matchAll(/^ +(\w+): (-?[\d.e+-]+)$/gm)) {
        const found = Object.entries(facts("nanotron").arguments).find(([path]) => path.endsWith(`.${key}`));
        // The configuration's classes are strict: a float needs its point.
        if (found?.[1].type === "float") expect(value, key).toMatch(/^-?\d+\.\d+(e[-+]\d+)?$/);
      }
    }
  });

  test("MaxText's file has only keys of its configuration, and fills slices exactly", () => {
    for (const name of Object.keys(jobs)) {
      const given = fromNested(parse(write(name, "maxtext")));
      expect(misfits(given, facts("maxtext"))).toEqual([]);
      const product = (tier: string): number =>
        Object.entries(given).reduce(
          (all, [key, value]) =>
            new RegExp(`^${tier}_.*_parallelism$`).test(key) ? all * Number(value) : all,
          1,
        );
      if (!("ici_data_parallelism" in given)) continue;
      const { devices, scaleUp } = jobs[name]?.scenario.cluster ?? { devices: 0, scaleUp: { domain: 0 } };
      expect([product("ici"), product("ici") * product("dcn")]).toEqual([scaleUp.domain, devices]);
    }
  });

  test("Megatron Bridge's script assigns attributes of its configuration alone, each once", () => {
    for (const name of Object.keys(jobs)) {
      const text = write(name, "megatron_bridge");
      const given = readAssignments(text, ["config"]);
      const { mixed_precision, comm_overlap, model, ...rest } = given;
      expect([mixed_precision, comm_overlap]).toEqual([
        "MixedPrecisionConfig()",
        "CommOverlapConfig(tp_comm_overlap=False)",
      ]);
      expect([undefined, "MLAModelProvider()"]).toContain(model);
      // None leaves an attribute out, and code (types, enumerations) is no literal.
      const literals = Object.fromEntries(
        Object.entries(rest).filter(
          ([, value]) => value !== null && !/^(torch|AttnBackend)\.|^\(/.test(String(value)),
        ),
      );
      expect(misfits(literals, facts("megatron-bridge"))).toEqual([]);
      const assigned = [...text.matchAll(/^config\.(\S+) = /gm)].map(([, key]) => key);
      expect(new Set(assigned).size).toBe(assigned.length);
    }
  });

  test("a batch script has no blank in its shell that bash would not read", () => {
    for (const name of Object.keys(jobs))
      for (const target of ["slurm", "torchrun", "megatron"]) {
        // A program in a here-document is not the shell's.
        const text = write(name, target).replace(/<<'END'\n.*?^END$/gms, "");
        // A continued line is continued, and arrays close.
        expect(text.match(/\\ +\n/)).toBeNull();
        expect(text.match(/^\w+=\($/gm)?.length ?? 0).toBe(text.match(/^\)$/gm)?.length ?? 0);
      }
  });
});
