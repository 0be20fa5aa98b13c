// Rows per second of long sweeps, by what is swept, and the peak memory. Each size runs in a process of its
// own.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gpt3Base } from "./gpt3Base.mjs";

/** Programs with `for` clauses of a given number of rows. The last clause varies fastest. */
const PROGRAMS = {
  /**
   * Clauses of 10 x 10 plans, 10 networks, and batches. Every row has a different number of micro-batches
   * from the one before.
   */
  "plans, networks and batches": (rows) => `
  for (plan.pp, plan.zero) in [[4, 0], [4, 1], [4, 2], [8, 0], [8, 1], [8, 2], [16, 0], [16, 1], [16, 2], [2, 1]]
  for (plan.tp, plan.micro_batch) in [[8, 1], [8, 2], [8, 4], [4, 1], [4, 2], [4, 4], [2, 1], [2, 2], [2, 4], [1, 1]]
  for cluster.scale_out.nic in range(100 Gb/s, 1000 Gb/s, step = 100 Gb/s)
  for plan.global_batch in range(512 sequences, ${(512 * rows) / 1000} sequences, step = 512 sequences)`,
  /** Clauses of one plan on machines with three varying bandwidths. */
  "bandwidths of the machine": (rows) => `
  for cluster.device.memory_bandwidth in range(1000 GB/s, ${1000 + 10 * (rows / 10_000 - 1)} GB/s, step = 10 GB/s)
  for cluster.scale_up.bandwidth in range(100 GB/s, 595 GB/s, step = 5 GB/s)
  for cluster.scale_out.nic in range(100 Gb/s, 595 Gb/s, step = 5 Gb/s)`,
};
const ROWS = [10_000, 100_000, 1_000_000];

/** Results as rows [name, value, unit, goal]. */
export function benchSweep(root) {
  return Object.keys(PROGRAMS).flatMap((what) => ROWS.flatMap((rows) => rowsOf(root, what, rows)));
}

/** Measurement in a new process, with all threads or a given number. */
function measured(root, what, rows, threads = process.env.DTP_THREADS) {
  const own = fileURLToPath(import.meta.url);
  const { stdout, stderr, status } = spawnSync(process.execPath, [own, root, what, String(rows)], {
    encoding: "utf8",
    env: { ...process.env, ...(threads === undefined ? {} : { DTP_THREADS: threads }) },
  });
  if (status !== 0) throw new Error(`the benchmark's sweep does not run: ${stderr}`);
  return JSON.parse(stdout);
}

function rowsOf(root, what, rows) {
  const { count, resolved, shown, megabytes } = measured(root, what, rows);
  const whole = rows === 1_000_000;
  const alone = rows === 100_000 ? measured(root, what, rows, "1") : null;
  return [
    [`sweep of ${count.toLocaleString("en")}: ${what}`, count / (resolved + shown), "/s", ""],
    ["  all of it", resolved + shown, "s", whole ? "goal: below 10 s" : ""],
    ["  scenarios, and which of them are refused", resolved, "s", ""],
    ["  estimates, and the table that is shown", shown, "s", ""],
    ["  memory at its peak", megabytes, "MB", whole ? "goal: below 500 MB" : ""],
    ...(alone
      ? [["  times as fast as on one thread", (alone.resolved + alone.shown) / (resolved + shown), "", ""]]
      : []),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , root, what, rows] = process.argv;
  const { createSession, createWorld } = await import(join(root, "dist/index.js"));
  const session = createSession(createWorld(root));
  const timed = (text) => {
    const started = performance.now();
    const { outputs, diagnostics } = session.run(text, { name: "bench.dtp", mode: "cell" });
    const wrong = diagnostics.find(({ severity }) => severity === "error");
    if (wrong) throw new Error(wrong.message);
    return { outputs, seconds: (performance.now() - started) / 1000 };
  };
  const swept = timed(`${gpt3Base}sweep long = base${PROGRAMS[what](Number(rows))}\n`);
  const shown = timed("show long\n");
  const count = shown.outputs[0].document.blocks[0].rows.length;
  const megabytes = process.resourceUsage().maxRSS / 1024;
  console.log(JSON.stringify({ count, resolved: swept.seconds, shown: shown.seconds, megabytes }));
}
