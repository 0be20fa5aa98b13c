import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/kernel/core/protocol/message.ts";
import { buildKernel } from "./support/buildKernel.ts";
import { type Client, startKernel } from "./support/client.ts";
import { outputsOf } from "./support/frontEnd.ts";

let entry = "";
/** One kernel for the tests that leave it as it was; starting one takes longer than most of them. */
let shared: Client;
const open: Client[] = [];

beforeAll(async () => {
  entry = await buildKernel();
  shared = await startKernel(entry, { key: "secret" });
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
});
afterAll(async () => {
  await shared.close();
  rmSync(dirname(entry), { recursive: true, force: true });
});

async function start(options?: Parameters<typeof startKernel>[1]): Promise<Client> {
  const client = await startKernel(entry, options);
  open.push(client);
  return client;
}

const run = (code: string, more = {}) => ({ code, silent: false, store_history: true, ...more });

test("a failed cell answers with the error on iopub and in the reply, and aborts what is queued", async () => {
  const client = shared;
  const failed = client.send("execute_request", run("fail because"));
  const queued = client.send("execute_request", run("show never"));
  const info = client.send("history_request", { hist_access_type: "tail", n: 1 });
  const first = await failed.done;
  expect(outputsOf(first)).toEqual([
    {
      type: "error",
      content: {
        ename: "fake-error",
        evalue: expect.stringMatching(/^cell \[\d+\] because$/),
        traceback: [expect.stringMatching(/^error: .* because$/), "  code frame"],
      },
    },
  ]);
  expect(first.reply.content).toMatchObject({
    status: "error",
    ...outputsOf(first)[0]?.content,
  });
  const second = await queued.done;
  expect(second.reply.content).toEqual({ status: "aborted" });
  expect(outputsOf(second)).toEqual([]);
  expect((await info.done).reply.content).toMatchObject({
    status: "ok",
    history: [[1, expect.any(Number), "fail because"]],
  });
  // what comes later runs again
  expect((await client.request("execute_request", run("show again"))).reply.content.status).toBe("ok");
});

test("with stop_on_error off, the queue goes on", async () => {
  const client = shared;
  const failed = client.send("execute_request", run("fail", { stop_on_error: false }));
  const queued = client.send("execute_request", run("show still"));
  await failed.done;
  expect((await queued.done).reply.content.status).toBe("ok");
});

describe("interrupting", () => {
  test("by message: the loop ends, state stays, heartbeats were answered meanwhile", async () => {
    const client = shared;
    await client.request("execute_request", run("set kept"));
    const loop = client.send("execute_request", run("show before\nloop"));
    // published while the evaluating thread is still busy
    await client.until(
      ({ header, parent }) => parent.msg_id === loop.id && header.msg_type === "display_data",
    );
    expect(await client.heartbeat()).toBe("ping");
    const info = await client.request("kernel_info_request", {}, "control");
    expect(info.reply.content.status).toBe("ok");
    const interrupt = await client.request("interrupt_request", {}, "control");
    expect(interrupt.reply.content).toEqual({ status: "ok" });
    expect((await loop.done).reply.content).toMatchObject({ status: "error", ename: "interrupted" });
    const after = await client.request("execute_request", run("get"));
    expect(outputsOf(after)[0]?.content).toMatchObject({ data: { "text/plain": "kept" } });
  });

  test("by message while idle: nothing happens to the next cell", async () => {
    const client = shared;
    await client.request("interrupt_request", {}, "control");
    const next = await client.request("execute_request", run("steps 1"));
    expect(next.reply.content.status).toBe("ok");
  });

  test.skipIf(process.platform === "win32")("by signal, busy or idle", async () => {
    const client = shared;
    await client.request("execute_request", run("set kept"));
    client.process.kill("SIGINT");
    const spin = client.send("execute_request", run("show before\nspin"));
    await client.until(
      ({ header, parent }) => parent.msg_id === spin.id && header.msg_type === "display_data",
    );
    client.process.kill("SIGINT");
    expect((await spin.done).reply.content).toMatchObject({ status: "error", ename: "interrupted" });
    const after = await client.request("execute_request", run("get"));
    expect(outputsOf(after).map(({ content }) => plainText(content))).toEqual(["kept"]);
  });

  test.skipIf(process.platform === "win32")(
    "by message: what never looks at the flag is stopped too",
    async () => {
      const client = await start();
      const spin = client.send("execute_request", run("show before\nspin"));
      await client.until(
        ({ header, parent }) => parent.msg_id === spin.id && header.msg_type === "display_data",
      );
      await client.request("interrupt_request", {}, "control");
      expect((await spin.done).reply.content).toMatchObject({ status: "error", ename: "interrupted" });
      const after = await client.request("execute_request", run("get"));
      expect(outputsOf(after).map(({ content }) => plainText(content))).toEqual(["nothing"]);
    },
  );
});

