/** Requests around an interrupt: what was sent before it is aborted, what is sent after the interrupted cell's reply runs. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { JsonObject, Message } from "../../../src/kernel/core/protocol/message.ts";
import type { Outgoing } from "../../../src/kernel/sockets/outgoing.ts";
import { ShellRequests } from "../../../src/kernel/sockets/shellRequests.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

let count = 0;
const message = (msg_type: string): Message => ({
  identities: [],
  header: {
    msg_id: String(++count),
    msg_type,
    session: "s",
    username: "u",
    date: "",
    version: "5.4",
  },
  parent: {},
  metadata: {},
  content: {},
});

/** Requests whose replies, and what the evaluator was asked for, are noted; `onReply` hears each reply's status. */
function requests(onReply: (status: unknown) => void = () => {}) {
  const posted: unknown[] = [];
  const say: Outgoing = {
    publish: () => {},
    status: () => {},
    reply: (_router, _request, { content }) => onReply(content.status),
    welcome: () => {},
    flushed: async () => {},
  };
  const interrupt = { ask: () => {}, withdraw: () => {} };
  const shell = new ShellRequests({ say, interrupt, post: (value) => posted.push(value) });
  return {
    posted,
    shell,
    arrive(request: Message) {
      shell.hear();
      shell.push(request);
    },
  };
}

const answer = (content: JsonObject, abortQueued: boolean) => ({
  kind: "done" as const,
  answer: { reply: { type: "execute_reply", content }, abortQueued },
});

test("a cell sent on the reply of an interrupted cell runs, however late the last message before it came", () => {
  const statuses: unknown[] = [];
  const kernel = requests((status) => {
    statuses.push(status);
    // A front end that runs one cell after the other sends the next cell when it has the reply.
    if (status === "error") setTimeout(() => kernel.arrive(message("execute_request")), 1);
  });
  kernel.arrive(message("execute_request"));
  kernel.shell.answerHere("control", message("interrupt_request"));
  kernel.shell.receive(answer({ status: "error" }, true));
  vi.advanceTimersByTime(15);
  kernel.arrive(message("execute_request"));
  vi.advanceTimersByTime(200);
  expect(statuses).toEqual(["aborted", "ok", "error"]);
  expect(kernel.posted).toHaveLength(2);
});

test("a cell that ends in time is not held up by an interrupt that comes later", () => {
  const statuses: unknown[] = [];
  const kernel = requests((status) => statuses.push(status));
  kernel.arrive(message("execute_request"));
  kernel.shell.receive(answer({ status: "ok" }, false));
  kernel.shell.answerHere("control", message("interrupt_request"));
  expect(statuses).toEqual(["ok", "ok"]);
});
