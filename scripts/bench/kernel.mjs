// What a kernel costs before it does anything: from the start of its process to the first kernel_info_reply, and its
// memory then and after a first cell. Beside ipykernel, turn by turn on the same machine, with the same client.
import { execFileSync, spawn } from "node:child_process";
import { createHmac, randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Dealer } from "zeromq";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const python = join(root, process.platform === "win32" ? ".venv/Scripts/python.exe" : ".venv/bin/python");
const RUNS = Number(process.env.RUNS ?? 7);

const kernels = [
  {
    name: "dtp",
    argv: [process.execPath, join(root, "dist/kernel.js"), "-f"],
    cell: "let a = 1 GiB + 2 GiB\na",
  },
  { name: "ipykernel", argv: [python, "-m", "ipykernel_launcher", "-f"], cell: "a = 1 + 2\na" },
].filter(({ name, argv }) => {
  const there = argv.slice(0, 2).every((path) => path.startsWith("-") || existsSync(path));
  if (!there) console.log(`${name}: not measured, it is not built or installed here`);
  return there;
});

const results = new Map(kernels.map(({ name }) => [name, []]));
// the first turn warms the disk cache and does not count
for (let run = -1; run < RUNS; run++) {
  for (const kernel of kernels) {
    const measured = await measure(kernel);
    if (run >= 0) results.get(kernel.name)?.push(measured);
  }
}

const columns = [
  ["first reply, ms", "replied"],
  ["RSS then, MB", "rssReplied"],
  ["first cell done, ms", "executed"],
  ["RSS then, MB", "rssExecuted"],
];
const medians = [...results].map(([name, runs]) => [
  name,
  ...columns.map(([, key]) => median(runs.map((run) => run[key]))),
]);
const [ours, theirs] = medians;
const table = [
  ["kernel", ...columns.map(([title]) => title)],
  ...medians.map(([name, ...values]) => [name, ...values.map(Math.round)]),
];
if (ours && theirs) {
  table.push(["ratio", ...ours.slice(1).map((value, i) => (value / theirs[i + 1]).toFixed(2))]);
}
const rss = ours ? [ours[2], ours[4]] : [];
console.log(`kernel start, medians of ${RUNS} turns, Node ${process.versions.node}`);
const widths = table[0].map((_, i) => Math.max(...table.map((row) => String(row[i]).length)));
for (const row of table) {
  console.log(
    row.map((cell, i) => (i ? String(cell).padStart(widths[i]) : cell.padEnd(widths[0]))).join("  "),
  );
}
if (ours) {
  const ok = ours[1] < 350 && Math.max(...rss) < 90;
  console.log(
    `goal: first reply under 350 ms, under 90 MB before the first figure: ${ok ? "reached" : "MISSED"}`,
  );
}

/** Milliseconds since the start of the process, megabytes resident. */
async function measure({ argv, cell }) {
  const folder = mkdtempSync(join(tmpdir(), "dtp-bench-"));
  const [shell, iopub, stdin, control, hb] = await freePorts(5);
  const key = randomUUID();
  const file = join(folder, "connection.json");
  writeFileSync(
    file,
    JSON.stringify({
      transport: "tcp",
      ip: "127.0.0.1",
      shell_port: shell,
      iopub_port: iopub,
      stdin_port: stdin,
      control_port: control,
      hb_port: hb,
      key,
      signature_scheme: "hmac-sha256",
    }),
  );
  const socket = new Dealer({ linger: 0, reconnectInterval: 2 });
  socket.connect(`tcp://127.0.0.1:${shell}`);
  const started = performance.now();
  const child = spawn(argv[0], [...argv.slice(1), file], { stdio: "ignore" });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  try {
    await ask(socket, key, "kernel_info_request", {});
    const replied = performance.now() - started;
    const rssReplied = residentMb(child.pid);
    await ask(socket, key, "execute_request", {
      code: cell,
      silent: false,
      store_history: true,
      user_expressions: {},
      allow_stdin: false,
      stop_on_error: true,
    });
    const executed = performance.now() - started;
    return { replied, rssReplied, executed, rssExecuted: residentMb(child.pid) };
  } finally {
    socket.close();
    child.kill("SIGKILL");
    await exited;
    rmSync(folder, { recursive: true, force: true });
  }
}

async function ask(socket, key, type, content) {
  const header = {
    msg_id: randomUUID(),
    msg_type: type,
    session: "bench",
    username: "bench",
    date: new Date().toISOString(),
    version: "5.4",
  };
  const parts = [header, {}, {}, content].map((part) => JSON.stringify(part));
  const hmac = createHmac("sha256", key);
  for (const part of parts) hmac.update(part);
  await socket.send(["<IDS|MSG>", hmac.digest("hex"), ...parts]);
  for await (const frames of socket) {
    const at = frames.findIndex((frame) => frame.toString() === "<IDS|MSG>");
    if (JSON.parse(frames[at + 3].toString()).msg_id !== header.msg_id) continue;
    const reply = JSON.parse(frames[at + 5].toString());
    if (reply.status !== "ok") throw new Error(`${type}: ${JSON.stringify(reply).slice(0, 400)}`);
    return;
  }
}

function residentMb(pid) {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1000;
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function freePorts(count) {
  const open = () =>
    new Promise((resolve) => {
      const server = createServer().listen(0, "127.0.0.1", () => resolve(server));
    });
  const servers = await Promise.all(Array.from({ length: count }, open));
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