test("shutdown ends a kernel whose cell never looks up", async () => {
  const client = await start();
  const spin = client.send("execute_request", run("show before\nspin"));
  await client.until(({ header, parent }) => parent.msg_id === spin.id && header.msg_type === "display_data");
  const bye = await client.request("shutdown_request", { restart: false }, "control");
  expect(bye.reply.content.status).toBe("ok");
  await client.exited;
});

test("silent cells publish nothing but status and do not count", async () => {
  const client = await start();
  const silent = await client.request("execute_request", run("show x\nfail y", { silent: true }));
  expect(silent.iopub.map(({ header }) => header.msg_type)).toEqual(["status", "status"]);
  expect(silent.reply.content).toMatchObject({ status: "error", execution_count: 0 });
  const next = await client.request("execute_request", run("get"));
  expect(next.reply.content.execution_count).toBe(1);
  const unstored = await client.request("execute_request", run("get", { store_history: false }));
  expect(unstored.reply.content.execution_count).toBe(1);
});

test("warnings come as one stderr stream; user expressions are valued one by one", async () => {
  const client = shared;
  const done = await client.request(
    "execute_request",
    run("set 7\nwarn a\nwarn b", { user_expressions: { good: "get", bad: "fail it" } }),
  );
  expect(outputsOf(done)).toEqual([
    {
      type: "stream",
      content: {
        name: "stderr",
        text: expect.stringMatching(
          /^warning: cell \[\d+\] a\n {2}code frame\n\nwarning: cell \[\d+\] b\n {2}code frame\n$/,
        ),
      },
    },
  ]);
  expect(done.reply.content.user_expressions).toMatchObject({
    good: { status: "ok", data: { "text/plain": "7" } },
    bad: { status: "error", ename: "fake-error" },
  });
});

test("progress is one bar updated in place and is gone at the end; outputs before it stay", async () => {
  const client = shared;
  const done = await client.request("execute_request", run("show table\nsteps 8\nshow end"));
  const types = outputsOf(done).map(({ type, content }) => `${type} ${plainText(content)}`);
  expect(types[0]).toBe("display_data table");
  expect(types.slice(-3)).toEqual(["clear_output ", "display_data table", "display_data end"]);
  const progress = outputsOf(done).filter(({ content }) => plainText(content).startsWith("steps "));
  expect(progress.length).toBeGreaterThan(1);
  expect(progress[0]?.type).toBe("display_data");
  expect(progress[1]?.type).toBe("update_display_data");
  expect(new Set(progress.map(({ content }) => JSON.stringify(content.transient))).size).toBe(1);
  expect(progress[0]?.content.data).toMatchObject({ "text/html": expect.stringContaining("<progress") });
});

