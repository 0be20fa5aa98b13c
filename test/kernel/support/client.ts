import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ConnectOptions, connect, type FrontEnd, type Place } from "./frontEnd.ts";

/** A front end and its kernel process. Every message is held against its schema; `close` tells what did not conform. */
export interface Client extends FrontEnd {
  readonly process: ChildProcess;
  readonly exited: Promise<number | null>;
  stderr(): string;
  /** A second front end of the same kernel. It is closed with the first one. */
  another(options?: ConnectOptions): Promise<FrontEnd>;
}

export async function startKernel(
  entry: string,
  options: { transport?: "tcp" | "ipc"; key?: string; args?: string[]; launcher?: string[] } = {},
): Promise<Client> {
  const { transport = "tcp", key = randomUUID() } = options;
  const folder = mkdtempSync(join(tmpdir(), "dtp-kernel-test-"));
  const [shell, iopub, stdin, control, hb] = transport === "tcp" ? await freePorts(5) : [1, 2, 3, 4, 5];
  const ip = transport === "tcp" ? "127.0.0.1" : join(folder, "k");
  const connection = {
    transport,
    ip,
    shell_port: shell,
    iopub_port: iopub,
    stdin_port: stdin,
    control_port: control,
    hb_port: hb,
    key,
    signature_scheme: "hmac-sha256",
  };
  const file = join(folder, "connection.json");
  writeFileSync(file, JSON.stringify(connection));
  const command = [...(options.launcher ?? []), process.execPath, entry, "-f", file, ...(options.args ?? [])];
  const child = spawn(command[0] ?? "", command.slice(1), {
    stdio: ["ignore", "inherit", "pipe"],
    // the compiled code of a bundle made for tests is not to displace that of the user's kernel
    env: { ...process.env, XDG_CACHE_HOME: folder },
  });
  let stderr = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    stderr += chunk.toString("utf8");
  });
  const exited = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));

  const place: Place = {
    signing: { key, scheme: "hmac-sha256" },
    address(channel) {
      const port = connection[`${channel}_port`];
      return transport === "tcp" ? `tcp://${ip}:${port}` : `ipc://${ip}-${port}`;
    },
  };
  const frontEnds: FrontEnd[] = [];
  async function another(options: ConnectOptions = {}): Promise<FrontEnd> {
    const made = await connect(place, options);
    frontEnds.push(made);
    return made;
  }
  const first = await another();
  return {
    ...first,
    process: child,
    stderr: () => stderr,
    exited,
    another,
    async close() {
      child.kill("SIGKILL");
      await exited;
      rmSync(folder, { recursive: true, force: true });
      for (const one of frontEnds) await one.close();
    },
  };
}

async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<ReturnType<typeof createServer>>((resolve) => {
          const server = createServer().listen(0, "127.0.0.1", () => resolve(server));
        }),
    ),
  );
  const ports = servers.map((server) => {
    const address = server.address();
    return typeof address === "object" && address ? address.port : 0;
  });
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
