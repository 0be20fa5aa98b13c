import type { MessagePort } from "node:worker_threads";
import type { Answer, FromEvaluator, ToEvaluator, WorkerStart } from "../channel.ts";
import type { Connection } from "../connection.ts";
import { decode, MAX_CONTENT_BYTES } from "../wire/frames.ts";
import type { Message } from "../wire/message.ts";
import { replays } from "../wire/replays.ts";
import { interrupter } from "./interrupter.ts";
import { kernelInfo } from "./kernelInfo.ts";
import type { Sockets } from "./openSockets.ts";
import { orphanGuard } from "./orphanGuard.ts";
import { outgoing, type RouterName } from "./outgoing.ts";
import { shellQueue } from "./shellQueue.ts";
import { unknownRequest } from "./unknownRequest.ts";

/** Put in by the build. */
declare const DTP_VERSION: string;

/** Answers what comes to the bound sockets, until a shutdown; `port` leads to the evaluating thread. */
export function serve(
  sockets: Sockets,
  { signing }: Connection,
  { interruptFlag, detached }: WorkerStart,
  port: MessagePort,
): void {
  const say = outgoing(sockets, signing);
  const interrupt = interrupter(new Int32Array(interruptFlag));

  function post(value: ToEvaluator): void {
    port.postMessage(value);
  }

  /** ms that a failed cell's reply waits: "run all" sends every cell at once, and the last may still be on the way */
  const ABORT_GRACE = 20;
  /** ms after which cells are taken again, though a front end sends them without a pause */
  const MOST_REFUSING = 5_000;
  /** When the last message came on shell. */
  let heard = 0;

  // ---- requests -------------------------------------------------------------------------------------------------------

  let started = "";

  const queue = shellQueue({
    start(request) {
      say.status("busy", request.header);
      started = new Date().toISOString();
      const type = request.header.msg_type;
      if (request.tooLong !== undefined) {
        refuse(request, request.tooLong);
        return;
      }
      if (type === "kernel_info_request") {
        answerHere("shell", request);
        queue.done(false);
        return;
      }
      // an interrupt sent before this request began is not meant for it
      interrupt.withdraw();
      post({ kind: "request", type, content: request.content, metadata: request.metadata });
    },
    abort(request) {
      say.status("busy", request.header);
      say.reply("shell", request, { type: "execute_reply", content: { status: "aborted" } });
      say.status("idle", request.header);
    },
  });

  /** A request that is longer than any text the language takes: nothing of it was read. */
  function refuse(request: Message, bytes: number): void {
    const type = request.header.msg_type;
    const evalue = `the request is ${(bytes / 1e6).toFixed(1)} MB long; at most ${(MAX_CONTENT_BYTES / 1e6).toFixed(1)} MB are read`;
    const failure = { ename: "too-large", evalue, traceback: [`error[too-large]: ${evalue}`] };
    const isCell = type === "execute_request";
    if (isCell) say.publish("error", failure, request.header);
    const more = isCell ? { execution_count: 0, payload: [], user_expressions: {} } : {};
    const content = { status: "error", ...more, ...failure };
    say.reply("shell", request, { type: type.replace(/_request$/, "_reply"), content });
    say.status("idle", request.header);
    queue.done(isCell);
  }

  /** Everything that needs no evaluator. The `busy` before it has been published. */
  function answerHere(router: RouterName, request: Message): void {
    const type = request.header.msg_type;
    switch (type) {
      case "kernel_info_request":
        say.reply(router, request, { type: "kernel_info_reply", content: kernelInfo(DTP_VERSION) });
        setTimeout(() => post({ kind: "warm" }), 0);
        break;
      case "interrupt_request":
        stopAll(() => {
          say.reply(router, request, { type: "interrupt_reply", content: { status: "ok" } });
          say.status("idle", request.header);
        });
        return;
      default: {
        const refusal = unknownRequest(type);
        if (refusal) say.reply(router, request, refusal);
      }
    }
    say.status("idle", request.header);
  }

  /**
   * An interrupt is meant for all that was asked before it: the cell that runs, those that wait, and those that are still in the
   * socket. `then` is called when nothing has come for a moment: what comes later was asked later.
   */
  function stopAll(then: () => void): void {
    if (!queue.current()) {
      then();
      return;
    }
    interrupt.ask();
    queue.refuse(true);
    const since = performance.now();
    heard = since;
    const look = setInterval(() => {
      const now = performance.now();
      if (now - heard < ABORT_GRACE && now - since < MOST_REFUSING) return;
      clearInterval(look);
      queue.refuse(false);
      then();
    }, ABORT_GRACE);
  }

  port.on("message", (value: FromEvaluator) => {
    if (value.kind === "leaving") {
      leave();
      return;
    }
    const request = queue.current();
    if (!request) return;
    if (value.kind === "publish") say.publish(value.type, value.content, request.header);
    else finish(request, value.answer);
  });

  /** What has come by the time the reply leaves was sent without knowing of the failure, and is aborted. */
  function finish(request: Message, { reply: answer, abortQueued }: Answer): void {
    interrupt.withdraw();
    const end = () => {
      // JupyterLab reads the time a cell began from here
      if (answer) say.reply("shell", request, { ...answer, metadata: { ...answer.metadata, started } });
      say.status("idle", request.header);
      queue.done(abortQueued);
    };
    if (abortQueued) setTimeout(end, ABORT_GRACE);
    else end();
  }

  /** Shutdown and interrupt belong on control; on shell, where older front ends send them, they do not wait their turn either. */
  function onShell(request: Message): void {
    heard = performance.now();
    const type = request.header.msg_type;
    if (type === "shutdown_request" || type === "interrupt_request") urgent("shell", request);
    else queue.push(request);
  }

  function urgent(router: RouterName, request: Message): void {
    if (request.header.msg_type === "shutdown_request") return void shutdown(router, request);
    say.status("busy", request.header);
    answerHere(router, request);
    // front ends show the last status they saw, whoever asked: a running cell is still running
    const running = queue.current();
    if (running) say.status("busy", running.header);
  }

  const guard = { ...replays(), maxContentBytes: MAX_CONTENT_BYTES };

  // ---- life and death -------------------------------------------------------------------------------------------------

  /** ms that a busy evaluator gets to notice the interrupt before the process is ended from outside */
  const EXIT_GRACE = 1000;

  /** An idle evaluator exits at once; a busy one at its next look at the flag; one that never looks is killed. */
  let killer: NodeJS.Timeout | null = null;
  function exit(): void {
    if (killer) return;
    killer = setTimeout(() => process.kill(process.pid, "SIGKILL"), EXIT_GRACE);
    interrupt.ask();
    post({ kind: "exit" });
  }

  /**
   * The evaluator is ready to go. This thread ends by itself, with every socket closed and nothing under way: ended from
   * outside, in the middle of a native call, zeromq aborts the process.
   */
  function leave(): void {
    if (killer) clearTimeout(killer);
    interrupt.withdraw();
    sockets.close();
    port.close();
  }

  async function shutdown(router: RouterName, request: Message): Promise<void> {
    const content = { status: "ok", restart: request.content.restart === true };
    say.status("busy", request.header);
    say.reply(router, request, { type: "shutdown_reply", content });
    say.publish("shutdown_reply", content, request.header);
    say.status("idle", request.header);
    await say.flushed();
    exit();
  }

  async function listen(
    socket: AsyncIterable<Uint8Array[]>,
    channel: string,
    handle: (request: Message) => void,
  ): Promise<void> {
    for await (const frames of socket) {
      const decoded = decode(frames, signing, guard);
      if (decoded.ok) handle(decoded.message);
      else process.stderr.write(`dtp kernel: dropped a message on ${channel}: ${decoded.problem}\n`);
    }
  }

  /** A beat that arrives while the kernel ends finds its socket closed: nobody waits for the echo any more. */
  async function echoHeartbeats(): Promise<void> {
    for await (const frames of sockets.hb)
      if (!sockets.hb.closed) await sockets.hb.send(frames).catch(unlessClosed);
  }

  function unlessClosed(error: unknown): void {
    if (!sockets.hb.closed) throw error;
  }

  async function welcomeSubscribers(): Promise<void> {
    for await (const [frame] of sockets.iopub) if (frame?.[0] === 1) say.welcome(frame.subarray(1));
  }

  void listen(sockets.shell, "shell", onShell);
  void listen(sockets.control, "control", (request) => urgent("control", request));
  // no cell asks for input, so an `input_reply` answers nobody
  void listen(sockets.stdin, "stdin", () => {});
  void echoHeartbeats();
  void welcomeSubscribers();
  say.status("starting", {});
  if (!detached) orphanGuard(exit);
}
