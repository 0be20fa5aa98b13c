import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Dealer, Request, Subscriber } from "zeromq";
import { decode, encode } from "../../../src/kernel/wire/frames.ts";
import { type JsonObject, type Message, PROTOCOL_VERSION } from "../../../src/kernel/wire/message.ts";

/** A front end for one kernel process. */
export interface Client {
  readonly process: ChildProcess;
  readonly exited: Promise<number | null>;
  stderr(): string;
  /** Sends a request; `done` settles with the reply and all iopub messages once both reply and `idle` are here. */
  request(type: string, content: JsonObject, channel?: "shell" | "control"): Promise<Exchange>;
  /** As `request`, and hands over iopub messages as they come. */
  send(
    type: string,
    content: JsonObject,
    channel?: "shell" | "control",
    metadata?: JsonObject,
  ): { id: string; done: Promise<Exchange> };
  /** Every iopub message so far, all parents. */
  readonly iopub: readonly Message[];
  until(what: (message: Message) => boolean): Promise<Message>;
  raw(frames: (Uint8Array | string)[]): Promise<void>;
  heartbeat(): Promise<string>;
  close(): Promise<void>;
}

export interface Exchange {
  readonly reply: Message;
  readonly iopub: readonly Message[];
}

/** iopub messages of an exchange, without status and the echo of the input. */
export function outputsOf({ iopub }: Exchange): { type: string; content: JsonObject }[] {
  return iopub
    .filter(({ header }) => header.msg_type !== "status" && header.msg_type !== "execute_input")
    .map(({ header, content }) => ({ type: header.msg_type, content }));
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
  });
  let stderr = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    stderr += chunk.toString("utf8");
  });
  const exited = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));

  const address = (port: number | undefined) =>
    transport === "tcp" ? `tcp://${ip}:${port}` : `ipc://${ip}-${port}`;
  const signing = { key, scheme: "hmac-sha256" };
  const sockets = { shell: new Dealer({ linger: 0 }), control: new Dealer({ linger: 0 }) };
  const subscriber = new Subscriber({ linger: 0 });
  const beat = new Request({ linger: 0 });
  sockets.shell.connect(address(shell));
  sockets.control.connect(address(control));
  subscriber.connect(address(iopub));
  subscriber.subscribe("");
  beat.connect(address(hb));

  const published: Message[] = [];
  const replies = new Map<string, Message>();
  const watchers = new Set<() => void>();
  const listen = async (socket: AsyncIterable<Buffer[]>, take: (message: Message) => void) => {
    for await (const frames of socket) {
      const decoded = decode(frames, signing);
      if (!decoded.ok) throw new Error(`the kernel sent ${decoded.problem}`);
      take(decoded.message);
      for (const watcher of watchers) watcher();
    }
  };
  const keep = (message: Message) => replies.set(String(message.parent.msg_id), message);
  void listen(sockets.shell, keep);
  void listen(sockets.control, keep);
  void listen(subscriber, (message) => published.push(message));

  function when<T>(look: () => T | undefined): Promise<T> {
    return new Promise((resolve) => {
      const watcher = () => {
        const value = look();
        if (value === undefined) return;
        watchers.delete(watcher);
        resolve(value);
      };
      watchers.add(watcher);
      watcher();
    });
  }

  function send(
    type: string,
    content: JsonObject,
    channel: "shell" | "control" = "shell",
    metadata: JsonObject = {},
  ) {
    const id = randomUUID();
    const header = {
      msg_id: id,
      msg_type: type,
      session: "test",
      username: "test",
      date: new Date().toISOString(),
      version: PROTOCOL_VERSION,
    };
    void sockets[channel].send(encode({ identities: [], header, parent: {}, metadata, content }, signing));
    const done = when(() => {
      const reply = replies.get(id);
      const mine = published.filter(({ parent }) => parent.msg_id === id);
      const idle = mine.some(({ content }) => content.execution_state === "idle");
      return reply && idle ? { reply, iopub: mine } : undefined;
    });
    return { id, done };
  }

  const client: Client = {
    process: child,
    stderr: () => stderr,
    exited,
    iopub: published,
    send,
    request: (type, content, channel) => send(type, content, channel).done,
    until: (what) => when(() => published.find(what)),
    raw: (frames) => sockets.shell.send(frames),
    async heartbeat() {
      await beat.send("ping");
      const [answer] = await beat.receive();
      return String(answer);
    },
    async close() {
      child.kill("SIGKILL");
      await exited;
      for (const socket of [sockets.shell, sockets.control, subscriber, beat]) socket.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  // the first subscription reaches the kernel some time after connecting; its welcome says when
  await client.until(({ header }) => header.msg_type === "iopub_welcome");
  return client;
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
