// `npm run soak`: 10,000 cells in one kernel, as in a long day at a notebook. Prints the memory on the way and
// fails when it still grows in the second half. With a number: that many cells.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Dealer, Subscriber } from "zeromq";
import { ask, plan } from "./bench/ask.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const CELLS = Number(process.argv[2] ?? 10_000);
/** Allowed growth of the largest memory from the first half to the second, MB: the history of 5,000 inputs, and the heap's own steps. */
const MAY_GROW = 30;

/** Typical cells of users: redefine, ask, tabulate, draw, mistype. */
function cell(at) {
  switch (at % 10) {
    case 0:
      return `let x${at % 50} = ${at} GiB\nshow x${at % 50} as MiB`;
    case 1:
      return `plan q = p with { micro_batch = ${[1, 2, 4][at % 3]} }\nshow (base with q).step_time`;
    case 2:
      return "base.memory.peak";
    case 3:
      return `sweep s = base for plan.micro_batch in [1, 2] for cluster.nodes in [8, ${8 * (1 + (at % 7))}]\nshow s`;
    case 4:
      return "show nobody";
    case 5:
      return at % 100 === 5 ? "plot base.memory" : "show base.memory as GiB";
    case 6:
      return "show base";
    case 7:
      return "explain base.memory.peak";
    case 8:
      return "plan broken {";
    default:
      return `${at} * 2`;
  }
}

const folder = mkdtempSync(join(tmpdir(), "dtp-soak-"));
const key = randomUUID();
const file = join(folder, "connection.json");
const address = (port) => `ipc://${folder}/k-${port}`;
const ports = { shell_port: 1, iopub_port: 2, stdin_port: 3, control_port: 4, hb_port: 5 };
writeFileSync(
  file,
  JSON.stringify({ transport: "ipc", ip: `${folder}/k`, ...ports, key, signature_scheme: "hmac-sha256" }),
);
const kernel = spawn(process.execPath, [join(root, "dist/kernel.cjs"), "-f", file], { stdio: "inherit" });
const shell = new Dealer({ linger: 0 });
shell.connect(address(1));
const iopub = new Subscriber({ linger: 0 });
iopub.connect(address(2));
iopub.subscribe("");
let outputs = 0;
void (async () => {
  for await (const _frames of iopub) outputs++;
})();

async function execute(code) {
  const content = { code, silent: false, store_history: true, user_expressions: {}, stop_on_error: true };
  return (await ask(shell, key, "execute_request", content)).status;
}

/** Resident memory of the process, MB. It falls by up to 70 MB at a garbage collection. */
function resident() {
  const status = readFileSync(`/proc/${kernel.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1000;
}

if ((await execute(plan)) !== "ok") throw new Error("the soak's first cell fails");
const marks = [CELLS / 100, CELLS / 10, CELLS / 2, CELLS].map(Math.round);
/** Largest memory in each half, MB. One moment of each would compare two states of the garbage collector. */
const largest = [0, 0];
const counts = { ok: 0, error: 0 };
const started = performance.now();
for (let at = 1; at <= CELLS; at++) {
  counts[await execute(cell(at))]++;
  const memory = resident();
  const half = at <= CELLS / 2 ? 0 : 1;
  largest[half] = Math.max(largest[half], memory);
  if (!marks.includes(at)) continue;
  const seconds = (performance.now() - started) / 1000;
  console.log(
    `${String(at).padStart(6)} cells  ${memory.toFixed(0).padStart(4)} MB  ${seconds.toFixed(0).padStart(4)} s  ${((1000 * seconds) / at).toFixed(1)} ms a cell`,
  );
}
console.log(
  `${counts.ok} ok, ${counts.error} errors (two in ten are meant to be), ${outputs} messages on iopub`,
);
kernel.kill("SIGTERM");
shell.close();
iopub.close();
rmSync(folder, { recursive: true, force: true });
const grown = largest[1] - largest[0];
const fine = grown < MAY_GROW && counts.error === 2 * Math.floor(CELLS / 10);
console.log(
  `largest memory grown by ${grown.toFixed(0)} MB in the second half (less than ${MAY_GROW} expected): ${fine ? "bounded" : "FAILED"}`,
);
process.exit(fine ? 0 : 1);
