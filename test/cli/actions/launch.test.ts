import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { importPlan } from "../../../src/cli/actions/importPlan.ts";
import { launch } from "../../../src/cli/actions/launch.ts";
import { evaluateHere } from "../../../src/cli/evaluateHere.ts";
import type { Arguments } from "../../../src/cli/io/arguments.ts";
import { testIo } from "../testIo.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dtp-launch-"));
  const program = `import llama3_8b from "std/models"
import dgx_h100 from "std/clusters"
plan p {
  framework = megatron_core
  tp = 2
  seq_len = 4Ki
  global_batch = 64 sequences
}
let base = llama3_8b on (dgx_h100 with { nodes = 2 }) with p
expect base.step_time < 0 s
`;
  await writeFile(join(folder, "plan.dtp"), program);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const io = () => testIo({ cwd: folder, evaluate: async (request, events) => evaluateHere(request, events) });
const args = (operands: readonly string[], flags: Record<string, string> = {}): Arguments => ({
  operands,
  flags: new Map(Object.entries(flags).map(([name, value]) => [name, [value]])),
});

describe("dtp launch", () => {
  test("prints the file and nothing of what the program shows or expects", async () => {
    const one = io();
    expect(await launch(args(["plan.dtp", "base", "slurm"]), one)).toBe(0);
    expect(one.stdoutText()).toMatch(/^#!\/bin\/bash\n/);
    expect(one.stdoutText()).toContain("#SBATCH --nodes=2");
    expect(one.stdoutText()).toMatch(/[^\n]\n$/);
    expect(one.stderrText()).toBe("");
  });

  test("writes it where --out says, of the plan as --set changes it", async () => {
    const one = io();
    expect(
      await launch(args(["plan.dtp", "base", "megatron"], { "--out": "run.sh", "--set": "plan.tp=4" }), one),
    ).toBe(0);
    expect(one.stdoutText()).toBe("");
    expect(await readFile(join(folder, "run.sh"), "utf8")).toContain("--tensor-model-parallel-size 4");
  });

  test("a wrong scenario or target is told with the right one", async () => {
    const one = io();
    expect(await launch(args(["plan.dtp", "bass", "slurm"]), one)).toBe(1);
    expect(one.stderrText()).toContain("did you mean `base`?");
    const other = io();
    expect(await launch(args(["plan.dtp", "base", "slrum"]), other)).toBe(1);
    expect(other.stderrText()).toContain("did you mean `launch.slurm`?");
    const none = io();
    expect(await launch(args(["nothing.dtp", "base", "slurm"]), none)).toBe(2);
  });
});

describe("settings that a file cannot say", () => {
  const file = ["plan.dtp", "base", "deepspeed"] as const;

  test("are an error that names each of them, and no file is written", async () => {
    const one = io();
    expect(await launch(args(file, { "--set": "plan.pp=2", "--out": "lossy.json" }), one)).toBe(1);
    expect(one.stdoutText()).toBe("");
    expect(one.stderrText()).toMatch(/error\[not-carried\].*DeepSpeed.*`plan.pp = 2` \(here 1\)/);
    expect(one.stderrText()).toContain("`--lossy` writes the file");
    await expect(readFile(join(folder, "lossy.json"), "utf8")).rejects.toThrow("ENOENT");
  });

  test("are a warning with --lossy, and the file's comment lists them", async () => {
    const one = io();
    expect(await launch(args(file, { "--set": "plan.pp=2", "--lossy": "" }), one)).toBe(0);
    expect(one.stdoutText()).toContain("plan.pp = 2 (here 1)");
    expect(one.stderrText()).toContain("warning[not-carried]");
  });

  test("are not those that the training script is told, nor the length of a trial", async () => {
    const one = io();
    const flags = { "--set": "plan.sequence_parallel=false" };
    expect(await launch(args(file, flags), one)).toBe(0);
    expect(one.stderrText()).toBe("");
  });
});

describe("dtp import", () => {
  test("a launched plan comes back as a program in canonical form that evaluates", async () => {
    const written = io();
    await launch(args(["plan.dtp", "base", "megatron"], { "--out": "back.sh" }), written);
    const one = io();
    expect(await importPlan(args(["back.sh"], { "--name": "mine" }), one)).toBe(0);
    expect(one.stderrText()).toBe("Read as Megatron Core (core_v0.15.0).\n");
    const text = one.stdoutText();
    expect(text).toContain("plan mine cite");
    expect(text).toContain("model mine_model cite");
    const shown = `${text}import dgx_h100 from "std/clusters"\n`.replace(
      /^(edition 2026\n)([\s\S]*)(import .*\n)$/,
      "$1$3$2",
    );
    const request = {
      name: "x",
      text: `${shown}let base = mine_model on (dgx_h100 with { nodes = 2 }) with mine\nshow base.fits\n`,
      folder,
      root: folder,
      overrides: [],
    };
    const { diagnostics, outputs } = evaluateHere(request, {});
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(outputs).toHaveLength(1);
  });

  test("what is no launch file, and a name that is none", async () => {
    await writeFile(join(folder, "config.json"), '{ "model_type": "llama" }');
    const one = io();
    expect(await importPlan(args(["config.json"]), one)).toBe(1);
    expect(one.stderrText()).toContain("none of DeepSpeed's keys");
    const other = io();
    expect(await importPlan(args(["back.sh"], { "--name": "a plan" }), other)).toBe(2);
  });
});
