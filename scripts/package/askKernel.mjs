// A front end of few lines over ZeroMQ, without Python: starts a kernel as its kernel.json says, and asks it two things.
import { spawn } from "node:child_process";
import { createHmac, randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { join } from "node:path";

const CHANNELS = ["shell", "iopub", "stdin", "control", "hb"];
const KEY = "a key";
const DELIMITER = "<IDS|MSG>";

/** `folder` is where the package is installed: its ZeroMQ is used. Gives the reply to `kernel_info`, and a cell's result as text. */
export async function askKernel(folder, { argv, env }, code) {
  const { Dealer, Subscriber } = createRequire(join(folder, "node_modules/dtplan/package.json"))("zeromq");
  const ports = await freePorts(CHANNELS.length);
  const file = join(folder, "connection.json");
  const named = CHANNELS.map((channel, at) => [`${channel}_port`, ports[at]]);
  const connection = { transport: "tcp", ip: "127.0.0.1", key: KEY, signature_scheme: "hmac-sha256" };
  writeFileSync(file, JSON.stringify({ ...connection, ...Object.fromEntries(named) }));
  const [command, ...args] = argv.map((word) => word.replace("{connection_file}", file));
  const kernel = spawn(command, args, { stdio: "inherit", env: { ...process.env, ...env } });
  const shell = new Dealer({ linger: 0, receiveTimeout: 60_000 });
  const iopub = new Subscriber({ linger: 0, receiveTimeout: 60_000 });
  try {
    shell.connect(`tcp://127.0.0.1:${ports[0]}`);
    iopub.connect(`tcp://127.0.0.1:${ports[1]}`);
    iopub.subscribe("");
    await shell.send(signed("kernel_info_request", {}));
    const info = contentOf(await shell.receive());
    // from here on nothing that the kernel publishes is missed
    while (partsOf(await iopub.receive()).header.msg_type !== "iopub_welcome");
    await shell.send(signed("execute_request", { code, silent: false, store_history: true }));
    await shell.receive();
    for await (const frames of iopub) {
      const { header, content } = partsOf(frames);
      if (header.msg_type === "execute_result") return { info, cell: content.data["text/plain"] };
      if (header.msg_type === "error") return { info, cell: content.evalue };
    }
    return { info, cell: "nothing" };
  } finally {
    shell.close();
    iopub.close();
    const ended = new Promise((resolve) => kernel.once("exit", resolve));
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

const contentOf = (frames) => partsOf(frames).content;

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
