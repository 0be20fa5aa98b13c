import type { Answer } from "../core/protocol/answer.ts";
import { kernelInfo } from "../core/protocol/kernelInfo.ts";
import type { Message } from "../core/protocol/message.ts";
import { unknownRequest } from "../core/protocol/unknownRequest.ts";
import { MAX_CONTENT_BYTES } from "../wire/frames.ts";
import type { FromEvaluator, ToEvaluator } from "./channel.ts";
import type { Interrupter } from "./interrupter.ts";
import type { Outgoing, RouterName } from "./outgoing.ts";
import { shellQueue } from "./shellQueue.ts";

/** Version of dtp. The build inserts it. */
declare const DTP_VERSION: string;

/**
 * Delay before a failed cell's reply is sent, in ms. "Run all" sends every cell at once, and the last may still be on
 * its way.
 */
const ABORT_GRACE = 20;
/**
 * Longest time for which execute requests are aborted after an interrupt, in ms, even if a front end sends them without
 * a pause.
 */
const MOST_REFUSING = 5_000;

/**
 * Means of handling requests: messages to front ends, messages to the evaluator, and the interrupt of a running cell.
 */
interface Ways {
  readonly say: Outgoing;
  readonly interrupt: Interrupter;
  post(value: ToEvaluator): void;
}

/**
 * Requests of the shell and control channels that wait for the evaluator or run there, and those that need no
 * evaluator.
 */
export class ShellRequests {
  readonly #ways: Ways;
  readonly #queue = shellQueue({
    start: (request) => this.#start(request),
    abort: (request) => this.#abort(request),
  });
  /** Time of the last message on the shell channel. */
  #heard = 0;
  /** Time at which the running request began, for its reply. */
  #started = "";
  /** True from an interrupt until execute requests are no longer aborted because of it. */
  #stopping = false;
  /** Sends the reply of a cell that ended while an interrupt still aborts requests; null where none waits. */
  #held: (() => void) | null = null;

  constructor(ways: Ways) {
    this.#ways = ways;
  }

  /** Queues a request that has arrived on the shell channel. */
  push(request: Message): void {
    this.#queue.push(request);
  }

  /** Records that a message has arrived on the shell channel. */
  hear(): void {
    this.#heard = performance.now();
  }

  current(): Message | null {
    return this.#queue.current();
  }

  #start(request: Message): void {
    const { say, interrupt, post } = this.#ways;
    say.status("busy", request.header);
    this.#started = new Date().toISOString();
    const type = request.header.msg_type;
    if (request.tooLong !== undefined) {
      this.#refuse(request, request.tooLong);
      return;
    }
    if (type === "kernel_info_request") {
      this.answerHere("shell", request);
      this.#queue.done(false);
      return;
    }
    // An interrupt that was sent before this request began does not apply to it.
    interrupt.withdraw();
    post({
      kind: "request",
      type,
      content: request.content,
      metadata: request.metadata,
      header: request.header,
    });
  }

  #abort(request: Message): void {
    const { say } = this.#ways;
    say.status("busy", request.header);
    say.reply("shell", request, { type: "execute_reply", content: { status: "aborted" } });
    say.status("idle", request.header);
  }

  /** Refuses a request that is longer than any text that the language accepts. Its content was not read. */
  #refuse(request: Message, bytes: number): void {
    const { say } = this.#ways;
    const type = request.header.msg_type;
    const evalue = `the request is ${(bytes / 1e6).toFixed(1)} MB long; at most ${(MAX_CONTENT_BYTES / 1e6).toFixed(1)} MB are read`;
    const failure = { ename: "too-large", evalue, traceback: [`error[too-large]: ${evalue}`] };
    const isCell = type === "execute_request";
    if (isCell) say.publish("error", failure, request.header);
    const more = isCell ? { execution_count: 0, payload: [], user_expressions: {} } : {};
    const content = { status: "error", ...more, ...failure };
    say.reply("shell", request, { type: type.replace(/_request$/, "_reply"), content });
    say.status("idle", request.header);
    this.#queue.done(isCell);
  }

  /** Answers a request for which no evaluator is needed. Its `busy` status has been published before. */
  answerHere(router: RouterName, request: Message): void {
    const { say, post } = this.#ways;
    const type = request.header.msg_type;
    switch (type) {
      case "kernel_info_request":
        say.reply(router, request, { type: "kernel_info_reply", content: kernelInfo(DTP_VERSION) });
        setTimeout(() => post({ kind: "warm" }), 0);
        break;
      case "interrupt_request":
        this.#stopAll(() => {
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
   * Stops everything that was requested before an interrupt: the running cell, queued cells, and cells not yet read
   * from the socket. `then` is called when nothing has arrived for a moment: later messages came after the interrupt.
   */
  #stopAll(then: () => void): void {
    if (!this.#queue.current()) {
      this.#ways.post({ kind: "interrupt" });
      then();
      return;
    }
    this.#ways.interrupt.ask();
    this.#queue.refuse(true);
    this.#stopping = true;
    const since = performance.now();
    this.#heard = since;
    const look = setInterval(() => {
      const now = performance.now();
      if (now - this.#heard < ABORT_GRACE && now - since < MOST_REFUSING) return;
      clearInterval(look);
      this.#queue.refuse(false);
      this.#stopping = false;
      const held = this.#held;
      this.#held = null;
      then();
      held?.();
    }, ABORT_GRACE);
  }

  /**
   * Handles a message from the evaluator: publishes an output of a request, or ends the running one with its
   * answer.
   */
  receive(value: Exclude<FromEvaluator, { readonly kind: "leaving" }>): void {
    const request = this.#queue.current();
    if (value.kind === "publish") this.#ways.say.publish(value.type, value.content, value.header);
    else if (request) this.#finish(request, value.answer);
  }

  /**
   * Ends a request and sends its reply. After a failure, execute requests that arrive before the reply leaves are
   * aborted, because their sender did not know of the failure. While an interrupt aborts requests the reply waits: a
   * front end that has it knows of the interrupt, so what it sends next must run.
   */
  #finish(request: Message, { reply: answer, abortQueued }: Answer): void {
    const { say, interrupt } = this.#ways;
    interrupt.withdraw();
    const end = () => {
      // JupyterLab reads the start time of a cell from here.
      if (answer)
        say.reply("shell", request, { ...answer, metadata: { ...answer.metadata, started: this.#started } });
      say.status("idle", request.header);
      this.#queue.done(abortQueued);
    };
    if (this.#stopping) this.#held = end;
    else if (abortQueued) setTimeout(end, ABORT_GRACE);
    else end();
  }
}
