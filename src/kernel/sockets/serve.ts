import type { MessagePort } from "node:worker_threads";
import type { Message } from "../core/protocol/message.ts";
import { decode, MAX_CONTENT_BYTES } from "../wire/frames.ts";
import { replays } from "../wire/replays.ts";
import type { FromEvaluator, ToEvaluator, WorkerStart } from "./channel.ts";
import type { Connection } from "./connection.ts";
import { interrupter } from "./interrupter.ts";
import { kernelExit } from "./kernelExit.ts";
import type { Sockets } from "./openSockets.ts";
import { orphanGuard } from "./orphanGuard.ts";
import { type Outgoing, outgoing, type RouterName } from "./outgoing.ts";
import { ShellRequests } from "./shellRequests.ts";

/** Answers messages on the bound sockets until a shutdown. `port` leads to the evaluating thread. */
export function serve(
  sockets: Sockets,
  { signing }: Connection,
  { interruptFlag, detached }: WorkerStart,
  port: MessagePort,
): void {
  const say = outgoing(sockets, signing);
  const interrupt = interrupter(new Int32Array(interruptFlag));
  const post = (value: ToEvaluator): void => port.postMessage(value);
  const requests = new ShellRequests({ say, interrupt, post });
  const exit = kernelExit(interrupt, post, () => {
    sockets.close();
    port.close();
  });

  port.on("message", (value: FromEvaluator) => {
    if (value.kind === "leaving") exit.leave();
    else requests.receive(value);
  });

  async function shutdown(router: RouterName, request: Message): Promise<void> {
    const content = { status: "ok", restart: request.content.restart === true };
    say.status("busy", request.header);
    say.reply(router, request, { type: "shutdown_reply", content });
    say.publish("shutdown_reply", content, request.header);
    say.status("idle", request.header);
    await say.flushed();
    exit.begin();
  }

  /**
   * Handles a message on the shell channel. Shutdown and interrupt belong on the control channel; older front
   * ends send them on shell, and there, too, they do not wait in the queue.
   */
  function onShell(request: Message): void {
    requests.hear();
    const type = request.header.msg_type;
    if (type === "shutdown_request" || type === "interrupt_request") urgent("shell", request);
    else requests.push(request);
  }

  function urgent(router: RouterName, request: Message): void {
    if (request.header.msg_type === "shutdown_request") return void shutdown(router, request);
    say.status("busy", request.header);
    requests.answerHere(router, request);
    // Front ends show the last status they received, whoever asked. A running cell is still busy.
    const running = requests.current();
    if (running) say.status("busy", running.header);
  }

  const guard = { ...replays(), maxContentBytes: MAX_CONTENT_BYTES };
  const listen = async (
    socket: AsyncIterable<Uint8Array[]>,
    channel: string,
    handle: (request: Message) => void,
  ): Promise<void> => {
    for await (const frames of socket) {
      const decoded = decode(frames, signing, guard);
      if (decoded.ok) handle(decoded.message);
      else process.stderr.write(`dtp kernel: dropped a message on ${channel}: ${decoded.problem}\n`);
    }
  };
  void listen(sockets.shell, "shell", onShell);
  void listen(sockets.control, "control", (request) => urgent("control", request));
  // No cell asks for input, so an `input_reply` needs no answer.
  void listen(sockets.stdin, "stdin", () => {});
  void echoHeartbeats(sockets);
  void welcomeSubscribers(sockets, say);
  say.status("starting", {});
  if (!detached) orphanGuard(exit.begin);
}

/**
 * Returns heartbeats to the front end. A heartbeat that arrives while the kernel ends finds its socket
 * closed, which is harmless because nobody waits for it any more.
 */
async function echoHeartbeats({ hb }: Sockets): Promise<void> {
  const unlessClosed = (error: unknown): void => {
    if (!hb.closed) throw error;
  };
  for await (const frames of hb) if (!hb.closed) await hb.send(frames).catch(unlessClosed);
}

async function welcomeSubscribers({ iopub }: Sockets, say: Outgoing): Promise<void> {
  for await (const [frame] of iopub) if (frame?.[0] === 1) say.welcome(frame.subarray(1));
}
