import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { fromNested, type Settings } from "../../src/launch/carry/settings.ts";
import { deepspeed } from "../../src/launch/deepspeed/table.ts";
import { launchTargets } from "../../src/launch/index.ts";
import { maxtext } from "../../src/launch/maxtext/table.ts";
import { megatron } from "../../src/launch/megatron/table.ts";
import { megatronBridge } from "../../src/launch/megatronBridge/table.ts";
import { megatronDeepspeed } from "../../src/launch/megatronDeepspeed/table.ts";
import { nanotron } from "../../src/launch/nanotron/table.ts";
import { pytorch } from "../../src/launch/pytorch/table.ts";
import { argumentsOf, type Job } from "../../src/launch/run/job.ts";
import { trainerOf } from "../../src/launch/targets/trainer.ts";
import { readAssignments } from "../../src/launch/text/python.ts";
import { readToml } from "../../src/launch/text/toml.ts";
import { torchtitan } from "../../src/launch/torchtitan/table.ts";
import { jobs } from "./jobs.ts";
import { type Call, runScript, syntaxErrors } from "./stubs.ts";

const jobNamed = (name: string): Job => {
  const job = jobs[name];
  if (!job) throw new Error(name);
  return job;
};
const write = (name: string, target: string): string =>
  launchTargets.find((one) => one.name === target)?.write(jobNamed(name)) ?? "";

const names = Object.keys(jobs);
const scripts = names.flatMap((name) => ["slurm", "torchrun"].map((target) => [name, target] as const));
const site = {
  HEAD: "node001:29500",
  NODE_RANK: "1",
  SLURM_NODEID: "1",
  SLURM_NNODES: "2",
  SLURM_JOB_ID: "4711",
  SLURM_JOB_NODELIST: "node[001-002]",
};
const named = (calls: readonly Call[], command: string): readonly Call[] =>
  calls.filter(([name]) => name === command);

/** The words after a flag, up to the next. */
function valuesOf(call: Call, flag: string): readonly string[] | null {
  const at = call.indexOf(flag);
  if (at < 0) return null;
  const rest = call.slice(at + 1);
  const end = rest.findIndex((word) => word.startsWith("--"));
  return rest.slice(0, end < 0 ? rest.length : end);
}

/** Arguments of Megatron that the started command lacks, or has with another value. */
function otherwise(call: Call, wanted: Settings): readonly string[] {
  return Object.entries(wanted)
    .filter(([flag, value]) => {
      const found = valuesOf(call, flag);
      if (found === null) return true;
      if (value === true) return found.length > 0;
      const words = Array.isArray(value) ? value.map(String) : [String(value)];
      return JSON.stringify(found) !== JSON.stringify(words);
    })
    .map(([flag]) => flag);
}

/** The command that starts training on a node says all of the plan that its framework has words for. */
function expectTrained(name: string, { calls, file }: ReturnType<typeof runScript>): void {
  const job = jobNamed(name);
  const started = named(calls, trainerOf(job).alone ? "python3" : "torchrun");
  expect(started).toHaveLength(1);
  const [call = []] = started;
  const { table } = trainerOf(job);
  if (table === maxtext) {
    expect(call.slice(1, 4)).toEqual(["-m", "maxtext.trainers.pre_train.train", "maxtext.yaml"]);
    expect(call.slice(4, 6)).toEqual([
      "NODE_RANK=1",
      expect.stringMatching(/^JAX_COORDINATOR_IP=\w[\w.-]*$/),
    ]);
    expect(fromNested(parse(file("maxtext.yaml") ?? ""))).toMatchObject(argumentsOf(maxtext, job));
    return;
  }
  expect(valuesOf(call, "--nproc-per-node")).toEqual([String(job.scenario.cluster.devicesPerNode)]);
  if (table === megatron) {
    expect(call).toContain("./pretrain_gpt.py");
    expect(otherwise(call, argumentsOf(megatron, job))).toEqual([]);
  } else if (table === megatronDeepspeed) {
    expect(call).toContain("./pretrain_gpt.py");
    const given = Object.entries(argumentsOf(megatronDeepspeed, job));
    const flags = Object.fromEntries(given.filter(([argument]) => argument.startsWith("--")));
    expect(otherwise(call, flags)).toEqual([]);
    expect(JSON.parse(file("ds_config.json") ?? "null")).toMatchObject({
      train_batch_size: job.scenario.plan.globalBatch,
      zero_optimization: { stage: job.scenario.plan.zero },
    });
  } else if (table === deepspeed) {
    expect(call.slice(-4)).toEqual(["train.py", "--deepspeed", "--deepspeed_config", "ds_config.json"]);
    const written = JSON.parse(file("ds_config.json") ?? "null") as { train_batch_size: number };
    expect(written.train_batch_size).toBe(job.scenario.plan.globalBatch);
  } else if (table === torchtitan) {
    expect(call.slice(-4)).toEqual(["-m", "torchtitan.train", "--job.config_file", "job.toml"]);
    const read = readToml(file("job.toml") ?? "");
    expect("settings" in read && read.settings).toMatchObject(argumentsOf(torchtitan, job));
  } else if (table === nanotron) {
    expect(call.slice(-3)).toEqual(["./run_train.py", "--config-file", "nanotron.yaml"]);
    expect(fromNested(parse(file("nanotron.yaml") ?? ""))).toMatchObject(argumentsOf(nanotron, job));
  } else if (table === megatronBridge) {
    expect(call.at(-1)).toBe("bridge.py");
    expect(readAssignments(file("bridge.py") ?? "", ["config"])).toMatchObject(
      argumentsOf(megatronBridge, job),
    );
  } else {
    expect(call.at(-1)).toBe("train.py");
    if (table === pytorch)
      expect(readAssignments(file("train.py") ?? "", ["cfg"])).toMatchObject(argumentsOf(pytorch, job));
  }
}

