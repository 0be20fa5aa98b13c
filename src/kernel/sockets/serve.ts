import type { MessagePort } from "node:worker_threads";
import { decode, MAX_CONTENT_BYTES } from "../wire/frames.ts";
import type { Message } from "../wire/message.ts";
import { replays } from "../wire/replays.ts";
import type { Answer, FromEvaluator, ToEvaluator, WorkerStart } from "./channel.ts";
import type { Connection } from "./connection.ts";
import { interrupter } from "./interrupter.ts";
import { kernelInfo } from "./kernelInfo.ts";
import type { Sockets } from "./openSockets.ts";
import { orphanGuard } from "./orphanGuard.ts";
import { outgoing, type RouterName } from "./outgoing.ts";
import { shellQueue } from "./shellQueue.ts";
import { unknownRequest } from "./unknownRequest.ts";

/** Version, inserted by the build. */
declare const DTP_VERSION: string;

/** Answers messages on the bound sockets until a shutdown. `port` leads to the evaluating thread. */
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

  /**
   * Delay of a failed cell's reply, in ms. "Run all" sends every cell at once, and the last may still be on
   * its way.
   */
  const ABORT_GRACE = 20;
  /** Longest time that cells are refused, in ms, even if a front end sends them without a pause. */
  const MOST_REFUSING = 5_000;
  /** Time of the last message on shell. */
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
      // An interrupt from before this request began does not apply to it.
      interrupt.withdraw();
      post({ kind: "request", type, content: request.content, metadata: request.metadata });
    },
    abort(request) {
      say.status("busy", request.header);
      say.reply("shell", request, { type: "execute_reply", content: { status: "aborted" } });
      say.status("idle", request.header);
    },
  });

  /** Refuses a request longer than any text that the language takes. Nothing of it was read. */
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

  /** Answers a request that needs no evaluator. Its `busy` status has been published. */
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
   * Stops everything requested before an interrupt: the running cell, queued cells, and cells still in the
   * socket. `then` is called when nothing has arrived for a moment: later messages came after the interrupt.
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

  /**
   * Ends a request. After a failure, requests that arrive before the reply leaves were sent without knowing
   * of it, and are aborted.
   */
  function finish(request: Message, { reply: answer, abortQueued }: Answer): void {
    interrupt.withdraw();
    const end = () => {
      // JupyterLab reads the start time of a cell from here.
      if (answer) say.reply("shell", request, { ...answer, metadata: { ...answer.metadata, started } });
      say.status("idle", request.header);
      queue.done(abortQueued);
    };
    if (abortQueued) setTimeout(end, ABORT_GRACE);
    else end();
  }

  /**
   * Handles a message on shell. Shutdown and interrupt belong on control; older front ends send them on
   * shell, where they do not queue either.
   */
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
    // Front ends show the last status they saw, whoever asked. A running cell is still running.
    const running = queue.current();
    if (running) say.status("busy", running.header);
  }

  const guard = { ...replays(), maxContentBytes: MAX_CONTENT_BYTES };

  // ---- life and death -------------------------------------------------------------------------------------------------

  /** Time for a busy evaluator to notice an interrupt, in ms. After it the process is killed. */
  const EXIT_GRACE = 1000;

  /**
   * Ends the kernel: an idle evaluator exits at once, a busy one at its next poll of the flag. One that never
   * polls is killed.
   */
  let killer: NodeJS.Timeout | null = null;
  function exit(): void {
    if (killer) return;
    killer = setTimeout(() => process.kill(process.pid, "SIGKILL"), EXIT_GRACE);
    interrupt.ask();
    post({ kind: "exit" });
  }

  /**
   * Ends this thread once the evaluator is ready to exit. The thread must end by itself, with every socket
   * closed and nothing running. Ended from outside, during a native call, zeromq would abort the process.
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

  /**
   * Echoes heartbeats. A beat that arrives while the kernel ends finds its socket closed: nobody waits for
   * the echo any more.
   */
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
  // No cell asks for input, so an `input_reply` needs no answer.
  void listen(sockets.stdin, "stdin", () => {});
  void echoHeartbeats();
  void welcomeSubscribers();
  say.status("starting", {});
  if (!detached) orphanGuard(exit);
}
