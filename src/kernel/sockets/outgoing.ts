import { randomUUID } from "node:crypto";
import type { ReplyMessage } from "../core/protocol/answer.ts";
import { type JsonObject, type Message, PROTOCOL_VERSION } from "../core/protocol/message.ts";
import { encode } from "../wire/frames.ts";
import type { Signing } from "../wire/sign.ts";
import { sender, type Writing } from "./sender.ts";

export type RouterName = "shell" | "control";
export type ExecutionState = "starting" | "busy" | "idle";

/** Sender of all messages of the kernel: signed, in order, each with its parent request. */
export interface Outgoing {
  publish(type: string, content: JsonObject, parent: JsonObject): void;
  status(state: ExecutionState, parent: JsonObject): void;
  reply(router: RouterName, request: Message, answer: ReplyMessage): void;
  /**
   * Greets a new subscriber of outputs, on its topic. From this message on it misses nothing (Jupyter
   * enhancement proposal 65).
   */
  welcome(topic: Uint8Array): void;
  /** Promise that settles once libzmq has taken all messages so far. */
  flushed(): Promise<unknown>;
}

/**
 * Time that outputs wait for the first subscriber, in ms. After a restart, a front end's connections come
 * back one by one, about 100 ms apart, so the first cell may arrive before anyone subscribes to its output.
 */
const FIRST_SUBSCRIBER = 1000;

export function outgoing(
  sockets: Readonly<Record<RouterName | "iopub", Writing>>,
  signing: Signing,
): Outgoing {
  const session = randomUUID();
  let welcomeFirst: ((sent: Promise<void> | undefined) => void) | null = null;
  const heard = new Promise<void>((resolve) => {
    welcomeFirst = (sent) => {
      welcomeFirst = null;
      resolve(sent);
    };
    setTimeout(() => welcomeFirst?.(undefined), FIRST_SUBSCRIBER).unref();
  });
  const iopub = sender(sockets.iopub, heard);
  const routers = { shell: sender(sockets.shell), control: sender(sockets.control) };

  function frames(
    { type, content, metadata = {} }: ReplyMessage,
    parent: JsonObject,
    identities: readonly Uint8Array[],
  ): Uint8Array[] {
    const header = {
      msg_id: randomUUID(),
      msg_type: type,
      session,
      username: "kernel",
      date: new Date().toISOString(),
      version: PROTOCOL_VERSION,
    };
    return encode({ identities, header, parent, metadata, content }, signing);
  }

  function publish(type: string, content: JsonObject, parent: JsonObject): void {
    const topic = Buffer.from(`kernel.${session}.${type}`);
    iopub.send(frames({ type, content }, parent, [topic]));
  }

  return {
    publish,
    status: (state, parent) => publish("status", { execution_state: state }, parent),
    reply: (router, request, answer) =>
      routers[router].send(frames(answer, request.header, request.identities)),
    welcome(topic) {
      const content = { subscription: Buffer.from(topic).toString("utf8") };
      const message = frames({ type: "iopub_welcome", content }, {}, [topic]);
      if (welcomeFirst) welcomeFirst(sockets.iopub.send(message).catch(() => {}));
      else iopub.send(message);
    },
    flushed: () => Promise.all([iopub, routers.shell, routers.control].map((one) => one.flushed())),
  };
}
