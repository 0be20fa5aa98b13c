import { describe, expect, test } from "vitest";
import { launchTargets } from "../../src/launch/index.ts";
import { jobs } from "../launch/jobs.ts";
import { memorySession } from "../support/memorySession.ts";

const written = (name: string, target: string): string => {
  const job = jobs[name];
  if (!job) throw new Error(name);
  return launchTargets.find((one) => one.name === target)?.write(job) ?? "";
};
const files = {
  "pretrain.sh": written("dense", "megatron"),
  "ds_config.json": written("sharded", "deepspeed"),
  "job.toml": written("titan", "torchtitan"),
  "nano.yaml": written("nano", "nanotron"),
  "max.yml": written("max", "maxtext"),
  "bridge.py": written("bridge", "megatron_bridge"),
  "other.json": JSON.stringify({ model_type: "llama", train_batch_size: 3 }),
};
const run = (text: string) => memorySession(files).run(text, { name: "top", mode: "file" });
const messages = (text: string): readonly string[] =>
  run(text)
    .diagnostics.filter(({ severity }) => severity !== "note")
    .map(({ code }) => code);

describe("a training framework's file in a program", () => {
  test("Megatron's flags are a plan and a model", () => {
    const { diagnostics, expectations } = run(
      [
        'import plan as ours, model as theirs from "./pretrain.sh"',
        'import dgx_h100 from "std/clusters"',
        'import llama3_70b from "std/models"',
        "let base = theirs on (dgx_h100 with { nodes = 64 }) with ours",
        "expect base.plan.pp == 4",
        "expect theirs.params ~= llama3_70b.params within 0.1%",
      ].join("\n"),
    );
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(expectations.map(({ pass }) => pass)).toEqual([true, true]);
    // How long a step takes the script does not say.
    expect(diagnostics.find(({ code }) => code === "launch-unread")?.message).toContain("--save-interval");
  });

  test.each([
    ["nano.yaml", "llama3_8b", 8],
    ["max.yml", "llama3_8b", 8],
    ["bridge.py", "deepseek_v2", 64],
  ])("%s is a plan and a model", (file, model, nodes) => {
    const text = [
      `import plan as ours, model as theirs from "./${file}"`,
      'import dgx_h100 from "std/clusters"',
      `import ${model} from "std/models"`,
      `let base = theirs on (dgx_h100 with { nodes = ${nodes} }) with ours`,
      "expect base.plan.global_batch == 512 sequences",
      `expect theirs.params ~= ${model}.params within 0.1%`,
    ].join("\n");
    expect(messages(text)).toEqual([]);
    expect(run(text).expectations.map(({ pass }) => pass)).toEqual([true, true]);
  });

  test("DeepSpeed's JSON and torchtitan's TOML are plans", () => {
    const text = [
      'import plan as zero3 from "./ds_config.json"',
      'import plan as titan from "./job.toml"',
      "expect zero3.zero == 3",
      "expect titan.tp == 8",
    ].join("\n");
    expect(messages(text)).toEqual([]);
    expect(run(text).expectations.map(({ pass }) => pass)).toEqual([true, true]);
  });

  test("a name that it does not hold is told, with the one that is near", () => {
    const { diagnostics } = run('import plam from "./job.toml"');
    const found = diagnostics.find(({ code }) => code === "unknown-import");
    expect(found?.help).toContain("plan");
  });

  test("a JSON that names an architecture is a model's", () => {
    expect(messages('import mine from "./other.json"\nshow mine')).toEqual(["unreadable-config"]);
  });
});
