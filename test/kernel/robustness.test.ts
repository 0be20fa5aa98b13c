/** What a kernel meets in the wild: other front ends, strangers at its ports, floods, and readers that sleep. */
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MAX_FRAME_BYTES } from "../../src/kernel/sockets/openSockets.ts";
import { encode } from "../../src/kernel/wire/frames.ts";
import { sign } from "../../src/kernel/wire/sign.ts";
import { buildKernel } from "./support/buildKernel.ts";
import { type Client, startKernel } from "./support/client.ts";
import { outputsOf } from "./support/frontEnd.ts";

const KEY = "secret";
let client: Client;
beforeAll(async () => {
  client = await startKernel(await buildKernel(), { key: KEY });
});
afterAll(async () => {
  await client.close();
  rmSync(dirname(client.process.spawnargs[1] ?? ""), { recursive: true, force: true });
});

const run = (code: string, more = {}) => ({ code, silent: false, store_history: true, ...more });
const plain = (content: { readonly data?: unknown }) =>
  (content.data as Record<string, unknown> | undefined)?.["text/plain"];

async function alive(): Promise<void> {
  expect((await client.request("kernel_info_request", {})).reply.content.status).toBe("ok");
  const done = await client.request("execute_request", run("get"));
  expect(done.reply.content.status).toBe("ok");
  expect(client.process.exitCode).toBe(null);
}

test("two front ends share one session, and each gets the replies to its own requests", async () => {
  const second = await client.another();
  await client.request("execute_request", run("set shared"));
  const [mine, theirs] = await Promise.all([
    client.request("execute_request", run("get\nshow mine")),
    second.request("execute_request", run("get\nshow theirs")),
  ]);
  expect(outputsOf(mine).map(({ content }) => plain(content))).toEqual(["shared", "mine"]);
  expect(outputsOf(theirs).map(({ content }) => plain(content))).toEqual(["shared", "theirs"]);
  // both see everything on iopub, and know whose it is
  await second.until(({ content }) => plain(content) === "mine");
  await client.until(({ content }) => plain(content) === "theirs");
});

test("a message signed with another key is not answered and does nothing", async () => {
  const stranger = await client.another({ key: "guessed" });
  stranger.send("execute_request", run("set stolen"));
  stranger.send("shutdown_request", { restart: false }, "control");
  stranger.send("interrupt_request", {}, "control");
  await client.request("execute_request", run("set mine"));
  const done = await client.request("execute_request", run("get"));
  expect(outputsOf(done).map(({ content }) => plain(content))).toEqual(["mine"]);
});

test("1,000 queued cells run in order; none is lost", async () => {
  const sent = Array.from({ length: 1000 }, (_, i) => client.send("execute_request", run(`show ${i}`)));
  const all = await Promise.all(sent.map(({ done }) => done));
  const counts = all.map(({ reply }) => Number(reply.content.execution_count));
  expect(counts).toEqual(counts.map((_, i) => (counts[0] ?? 0) + i));
  expect(all.flatMap((one) => outputsOf(one).map(({ content }) => plain(content)))).toEqual(
    Array.from({ length: 1000 }, (_, i) => String(i)),
  );
});

test("a failure in the middle of 1,000 cells aborts those that are waiting behind it, and only those", async () => {
  const code = (i: number) => (i === 400 ? "fail here" : `show ${i}`);
  const sent = Array.from({ length: 1000 }, (_, i) => client.send("execute_request", run(code(i))));
  const all = await Promise.all(sent.map(({ done }) => done));
  const statuses = all.map(({ reply }) => reply.content.status);
  const aborted = statuses.filter((status) => status === "aborted").length;
  expect(aborted).toBeGreaterThan(0);
  // What reaches the kernel after its reply to the failure is a new request; how much does is up to the machine.
  expect(statuses).toEqual(
    Array.from({ length: 1000 }, (_, i) =>
      i === 400 ? "error" : i > 400 && i <= 400 + aborted ? "aborted" : "ok",
    ),
  );
});

test("a subscriber that sleeps holds nobody up, and finds everything when it wakes", async () => {
  let wake = () => {};
  const read = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const welcomes = () => client.iopub.filter(({ header }) => header.msg_type === "iopub_welcome").length;
  const before = welcomes();
  const sleeper = await client.another({ read });
  // its subscription is in place when the others see its welcome
  await expect.poll(welcomes).toBeGreaterThan(before);
  const long = "x".repeat(20_000);
  const sent = Array.from({ length: 300 }, (_, i) =>
    client.send("execute_request", run(`show ${i} ${long}`)),
  );
  await Promise.all(sent.map(({ done }) => done));
  wake();
  const last = await sleeper.until(({ content }) => String(plain(content)).startsWith("299 "));
  expect(last).toBeDefined();
  const ids = new Set(sent.map(({ id }) => id));
  const seen = sleeper.iopub.filter(
    ({ header, parent }) => header.msg_type === "display_data" && ids.has(String(parent.msg_id)),
  );
  expect(seen.map(({ content }) => Number.parseInt(String(plain(content)), 10))).toEqual(
    Array.from({ length: 300 }, (_, i) => i),
  );
});

