/**
 * Every request of the messaging protocol, over both transports. The client holds each message that comes back against
 * its schema (`support/messageSchemas.ts`); here is the order of messages, and what they say.
 */
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/kernel/core/protocol/message.ts";
import { buildKernel } from "./support/buildKernel.ts";
import { type Client, startKernel } from "./support/client.ts";
import { type Exchange, outputsOf, type RequestChannel } from "./support/frontEnd.ts";

let entry = "";
beforeAll(async () => {
  entry = await buildKernel();
});
afterAll(() => rmSync(dirname(entry), { recursive: true, force: true }));

const run = (code: string, more = {}) => ({
  code,
  silent: false,
  store_history: true,
  user_expressions: {},
  allow_stdin: true,
  stop_on_error: true,
  ...more,
});

/** Busy first, idle last, both of this request; a cell's code before its outputs. */
function inOrder({ iopub }: Exchange): void {
  const states = iopub.filter(({ header }) => header.msg_type === "status");
  expect(states.map(({ content }) => content.execution_state)).toEqual(["busy", "idle"]);
  expect(iopub[0]).toBe(states[0]);
  expect(iopub.at(-1)).toBe(states[1]);
  const input = iopub.findIndex(({ header }) => header.msg_type === "execute_input");
  if (input >= 0) expect(input).toBe(1);
}