describe("scripts, run by bash with stand-ins for the cluster's commands", () => {
  test.each(scripts)("%s, %s: bash can read it, and it starts the plan's training", (name, target) => {
    const script = write(name, target);
    expect(syntaxErrors(script)).toBe("");
    const ran = runScript(script, site);
    expect(ran.stderr).toBe("");
    expect(ran.status).toBe(0);
    expectTrained(name, ran);
  });

  test.each(names)("%s: so does what a pod of the JobSet runs", (name) => {
    const manifest = parse(write(name, "kubernetes")) as {
      spec: { replicatedJobs: { template: { spec: { template: { spec: PodSpec } } } }[] };
    };
    const [container] = manifest.spec.replicatedJobs[0]?.template.spec.template.spec.containers ?? [];
    const [shell, option, script = ""] = container?.command ?? [];
    expect([shell, option]).toEqual(["bash", "-c"]);
    expect(syntaxErrors(script)).toBe("");
    const env = {
      JOB_COMPLETION_INDEX: "1",
      ...Object.fromEntries((container?.env ?? []).map(({ name, value }) => [name, String(value)])),
    };
    const ran = runScript(script, env);
    expect([ran.status, ran.stderr]).toEqual([0, ""]);
    expectTrained(name, ran);
  });

  test.each(names)("%s: so does what Ray runs on a node", (name) => {
    const driver = write(name, "ray");
    const { nodes, devicesPerNode } = jobNamed(name).scenario.cluster;
    expect(driver).toContain(`NODES = ${nodes}\nBUNDLE = {"CPU": 1, "GPU": ${devicesPerNode}}\n`);
    const script = /^SCRIPT = r("""|''')([\s\S]*?)\n\1$/m.exec(driver)?.[2] ?? "";
    expect(syntaxErrors(script)).toBe("");
    const variables = [...driver.matchAll(/^ {4}"(\w+)": "(.*)", {2}#/gm)].map(([, key, value]) => [
      key,
      value,
    ]);
    const ran = runScript(script, { HEAD: site.HEAD, NODE_RANK: "1", ...Object.fromEntries(variables) });
    expect([ran.status, ran.stderr]).toEqual([0, ""]);
    expectTrained(name, ran);
  });

  test("megatron's own script starts the same training", () => {
    const ran = runScript(write("dense", "megatron"), site);
    expect([ran.status, ran.stderr]).toEqual([0, ""]);
    expectTrained("dense", ran);
  });

  test("under Slurm srun starts a task a node, which meet on the job's first host", () => {
    const { calls } = runScript(write("dense", "slurm"), site);
    expect(named(calls, "scontrol")).toEqual([["scontrol", "show", "hostnames", "node[001-002]"]]);
    expect(named(calls, "srun")[0]?.slice(0, 3)).toEqual(["srun", "--kill-on-bad-exit=1", "torchrun"]);
    const [call = []] = named(calls, "torchrun");
    expect(["--nnodes", "--rdzv-endpoint", "--rdzv-id"].map((flag) => valuesOf(call, flag))).toEqual([
      ["2"],
      ["node001:29500"],
      ["4711"],
    ]);
  });

  test("near the end of its time a Slurm job goes back into the queue", () => {
    const { calls } = runScript(write("dense", "slurm"), { ...site, NEAR_END: "1" });
    expect(calls).toContainEqual(["scontrol", "requeue", "4711"]);
  });

  test("data and the learning rate of one's own reach the training", () => {
    const ran = runScript(write("dense", "slurm"), {
      ...site,
      DATA_ARGS: "--data-path my/corpus",
      LR: "1e-4",
    });
    const [call = []] = named(ran.calls, "torchrun");
    expect(valuesOf(call, "--data-path")).toEqual(["my/corpus"]);
    expect(valuesOf(call, "--lr")).toEqual(["1e-4"]);
    expect(valuesOf(call, "--mock-data")).toBeNull();
  });

  test("a script for many nodes asks where they meet", () => {
    const { HEAD: _, ...rest } = site;
    const ran = runScript(write("dense", "torchrun"), rest);
    expect(ran.status).not.toBe(0);
    expect(ran.stderr).toContain("host and port of the rendezvous");
    expect(ran.calls).toEqual([]);
  });
});

interface PodSpec {
  readonly containers: readonly {
    readonly command: readonly string[];
    readonly env: readonly { readonly name: string; readonly value: string | number }[];
  }[];
}

describe("what is not carried", () => {
  test("whole samples and steps are no loss", () => {
    expect(write("dense", "slurm")).not.toMatch(/plan\.tokens|plan\.checkpoint\.interval/);
    expect(write("titan", "slurm")).not.toMatch(/plan\.tokens|plan\.checkpoint\.interval/);
  });

  test("a degree of one is nothing to carry", () => {
    expect(write("dense", "deepspeed")).not.toMatch(/plan\.\w+ = (1|none|false)"/);
  });
});
