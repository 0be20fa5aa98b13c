// A kernel process with a minimal client: start, ask, read its memory, end.
import { execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Dealer, Subscriber } from "zeromq";
import { ask, plan } from "./ask.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const python = join(root, process.platform === "win32" ? ".venv/Scripts/python.exe" : ".venv/bin/python");

/** Command of an installed kernel, as `dtp kernel install` writes it. */
function installed() {
  const prefix = mkdtempSync(join(tmpdir(), "dtp-bench-"));
  try {
    execFileSync(process.execPath, [join(root, "dist/dtp.js"), "kernel", "install", "--prefix", prefix], {
      stdio: "ignore",
    });
    const spec = join(prefix, "share/jupyter/kernels/dtp/kernel.json");
    const { argv, env } = JSON.parse(readFileSync(spec, "utf8"));
    return { argv: argv.filter((word) => word !== "{connection_file}"), env };
  } finally {
    rmSync(prefix, { recursive: true, force: true });
  }
}

/** Benchmarked kernels: this project's, and other kernels where they are installed. */
export const kernels = [
  {
    name: "dtp",
    ...installed(),
    cell: "let a = 1 GiB + 2 GiB\na",
    plan,
    figures: [
      "plot base.memory",
      "plot base.time",
      "plot base.comm",
      "plot base.roofline",
      "sweep sizes = base for plan.micro_batch in [1, 2, 4]\nplot sizes { x = plan.micro_batch, y = step_time }",
    ],
    ts: "%%ts\nconst a: number = 1 + 2;\na",
  },
  {
    name: "tslab",
    argv: [process.execPath, join(root, "node_modules/tslab/bin/tslab"), "kernel", "--config-path"],
    cell: "const a: number = 1 + 2;\na",
  },
  { name: "ipykernel", argv: [python, "-m", "ipykernel_launcher", "-f"], cell: "a = 1 + 2\na" },
].filter(({ name, argv }) => {
  const there = argv.every((word) => !isAbsolute(word) || existsSync(word));
  if (!there) console.log(`${name}: not measured, it is not built or installed here`);
  return there;
});

/** Time after which a silent kernel has failed, in ms. Another process may have taken its port. */
const PATIENCE = 60_000;

/** Starts a kernel in a folder. Resolves at its first `kernel_info_reply`. */
export async function startKernel({ name, argv, env = {} }, cwd = process.cwd()) {
  const folder = mkdtempSync(join(tmpdir(), "dtp-bench-"));
  const [shell, iopub, stdin, control, hb] = await freePorts(5);
  const key = randomUUID();
  const file = join(folder, "connection.json");
  const connection = {
    transport: "tcp",
    ip: "127.0.0.1",
    shell_port: shell,
    iopub_port: iopub,
    stdin_port: stdin,
    control_port: control,
    hb_port: hb,
    key,
    signature_scheme: "hmac-sha256",
    kernel_name: "bench",
  };
  writeFileSync(file, JSON.stringify(connection));
  const socket = new Dealer({ linger: 0, reconnectInterval: 2 });
  socket.connect(`tcp://127.0.0.1:${shell}`);
  const published = new Subscriber({ linger: 0, reconnectInterval: 2 });
  published.subscribe();
  published.connect(`tcp://127.0.0.1:${iopub}`);
  /** Callback for outputs of the running cell. */
  let onShown = () => {};
  const cells = [];
  const listening = listen(published, cells, () => onShown());
  const started = performance.now();
  const child = spawn(argv[0], [...argv.slice(1), file], {
    stdio: "ignore",
    cwd,
    env: { ...process.env, ...env },
  });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const answered = (asked, what) => {
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`${name}: ${what} has no answer`)), PATIENCE);
    });
    return Promise.race([asked, late]).finally(() => clearTimeout(timer));
  };
  try {
    await answered(ask(socket, key, "kernel_info_request", {}), "its start");
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
  const replied = performance.now() - started;
  return {
    replied,
    /** Texts of all outputs so far, in their order. They may come after the reply of their cell. */
    texts: () => cells.flat(),
    /**
     * Time of a cell in ms, to its reply or, with `until: "shown"`, to its first display. null when it fails.
     */
    async execute(code, { until = "reply" } = {}) {
      const at = performance.now();
      let shown = null;
      const seen = new Promise((resolve) => {
        onShown = () => {
          shown ??= performance.now() - at;
          resolve();
        };
      });
      const content = { code, silent: false, store_history: true, user_expressions: {}, allow_stdin: false };
      const asked = ask(socket, key, "execute_request", { ...content, stop_on_error: true });
      const reply = await answered(asked, code);
      const replied = performance.now() - at;
      if (reply.status !== "ok") return null;
      if (until === "reply") return replied;
      await answered(seen, `what is shown of ${code}`);
      return shown;
    },
    residentMb: () => megabytes(child.pid, "status", "VmRSS"),
    /** Proportional memory in MB: shared pages count in parts. */
    proportionalMb: () => megabytes(child.pid, "smaps_rollup", "Pss"),
    processorMs: () => processorMs(child.pid),
    async end() {
      socket.close();
      published.close();
      await listening;
      child.kill("SIGKILL");
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Calls back for every `display_data` and `execute_result`, until the socket is closed, and collects the texts of each cell. A bar of
 * progress is cleared with all outputs of its cell, which come again.
 */
async function listen(published, cells, shown) {
  for await (const frames of published) {
    const at = frames.findIndex((frame) => frame.toString() === "<IDS|MSG>");
    const type = at < 0 ? "" : JSON.parse(frames[at + 2].toString()).msg_type;
    if (type === "execute_input") cells.push([]);
    if (type === "clear_output") cells.at(-1)?.splice(0);
    if (type !== "display_data" && type !== "execute_result") continue;
    const { data = {} } = JSON.parse(frames[at + 5].toString());
    cells.at(-1)?.push(data["text/plain"] ?? "");
    shown();
  }
}

/** Memory of a process in MB, on Linux only (NaN elsewhere). Linux' kB are KiB. */
function megabytes(pid, file, field) {
  const path = `/proc/${pid}/${file}`;
  if (!existsSync(path)) return Number.NaN;
  return (Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(readFileSync(path, "utf8"))?.[1]) * 1024) / 1e6;
}

/**
 * Processor time of all threads of a process in ms, from hundredths of a second (`USER_HZ`, see proc(5)). On
 * Linux only (NaN elsewhere).
 */
function processorMs(pid) {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return Number.NaN;
  // After the command's name, which may contain blanks, utime and stime are the 12th and 13th field.
  const fields = readFileSync(path, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
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