test("who has no cells and answers questions is a console: its bar is a line of a stream", async () => {
  const done = await shared.request("execute_request", run("steps 8", { allow_stdin: true }));
  const outputs = outputsOf(done);
  expect(outputs.length).toBeGreaterThan(1);
  expect(new Set(outputs.map(({ type }) => type))).toEqual(new Set(["stream"]));
  expect(outputs.at(-1)?.content).toEqual({ name: "stderr", text: expect.stringMatching(/^\r +\r$/) });
});

test("after a bar with nothing else, the cell is empty", async () => {
  const done = await shared.request("execute_request", run("steps 8"));
  const types = outputsOf(done).map(({ type }) => type);
  expect(types[0]).toBe("display_data");
  expect(outputsOf(done).at(-1)).toEqual({ type: "clear_output", content: { wait: false } });
});

function plainText(content: { readonly data?: unknown }): string {
  const data = content.data as Record<string, unknown> | undefined;
  return String(data?.["text/plain"] ?? "");
}

test("a bug in the evaluator is an error that says so, and the kernel lives", async () => {
  const client = shared;
  const thrown = await client.request("execute_request", run("throw"));
  expect(thrown.reply.content).toMatchObject({ status: "error", ename: "internal-error", evalue: "a bug" });
  expect((await client.request("execute_request", run("get"))).reply.content.status).toBe("ok");
});

describe.skipIf(process.platform === "win32")("a kernel whose parent is killed", () => {
  // the shell is the parent; it tells the kernel's process id on stderr
  const launcher = ["sh", "-c", '"$0" "$@" & echo "pid=$!" >&2; wait'];

  async function orphan(args: string[]): Promise<{ client: Client; pid: number }> {
    const client = await start({ launcher, args });
    const pid = Number(/pid=(\d+)/.exec(client.stderr())?.[1]);
    expect(isRunning(pid)).toBe(true);
    client.process.kill("SIGKILL");
    return { client, pid };
  }

  test("ends", async () => {
    const { pid } = await orphan([]);
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  test("stays when it was started detached", async () => {
    const { client, pid } = await orphan(["--detached"]);
    await new Promise((resolve) => setTimeout(resolve, 800));
    expect(await client.heartbeat()).toBe("ping");
    process.kill(pid, "SIGKILL");
  });
});

/** A process that ended and that nobody waited for does not run. */
function isRunning(pid: number): boolean {
  const state = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" }).stdout.trim();
  return state !== "" && !state.startsWith("Z");
}

test("a notebook's cell ids reach the session, and what deleted cells made is forgotten", async () => {
  const client = await start();
  const send = (code: string, metadata: JsonObject) =>
    client.send("execute_request", run(code), "shell", metadata).done;
  await send("set x", { cellId: "a", deletedCells: [] });
  const kept = await send("get", { cellId: "a", deletedCells: ["b"] });
  expect(outputsOf(kept)).toMatchObject([{ content: { data: { "text/plain": "x" } } }]);
  const gone = await send("get", { cellId: 7, deletedCells: ["a", null] });
  expect(outputsOf(gone)).toMatchObject([{ content: { data: { "text/plain": "forgotten" } } }]);
});

test("a watched cell is renewed between requests, as a part of its own request, until an interrupt", async () => {
  const client = await start();
  const cell = client.send("execute_request", run('%watch 1\nimport a from "./a.log"\nshow hello'));
  expect((await cell.done).reply.content).toMatchObject({ status: "ok" });
  const renewed = () =>
    client.iopub.filter(
      ({ header, parent }) => parent.msg_id === cell.id && header.msg_type === "update_display_data",
    );
  await expect.poll(() => renewed().length, { timeout: 10_000 }).toBeGreaterThan(2);
  client.send("interrupt_request", {}, "control");
  await expect
    .poll(() => JSON.stringify(renewed().at(-1)?.content), { timeout: 10_000 })
    .toContain("ended: interrupted");
  const other = await client.send("execute_request", run("show again")).done;
  expect(outputsOf(other)).toHaveLength(1);
});