describe.each(["tcp", "ipc"] as const)("over %s", (transport) => {
  let client: Client;
  beforeAll(async () => {
    client = await startKernel(entry, { transport });
  });
  // what did not conform to its schema fails here
  afterAll(() => client.close());

  async function ask(type: string, content: JsonObject, channel?: RequestChannel): Promise<JsonObject> {
    const done = await client.request(type, content, channel);
    inOrder(done);
    expect(done.reply.header.msg_type).toBe(type.replace("_request", "_reply"));
    return done.reply.content;
  }

  test("a subscriber is welcomed on the topic that it asked for", () => {
    const welcome = client.iopub.find(({ header }) => header.msg_type === "iopub_welcome");
    expect(welcome).toMatchObject({ parent: {}, content: { subscription: "" } });
  });

  test.each(["shell", "control"] as const)("kernel_info on %s", async (channel) => {
    expect(await ask("kernel_info_request", {}, channel)).toMatchObject({
      status: "ok",
      protocol_version: "5.4",
      implementation: "dtp",
      language_info: { name: "dtp", file_extension: ".dtp", mimetype: "text/x-dtp" },
      debugger: false,
      supported_features: [],
    });
  });

  test("execute: outputs, then the result, counted", async () => {
    const done = await client.request("execute_request", run("set x\nshow first\nget"));
    inOrder(done);
    expect(done.reply.content).toMatchObject({ status: "ok", execution_count: 1 });
    // JupyterLab's cell timing reads it
    expect(done.reply.metadata).toEqual({ started: expect.stringMatching(/^\d{4}-/) });
    expect(done.iopub[1]?.content).toEqual({ code: "set x\nshow first\nget", execution_count: 1 });
    expect(outputsOf(done)).toEqual([
      {
        type: "display_data",
        content: {
          data: { "text/plain": "first" },
          metadata: {},
          transient: { display_id: expect.any(String) },
        },
      },
      {
        type: "execute_result",
        content: { data: { "text/plain": "x" }, metadata: {}, execution_count: 1 },
      },
    ]);
  });

  test("execute: an error, a warning, an interrupt, an abort, user expressions, progress", async () => {
    expect(await ask("execute_request", run("warn careful\nfail on purpose"))).toMatchObject({
      status: "error",
      ename: "fake-error",
    });
    const loop = client.send("execute_request", run("show before\nloop"));
    const queued = client.send("execute_request", run("show never"));
    await client.until(
      ({ header, parent }) => parent.msg_id === loop.id && header.msg_type === "display_data",
    );
    expect(await ask("interrupt_request", {}, "control")).toEqual({ status: "ok" });
    expect((await loop.done).reply.content).toMatchObject({ status: "error", ename: "interrupted" });
    expect((await queued.done).reply.content).toEqual({ status: "aborted" });
    const user_expressions = { good: "get", bad: "fail it", none: "" };
    expect(await ask("execute_request", run("steps 6", { user_expressions }))).toMatchObject({
      status: "ok",
      user_expressions: {
        good: { status: "ok" },
        bad: { status: "error" },
        none: { status: "ok", data: {} },
      },
    });
  });

  test("an interrupt on shell does not wait behind the cell that it should stop", async () => {
    const loop = client.send("execute_request", run("show before\nloop"));
    await client.until(
      ({ header, parent }) => parent.msg_id === loop.id && header.msg_type === "display_data",
    );
    expect(await ask("interrupt_request", {})).toEqual({ status: "ok" });
    expect((await loop.done).reply.content).toMatchObject({ ename: "interrupted" });
  });

  test("complete and inspect, with cursors in code points", async () => {
    // 😀 is one code point and two UTF-16 units
    expect(await ask("complete_request", { code: "😀 sh", cursor_pos: 4 })).toMatchObject({
      matches: ["show"],
      cursor_start: 2,
      cursor_end: 4,
    });
    expect(await ask("inspect_request", { code: "😀 show", cursor_pos: 2, detail_level: 0 })).toMatchObject({
      found: true,
      data: { "text/plain": "show: says a text" },
    });
    expect(await ask("inspect_request", { code: "?", cursor_pos: 0, detail_level: 1 })).toEqual({
      status: "ok",
      found: false,
      data: {},
      metadata: {},
    });
  });

  test("is_complete", async () => {
    expect(await ask("is_complete_request", { code: "plan p {" })).toEqual({
      status: "incomplete",
      indent: "  ",
    });
    expect(await ask("is_complete_request", { code: "get" })).toEqual({ status: "complete" });
  });

  test.each([
    { hist_access_type: "tail", n: 2, output: true, raw: true },
    { hist_access_type: "range", session: 0, start: 1, stop: 3, output: false, raw: true },
    { hist_access_type: "search", n: 5, pattern: "*show*", unique: true, output: false, raw: true },
  ])("history: $hist_access_type", async (request) => {
    const { status, history } = await ask("history_request", request);
    expect(status).toBe("ok");
    expect((history as unknown[]).length).toBeGreaterThan(0);
  });

  test("comms: none is known; one that is opened is closed", async () => {
    expect(await ask("comm_info_request", {})).toEqual({ status: "ok", comms: {} });
    expect(await ask("comm_info_request", { target_name: "jupyter.widget" })).toEqual({
      status: "ok",
      comms: {},
    });
    const { id } = client.send("comm_open", { comm_id: "c1", target_name: "nobody", data: {} });
    const closed = await client.until(({ header }) => header.msg_type === "comm_close");
    expect(closed).toMatchObject({ parent: { msg_id: id }, content: { comm_id: "c1", data: {} } });
    for (const type of ["comm_msg", "comm_close"]) {
      const sent = client.send(type, { comm_id: "c1", data: {} });
      await client.until(
        ({ parent, content }) => parent.msg_id === sent.id && content.execution_state === "idle",
      );
    }
  });

  test.each([
    ["debug_request", { command: "initialize", seq: 1, type: "request", arguments: {} }],
    ["create_subshell_request", {}],
    ["list_subshell_request", {}],
    ["wonder_request", {}],
  ])("%s is refused in so many words, as the list of features says", async (type, content) => {
    const refused = { status: "error", ename: "unknown-request", evalue: expect.stringContaining(type) };
    expect(await ask(type, content, "control")).toMatchObject(refused);
    expect(await ask(type, content, "shell")).toMatchObject(refused);
  });

  test("a message of an unknown type that is no request is let be, on every channel", async () => {
    for (const channel of ["shell", "control"] as const) {
      const { id } = client.send("wonder", {}, channel);
      const mine = (one: { parent: JsonObject }) => one.parent.msg_id === id;
      await client.until((one) => mine(one) && one.content.execution_state === "idle");
      expect(client.iopub.filter(mine).length).toBe(2);
    }
  });

  test("no cell asks for input, and an answer to no question changes nothing", async () => {
    client.send("input_reply", { value: "unasked", status: "ok" }, "stdin");
    client.send("execute_request", run("shutdown"), "stdin");
    expect(await ask("execute_request", run("get"))).toMatchObject({ status: "ok" });
    expect(client.iopub.some(({ header }) => header.msg_type === "input_request")).toBe(false);
  });

  test("shutdown with restart: answered, told on iopub, and the process ends in order", async () => {
    const done = await client.request("shutdown_request", { restart: true }, "control");
    inOrder(done);
    expect(done.reply.content).toEqual({ status: "ok", restart: true });
    expect(outputsOf(done)).toEqual([{ type: "shutdown_reply", content: { status: "ok", restart: true } }]);
    expect(await client.exited).toBe(0);
    expect(client.stderr()).toBe("");
  });
});
