// Minimal Jupyter front end over ZeroMQ, without Python. It starts a kernel by its kernel.json and asks it
// two things.
import { spawn } from "node:child_process";
import { createHmac, randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { join } from "node:path";

const CHANNELS = ["shell", "iopub", "stdin", "control", "hb"];
const KEY = "a key";
const DELIMITER = "<IDS|MSG>";
/** Longest wait for one message, in ms. A kernel starts in a second. */
const PATIENCE_MS = 20_000;

/**
 * Asks an installed kernel. `folder` is where the package is installed, whose ZeroMQ is used. Returns the
 * reply to `kernel_info` and a cell's result as text.
 */
export async function askKernel(folder, { argv, env }, code) {
  const { Dealer, Subscriber } = createRequire(join(folder, "node_modules/dtplan/package.json"))("zeromq");
  const ports = await freePorts(CHANNELS.length);
  const file = join(folder, "connection.json");
  const named = CHANNELS.map((channel, at) => [`${channel}_port`, ports[at]]);
  const connection = { transport: "tcp", ip: "127.0.0.1", key: KEY, signature_scheme: "hmac-sha256" };
  writeFileSync(file, JSON.stringify({ ...connection, ...Object.fromEntries(named) }));
  const [command, ...args] = argv.map((word) => word.replace("{connection_file}", file));
  const kernel = spawn(command, args, {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...env },
  });
  const ended = new Promise((resolve) => {
    kernel.once("exit", (status, signal) => resolve(`the kernel ended with ${status ?? signal}`));
    kernel.once("error", (error) => resolve(`the kernel did not start: ${error.message}`));
  });
  const shell = new Dealer({ linger: 0, receiveTimeout: PATIENCE_MS });
  const iopub = new Subscriber({ linger: 0, receiveTimeout: PATIENCE_MS });
  /** Next message of a socket. Throws an error that names the message when it does not come. */
  const next = async (socket, wanted) => {
    const failed = ended.then((why) => Promise.reject(new Error(`no ${wanted}: ${why}`)));
    const received = socket.receive().catch((error) => {
      throw new Error(`no ${wanted} within ${PATIENCE_MS / 1000} s (${error.code ?? error.message})`);
    });
    return partsOf(await Promise.race([received, failed]));
  };
  try {
    shell.connect(`tcp://127.0.0.1:${ports[0]}`);
    iopub.connect(`tcp://127.0.0.1:${ports[1]}`);
    iopub.subscribe("");
    await shell.send(signed("kernel_info_request", {}));
    const { content: info } = await next(shell, "reply to kernel_info");
    // From here on no published message is missed.
    while ((await next(iopub, "iopub_welcome")).header.msg_type !== "iopub_welcome");
    await shell.send(signed("execute_request", { code, silent: false, store_history: true }));
    const { content: reply } = await next(shell, "reply to the cell");
    if (reply.status !== "ok") return { info, cell: `${reply.ename}: ${reply.evalue}` };
    for (;;) {
      const { header, content } = await next(iopub, "result of the cell");
      if (header.msg_type === "execute_result") return { info, cell: content.data["text/plain"] };
    }
  } finally {
    shell.close();
    iopub.close();
    kernel.kill("SIGKILL");
    await ended;
  }
}

function signed(type, content) {
  const date = new Date().toISOString();
  const header = { msg_id: randomUUID(), msg_type: type, session: "s", username: "u", date, version: "5.4" };
  const parts = [header, {}, {}, content].map((part) => JSON.stringify(part));
  const hmac = createHmac("sha256", KEY);
  for (const part of parts) hmac.update(part);
  return [DELIMITER, hmac.digest("hex"), ...parts];
}

function partsOf(frames) {
  const at = frames.findIndex((frame) => String(frame) === DELIMITER);
  return { header: JSON.parse(String(frames[at + 2])), content: JSON.parse(String(frames[at + 5])) };
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
