// Long sweeps: rows a second and the most memory that the process held, each size in a process of its own.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gpt3Base } from "./gpt3Base.mjs";

const BATCHES = { "10,000": 10, "100,000": 100 };

/** 10 × 10 × 10 plans and networks, and so many batches: the last turns fastest. */
const program = (batches) => `${gpt3Base}sweep long = base
  for (plan.pp, plan.zero) in [[4, 0], [4, 1], [4, 2], [8, 0], [8, 1], [8, 2], [16, 0], [16, 1], [16, 2], [2, 1]]
  for (plan.tp, plan.micro_batch) in [[8, 1], [8, 2], [8, 4], [4, 1], [4, 2], [4, 4], [2, 1], [2, 2], [2, 4], [1, 1]]
  for cluster.scale_out.nic in range(100 Gb/s, 1000 Gb/s, step = 100 Gb/s)
  for plan.global_batch in range(512 sequences, ${512 * batches} sequences, step = 512 sequences)
show long
`;

/** Rows [name, value, unit, goal]. */
export function benchSweep(root) {
  return Object.entries(BATCHES).flatMap(([rows, batches]) => {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [fileURLToPath(import.meta.url), root, String(batches)],
      { encoding: "utf8" },
    );
    if (status !== 0) throw new Error(`the benchmark's sweep does not run: ${stderr}`);
    const { count, seconds, megabytes } = JSON.parse(stdout);
    return [
      [`sweep of ${rows} rows, with its table`, count / seconds, "/s", ""],
      ["  memory at its peak", megabytes, "MB", ""],
    ];
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , root, batches] = process.argv;
  const { createSession, createWorld } = await import(join(root, "dist/index.js"));
  const started = performance.now();
  const { outputs, diagnostics } = createSession(createWorld(root)).run(program(Number(batches)), {
    name: "bench.dtp",
    mode: "file",
  });
  const seconds = (performance.now() - started) / 1000;
  const wrong = diagnostics.find(({ severity }) => severity === "error");
  if (wrong) throw new Error(wrong.message);
  const megabytes = process.resourceUsage().maxRSS / 1024;
  const count = outputs[0].document.blocks[0].rows.length;
  console.log(JSON.stringify({ count, seconds, megabytes }));
}