describe("what comes in may be anything", () => {
  const signed = (...parts: (string | Uint8Array)[]) => {
    const bytes = parts.map((part) => Buffer.from(part));
    return ["<IDS|MSG>", sign({ key: KEY, scheme: "hmac-sha256" }, bytes), ...bytes];
  };
  const header = (more = {}) =>
    JSON.stringify({
      msg_id: "1",
      msg_type: "execute_request",
      session: "s",
      username: "u",
      date: "2026-01-01T00:00:00Z",
      version: "5.4",
      ...more,
    });
  const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

  test.each<[string, (string | Uint8Array)[]]>([
    ["no delimiter", ["garbage"]],
    ["nothing behind the delimiter", ["<IDS|MSG>"]],
    ["an empty message", [""]],
    ["no signature", ["<IDS|MSG>", "", header(), "{}", "{}", "{}"]],
    ["another signature", ["<IDS|MSG>", "0".repeat(64), header(), "{}", "{}", "{}"]],
    ["no text", ["<IDS|MSG>", Buffer.from([0xff, 0xfe]), Buffer.from([0xff]), "{}", "[]", "{"]],
    ["cut off", signed(header(), "{}", "{}")],
    ["no JSON", signed(header(), "{}", "{}", '{"code":')],
    ["no object", signed(header(), "{}", "{}", "[1]")],
    ["a header without a type", signed('{"msg_id":"1"}', "{}", "{}", "{}")],
    ["a code of another type", signed(header(), "{}", "{}", '{"code":{"a":[1]},"user_expressions":7}')],
    ["metadata of another type", signed(header(), "{}", '{"cellId":7,"deletedCells":{"length":9}}', "{}")],
    ["a prototype", signed(header({ msg_type: "__proto__" }), "{}", "{}", '{"__proto__":{"code":1}}')],
    ["a header 100,000 deep", signed(header().replace("}", `,"x":${deep(100_000)}}`), "{}", "{}", "{}")],
    ["a content 100,000 deep", signed(header(), "{}", "{}", deep(100_000))],
    [
      "a list 100,000 deep",
      signed(header(), "{}", "{}", `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`),
    ],
    [
      "1,000 identities",
      [...Array.from({ length: 1000 }, () => "id"), ...signed(header(), "{}", "{}", "{}")],
    ],
    ["buffers behind the content", [...signed(header(), "{}", "{}", "{}"), "a", "b"]],
  ])("%s: the kernel lives", async (_what, frames) => {
    for (const channel of ["shell", "control", "stdin"] as const) client.raw(frames, channel);
    await alive();
  });

  test("a cell of three megabytes is answered", async () => {
    const done = await client.request("execute_request", run(`fail ${"x".repeat(3_000_000)}`));
    expect(done.reply.content).toMatchObject({ status: "error", ename: "fake-error" });
  });

  test("a frame above the limit ends its connection, and no other", async () => {
    const stranger = await client.another();
    stranger.raw([Buffer.alloc(MAX_FRAME_BYTES + 1)], "shell");
    await alive();
  });

  test("random frames, and mutated messages that are signed all the same", async () => {
    const frame = fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      fc.constantFrom("<IDS|MSG>", "", "{}", header(), "null"),
      fc.json(),
    );
    const part = fc.oneof(
      fc.json(),
      fc.constantFrom("{}", '{"code":"get"}', '{"code":null,"silent":"no"}', "{", "[]"),
    );
    const type = fc.constantFrom(
      ...[
        "execute",
        "complete",
        "inspect",
        "is_complete",
        "history",
        "comm_info",
        "kernel_info",
        "interrupt",
      ].map((one) => `${one}_request`),
      "comm_open",
      "",
      "_request",
    );
    const message = fc
      .tuple(
        type,
        part,
        part,
        fc.oneof(
          part,
          fc
            .dictionary(
              fc.constantFrom(
                "code",
                "cursor_pos",
                "n",
                "hist_access_type",
                "pattern",
                "user_expressions",
                "comm_id",
              ),
              fc.jsonValue(),
            )
            .map((one) => JSON.stringify(one)),
        ),
      )
      .map(([msg_type, parent, metadata, content]) =>
        signed(header({ msg_type }), parent, metadata, content),
      );
    const channels = ["shell", "control", "stdin"] as const;
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.array(frame, { maxLength: 8 }), message),
        fc.constantFrom(...channels),
        async (frames, channel) => {
          if (frames.length > 0) client.raw(frames, channel);
        },
      ),
      { numRuns: 2000 },
    );
    await alive();
    expect(await client.heartbeat()).toBe("ping");
  });
});

test("an interrupt behind 1,500 queued cells aborts them, and the next cell runs", async () => {
  // The first cell keeps the others waiting until the interrupt ends it.
  const first = client.send("execute_request", run("steps 50"));
  const sent = Array.from({ length: 1_500 }, (_, i) => client.send("execute_request", run(`show ${i}`)));
  await client.request("interrupt_request", {}, "control");
  await first.done;
  const after = client.send("execute_request", run("show after"));
  const statuses = (await Promise.all(sent.map(({ done }) => done))).map(({ reply }) => reply.content.status);
  expect(statuses.filter((status) => status === "aborted").length).toBeGreaterThan(700);
  expect((await after.done).reply.content.status).toBe("ok");
});

test("a signed message that is sent again does nothing", async () => {
  const signing = { key: KEY, scheme: "hmac-sha256" };
  const header = {
    ...{ msg_id: "recorded", msg_type: "execute_request", session: "test", username: "test" },
    ...{ date: "2026-01-01T00:00:00Z", version: "5.4" },
  };
  const content = run("set replayed");
  const frames = encode({ identities: [], header, parent: {}, metadata: {}, content }, signing);
  client.raw(frames);
  await client.request("execute_request", run("set mine"));
  client.raw(frames);
  const done = await client.request("execute_request", run("get"));
  expect(outputsOf(done).map(({ content }) => plain(content))).toEqual(["mine"]);
  expect(client.stderr()).toContain("dropped a message on shell: replayed");
});

test("a cell of 50 MB is refused at once, and the next one runs", async () => {
  const began = performance.now();
  const { reply } = await client.request("execute_request", run("#".repeat(50_000_000)));
  expect(reply.content).toMatchObject({ status: "error", ename: "too-large" });
  expect(performance.now() - began).toBeLessThan(10_000);
  await alive();
});
