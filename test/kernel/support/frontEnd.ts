import { randomUUID } from "node:crypto";
import { Dealer, Request, Subscriber } from "zeromq";
import {
  type JsonObject,
  type Message,
  PROTOCOL_VERSION,
} from "../../../src/kernel/core/protocol/message.ts";
import { sender } from "../../../src/kernel/sockets/sender.ts";
import { decode, encode } from "../../../src/kernel/wire/frames.ts";
import type { Signing } from "../../../src/kernel/wire/sign.ts";
import { type From, violations } from "./messageSchemas.ts";

/** On stdin nothing is ever answered. */
export type RequestChannel = "shell" | "control" | "stdin";

/** One front end of a kernel. Every message that it gets is held against its schema; `close` throws what did not conform. */
export interface FrontEnd {
  /** Sends a request; settles with the reply and all its iopub messages once both reply and `idle` are here. */
  request(type: string, content: JsonObject, channel?: RequestChannel): Promise<Exchange>;
  /** As `request`, with its id at once, so that messages can be looked at as they come. */
  send(
    type: string,
    content: JsonObject,
    channel?: RequestChannel,
    metadata?: JsonObject,
  ): { readonly id: string; readonly done: Promise<Exchange> };
  /** Every iopub message so far, all parents. */
  readonly iopub: readonly Message[];
  /** The first iopub message of that kind, gone or to come. */
  until(what: (message: Message) => boolean): Promise<Message>;
  raw(frames: readonly (Uint8Array | string)[], channel?: RequestChannel): void;
  heartbeat(): Promise<string>;
  close(): Promise<void>;
}

export interface Exchange {
  readonly reply: Message;
  readonly iopub: readonly Message[];
}

export interface ConnectOptions {
  /** Signs with this key instead of the kernel's. */
  readonly key?: string;
  /** Reads nothing from iopub before this settles. */
  readonly read?: Promise<void>;
}

/** Where a kernel listens. */
export interface Place {
  readonly signing: Signing;
  address(channel: "shell" | "control" | "iopub" | "stdin" | "hb"): string;
}

/** iopub messages of an exchange, without status and the echo of the input. */
export function outputsOf({ iopub }: Exchange): { type: string; content: JsonObject }[] {
  return iopub
    .filter(({ header }) => header.msg_type !== "status" && header.msg_type !== "execute_input")
    .map(({ header, content }) => ({ type: header.msg_type, content }));
}

/** What came back for one request so far. */
interface Pending {
  reply: Message | null;
  readonly iopub: Message[];
  readonly settle: (exchange: Exchange) => void;
}

export async function connect(place: Place, { key, read }: ConnectOptions): Promise<FrontEnd> {
  const signing = key === undefined ? place.signing : { ...place.signing, key };
  const dealer = (channel: RequestChannel) => {
    const socket = new Dealer({ linger: 0, sendHighWaterMark: 0 });
    socket.connect(place.address(channel));
    return { socket, out: sender(socket) };
  };
  const channels = { shell: dealer("shell"), control: dealer("control"), stdin: dealer("stdin") };
  // a reader that sleeps leaves what it has not read on the way, instead of in a queue of its own
  const subscriber = new Subscriber({ linger: 0, ...(read ? { receiveHighWaterMark: 1 } : {}) });
  subscriber.connect(place.address("iopub"));
  subscriber.subscribe("");
  const beat = new Request({ linger: 0 });
  beat.connect(place.address("hb"));

  const published: Message[] = [];
  const pending = new Map<string, Pending>();
  const watchers = new Set<(message: Message) => void>();
  const wrong: string[] = [];

  async function listen(from: From, socket: AsyncIterable<Buffer[]>): Promise<void> {
    if (from === "iopub") await read;
    for await (const frames of socket) {
      const decoded = decode(frames, place.signing);
      if (!decoded.ok) {
        wrong.push(`${from}: ${decoded.problem}`);
        continue;
      }
      wrong.push(...violations(from, decoded.message));
      take(from, decoded.message);
    }
  }

  function take(from: From, message: Message): void {
    const one = pending.get(String(message.parent.msg_id));
    if (from === "iopub") {
      published.push(message);
      one?.iopub.push(message);
      for (const watcher of watchers) watcher(message);
    } else if (one) one.reply = message;
    if (!one?.reply || !one.iopub.some(({ content }) => content.execution_state === "idle")) return;
    one.settle({ reply: one.reply, iopub: one.iopub });
  }

  void listen("shell", channels.shell.socket);
  void listen("control", channels.control.socket);
  void listen("iopub", subscriber);

  const send: FrontEnd["send"] = (type, content, channel = "shell", metadata = {}) => {
    const id = randomUUID();
    const header = {
      msg_id: id,
      msg_type: type,
      session: "test",
      username: "test",
      date: new Date().toISOString(),
      version: PROTOCOL_VERSION,
    };
    const done = new Promise<Exchange>((settle) => {
      pending.set(id, { reply: null, iopub: [], settle });
    });
    channels[channel].out.send(encode({ identities: [], header, parent: {}, metadata, content }, signing));
    return { id, done };
  };

  const until: FrontEnd["until"] = (what) =>
    new Promise((resolve) => {
      const found = published.find(what);
      if (found) resolve(found);
      const watcher = (message: Message) => {
        if (!what(message)) return;
        watchers.delete(watcher);
        resolve(message);
      };
      watchers.add(watcher);
    });

  // the first subscription reaches the kernel some time after connecting; its welcome says when
  if (!read) await until(({ header }) => header.msg_type === "iopub_welcome");
  return {
    iopub: published,
    send,
    request: (type, content, channel) => send(type, content, channel).done,
    until,
    raw: (frames, channel = "shell") => channels[channel].out.send(frames.map((frame) => Buffer.from(frame))),
    async heartbeat() {
      await beat.send("ping");
      const [answer] = await beat.receive();
      return String(answer);
    },
    async close() {
      for (const { socket } of Object.values(channels)) socket.close();
      subscriber.close();
      beat.close();
      if (wrong.length > 0) throw new Error(`the kernel's messages do not conform:\n${wrong.join("\n")}`);
    },
  };
}
