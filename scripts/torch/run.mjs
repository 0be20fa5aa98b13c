// `npm run test:torch`: the programs of `launch.pytorch` on four processes of a CPU, beside the plan: bytes and order of
// collectives, losses, a hang, a resumed run. It needs a Python with PyTorch 2.6 or later: DTP_TORCH names it. Without one
// the suite says that it is skipped; where DTP_TORCH is set, that is an error.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fromSource, root } from "../fromSource.mjs";

const asked = process.env.DTP_TORCH;
const versionOf = (python) =>
  spawnSync(python, ["-c", "import torch; print(torch.__version__)"], { encoding: "utf8" });
const python = asked ?? "python3";
const found = versionOf(python);
if (found.status !== 0) {
  console.log(
    asked === undefined
      ? "SKIPPED test:torch: `python3` has no torch. Set DTP_TORCH to a Python with PyTorch 2.6 or later (a CPU wheel is enough)."
      : `DTP_TORCH = ${asked} has no torch`,
  );
  process.exit(asked === undefined ? 0 : 1);
}
const version = found.stdout.trim();
const [major, minor] = version.split(".").map(Number);
if (major * 100 + minor < 206) {
  console.log(`${asked === undefined ? "SKIPPED test:torch: " : ""}torch ${version} is older than 2.6`);
  process.exit(asked === undefined ? 0 : 1);
}
console.log(`PyTorch ${version} of ${python}`);

const { programsOf } = await fromSource(`
  import { createWorld } from "./src/host/index.ts";
  import { jobOf, launchTargets } from "./src/launch/index.ts";
  import { createSession } from "./src/session/index.ts";
  export function programsOf(text, folder, names) {
    const timelines = {};
    const world = { ...createWorld(folder), timeline: (one) => { timelines[one.name] = one.timeline; } };
    const shown = names.flatMap((one) => ["show " + one, "show " + one + ".timeline"]).join("\\n");
    const { outputs, diagnostics } = createSession(world).run(text + "\\n" + shown + "\\n", { name: "lab.dtp", mode: "file" });
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join("\\n"));
    const target = launchTargets.find(({ name }) => name === "pytorch");
    const estimated = outputs.map(({ data }) => data).filter((data) => data && data.scenario && data.estimate);
    return names.map((name) => {
      const { scenario, estimate } = estimated.find((one) => one.scenario.name === name);
      const passes = timelines[name]?.stages.map((stage) => stage.map(({ kind, microBatch }) => [kind, microBatch])) ?? null;
      return { name, text: target.write(jobOf(scenario, estimate)), passes };
    });
  }
`);

const more = `
import gpt3_175b, llama3_70b, qwen3_8b from "std/models"
plan large {
  framework = pytorch
  dp = fill
  seq_len = 2Ki
  global_batch = 1_024 sequences
}
let machine = dgx_h100 with { nodes = 64 }
let large_pp = llama3_70b on machine with (large with { tp = 8, pp = 4, vpp = 5, zero = 1, schedule = interleaved_1f1b })
let large_gpt3 = gpt3_175b on machine with (large with { tp = 8, precision = bf16, recompute = full })
let large_qwen3 = qwen3_8b on machine with (large with { tp = 2, zero = 3, dp_shard = 8 })
let one = tiny on (four with { devices_per_node = 1 }) with small
let zero1 = tiny on four with (small with { zero = 1 })
let tp_alone = tiny on four with (small with { tp = 2, sequence_parallel = false })
let pp_looped = tiny on four with (small with { pp = 2, vpp = 2, schedule = interleaved_1f1b, recompute = full })
let pp_tp = tiny on four with (small with { pp = 2, tp = 2, zero = 1 })
`;
const names = [
  ...["large_pp", "large_gpt3", "large_qwen3"],
  ...["one", "ddp", "zero1", "zero2", "zero3", "tp_dp", "tp_alone", "pp_dp", "pp_looped", "pp_tp"],
];
const lab = readFileSync(join(root, "notebooks/labs/four-processes.dtp"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "dtp-torch-"));
try {
  const programs = programsOf(lab + more, join(root, "notebooks/labs"), names);
  mkdirSync(join(folder, "programs"));
  for (const { name, text } of programs) writeFileSync(join(folder, "programs", `${name}.py`), text);
  writeFileSync(
    join(folder, "passes.json"),
    JSON.stringify(Object.fromEntries(programs.map(({ name, passes }) => [name, passes]))),
  );
  const { status } = spawnSync(python, ["-m", "unittest", "-v", ...process.argv.slice(2)], {
    cwd: join(root, "test/torch"),
    env: {
      ...process.env,
      DTP_LAB: join(root, "labs/pytorch"),
      DTP_PROGRAMS: folder,
      OMP_NUM_THREADS: "1",
      PYTHONDONTWRITEBYTECODE: "1",
      PYTHONWARNINGS: "ignore",
    },
    stdio: "inherit",
  });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
