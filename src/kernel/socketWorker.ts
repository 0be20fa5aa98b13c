/**
 * Entry of the thread that owns the sockets. It is small on purpose: it answers heartbeats, `kernel_info` and the
 * control channel at once, whatever the evaluating thread is doing, and hands everything else over, one request at a time.
 */
import { randomUUID } from "node:crypto";
import { parentPort, workerData } from "node:worker_threads";
import type { Answer, FromEvaluator, ToEvaluator, WorkerStart } from "./channel.ts";
import { readConnection } from "./connection.ts";
import { kernelInfo } from "./requests/kernelInfo.ts";
import { openSockets } from "./sockets/openSockets.ts";
import { orphanGuard } from "./sockets/orphanGuard.ts";
import { sender } from "./sockets/sender.ts";
import { shellQueue } from "./sockets/shellQueue.ts";
import { decode, encode } from "./wire/frames.ts";
import { type JsonObject, type Message, PROTOCOL_VERSION } from "./wire/message.ts";

/** Put in by the build. */
declare const DTP_VERSION: string;

const start = workerData as WorkerStart;
const interruptFlag = new Int32Array(start.interruptFlag);
const session = randomUUID();
const connection = readConnection(start.connectionFile);
const sockets = await openSockets(connection);
const iopub = sender(sockets.iopub);
const routers = { shell: sender(sockets.shell), control: sender(sockets.control) };
type RouterName = keyof typeof routers;

function message(
  type: string,
  content: JsonObject,
  parent: JsonObject,
  identities: readonly Uint8Array[],
): Message {
  const header = {
    msg_id: randomUUID(),
    msg_type: type,
    session,
    username: "kernel",
    date: new Date().toISOString(),
    version: PROTOCOL_VERSION,
  };
  return { identities, header, parent, metadata: {}, content };
}

function publish(type: string, content: JsonObject, parent: JsonObject): void {
  const topic = Buffer.from(`kernel.${session}.${type}`);
  iopub.send(encode(message(type, content, parent, [topic]), connection.signing));
}

function status(state: "starting" | "busy" | "idle", parent: JsonObject): void {
  publish("status", { execution_state: state }, parent);
}

function reply(router: RouterName, request: Message, type: string, content: JsonObject): void {
  routers[router].send(
    encode(message(type, content, request.header, request.identities), connection.signing),
  );
}

function post(value: ToEvaluator): void {
  parentPort?.postMessage(value);
}

// ---- requests -------------------------------------------------------------------------------------------------------

const queue = shellQueue({
  start(request) {
    status("busy", request.header);
    const type = request.header.msg_type;
    if (type === "kernel_info_request") {
      answerHere("shell", request);
      queue.done(false);
      return;
    }
    // an interrupt sent before this request began is not meant for it
    Atomics.store(interruptFlag, 0, 0);
    post({ kind: "request", type, content: request.content, metadata: request.metadata });
  },
  abort(request) {
    status("busy", request.header);
    reply("shell", request, "execute_reply", { status: "aborted" });
    status("idle", request.header);
  },
});

/** Everything that needs no evaluator. The `busy` before it has been published. */
function answerHere(router: RouterName, request: Message): void {
  const type = request.header.msg_type;
  switch (type) {
    case "kernel_info_request":
      reply(router, request, "kernel_info_reply", kernelInfo(DTP_VERSION));
      setTimeout(() => post({ kind: "warm" }), 0);
      break;
    case "interrupt_request":
      if (queue.current()) Atomics.store(interruptFlag, 0, 1);
      reply(router, request, "interrupt_reply", { status: "ok" });
      break;
    default:
      reply(router, request, type.replace(/_request$/, "_reply"), {
        status: "error",
        ename: "unknown-request",
        evalue: `this kernel does not answer ${type}`,
        traceback: [],
      });
  }
  status("idle", request.header);
}

parentPort?.on("message", (value: FromEvaluator) => {
  const request = queue.current();
  if (!request) return;
  switch (value.kind) {
    case "publish":
      publish(value.type, value.content, request.header);
      break;
    case "done":
      finish(request, value.answer);
      break;
  }
});

/** ms that a failed cell's reply waits: "run all" sends every cell at once, and the last may still be on the way */
const ABORT_GRACE = 20;

/** What has come by the time the reply leaves was sent without knowing of the failure, and is aborted. */
function finish(request: Message, { reply: answer, abortQueued }: Answer): void {
  const end = () => {
    if (answer) reply("shell", request, answer.type, answer.content);
    status("idle", request.header);
    queue.done(abortQueued);
  };
  if (abortQueued) setTimeout(end, ABORT_GRACE);
  else end();
}

function onShell(request: Message): void {
  if (request.header.msg_type === "shutdown_request") void shutdown("shell", request);
  else queue.push(request);
}

function onControl(request: Message): void {
  if (request.header.msg_type === "shutdown_request") return void shutdown("control", request);
  status("busy", request.header);
  answerHere("control", request);
  // front ends show the last status they saw, whoever asked: a running cell is still running
  const running = queue.current();
  if (running) status("busy", running.header);
}

// ---- life and death -------------------------------------------------------------------------------------------------

/** ms that a busy evaluator gets to notice the interrupt before the process is ended from outside */
const EXIT_GRACE = 1000;

/** An idle evaluator exits at once; a busy one at its next look at the flag; one that never looks is killed. */
let ending = false;
function exit(): void {
  if (ending) return;
  ending = true;
  // before the process ends: zeromq aborts it with a native error when a socket is still open then
  sockets.close();
  Atomics.store(interruptFlag, 0, 1);
  post({ kind: "exit" });
  setTimeout(() => process.kill(process.pid, "SIGKILL"), EXIT_GRACE);
}

async function shutdown(router: RouterName, request: Message): Promise<void> {
  const content = { status: "ok", restart: request.content.restart === true };
  status("busy", request.header);
  reply(router, request, "shutdown_reply", content);
  publish("shutdown_reply", content, request.header);
  status("idle", request.header);
  await Promise.all([iopub.flushed(), routers.control.flushed(), routers.shell.flushed()]);
  exit();
}

async function listen(
  socket: AsyncIterable<Uint8Array[]>,
  channel: string,
  handle: (request: Message) => void,
): Promise<void> {
  for await (const frames of socket) {
    const decoded = decode(frames, connection.signing);
    if (decoded.ok) handle(decoded.message);
    else process.stderr.write(`dtp kernel: dropped a message on ${channel}: ${decoded.problem}\n`);
  }
}

async function echoHeartbeats(): Promise<void> {
  for await (const frames of sockets.hb) await sockets.hb.send(frames);
}

/** A front end that sees its own welcome knows that no output will be missed (Jupyter enhancement proposal 65). */
async function welcomeSubscribers(): Promise<void> {
  for await (const [frame] of sockets.iopub) {
    if (frame?.[0] !== 1) continue;
    const topic = frame.subarray(1);
    const welcome = message("iopub_welcome", { subscription: topic.toString("utf8") }, {}, [topic]);
    iopub.send(encode(welcome, connection.signing));
  }
}

void listen(sockets.shell, "shell", onShell);
void listen(sockets.control, "control", onControl);
void listen(sockets.stdin, "stdin", () => {});
void echoHeartbeats();
void welcomeSubscribers();
status("starting", {});
if (!start.detached) orphanGuard(exit);
