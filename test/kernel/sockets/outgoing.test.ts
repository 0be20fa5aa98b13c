/** What the kernel publishes before anybody listens, and what those who come later get. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Message } from "../../../src/kernel/core/protocol/message.ts";
import { outgoing } from "../../../src/kernel/sockets/outgoing.ts";
import { decode } from "../../../src/kernel/wire/frames.ts";

const signing = { key: "a key", scheme: "hmac-sha256" };
const topic = Buffer.from("");
const request: Message = {
  identities: [Buffer.from("client")],
  header: { msg_id: "1", msg_type: "execute_request", session: "s", username: "u", date: "", version: "5.4" },
  parent: {},
  metadata: {},
  content: {},
};

/** The kernel's mouth over sockets that note what leaves, each message some time after it was given. */
function mouth() {
  const left: string[] = [];
  const socket = {
    async send(frames: Uint8Array[]) {
      await Promise.resolve();
      const decoded = decode(frames, signing);
      if (decoded.ok) left.push(String(decoded.message.content.text ?? decoded.message.header.msg_type));
    },
  };
  return { left, ...outgoing({ iopub: socket, shell: socket, control: socket }, signing) };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("before the first subscriber", () => {
  test("nothing is published, and replies are not held up", async () => {
    const { left, publish, reply } = mouth();
    publish("stream", { text: "one" }, {});
    reply("shell", request, { type: "execute_reply", content: {} });
    await settle();
    expect(left).toEqual(["execute_reply"]);
  });

  test("it is welcomed first, and gets what was said until then in order", async () => {
    const { left, publish, welcome } = mouth();
    for (const text of ["one", "two", "three"]) publish("stream", { text }, {});
    await settle();
    welcome(topic);
    publish("stream", { text: "four" }, {});
    await settle();
    expect(left).toEqual(["iopub_welcome", "one", "two", "three", "four"]);
  });

  test("a kernel that nobody listens to does not wait for ever", async () => {
    const { left, publish, welcome, flushed } = mouth();
    publish("stream", { text: "one" }, {});
    await vi.runAllTimersAsync();
    await flushed();
    expect(left).toEqual(["one"]);
    welcome(topic);
    await settle();
    expect(left).toEqual(["one", "iopub_welcome"]);
  });
});

test("a later subscriber's welcome keeps its place: what comes behind it, it gets", async () => {
  const { left, publish, welcome } = mouth();
  welcome(topic);
  publish("stream", { text: "one" }, {});
  welcome(topic);
  publish("stream", { text: "two" }, {});
  await settle();
  expect(left).toEqual(["iopub_welcome", "one", "iopub_welcome", "two"]);
});
