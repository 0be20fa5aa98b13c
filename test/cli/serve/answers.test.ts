import { describe, expect, test } from "vitest";
import { createAnswers } from "../../../src/cli/serve/answers.ts";
import { lineReader } from "../../../src/cli/serve/lines.ts";
import type { Answer } from "../../../src/cli/serve/requests.ts";

const PROGRAM = `
import dgx_h100 from "std/clusters"
import llama3_8b from "std/models"
plan p { dp = fill, zero = 2, seq_len = 8Ki, global_batch = 1_024 sequences }
let base = llama3_8b on dgx_h100 with p
sweep wide = base for plan.tp in [1, 2]
`;

/** Server with a session, and a function that asks it and returns the result. */
async function opened(interrupted = () => false) {
  const answer = createAnswers(interrupted);
  let id = 0;
  const send = async (request: object): Promise<Answer> => {
    id += 1;
    return answer({ id, ...request } as Parameters<typeof answer>[0]);
  };
  const ask = async (request: object) => {
    const found = await send(request);
    if ("error" in found) throw new Error(JSON.stringify(found.error));
    return found.result as Record<string, unknown>;
  };
  const session = await ask({ do: "open" });
  return { send, ask, session };
}

describe("requests", () => {
  test("a scenario stays in the process and is changed there", async () => {
    const { ask, session } = await opened();
    const run = await ask({ do: "run", session, text: PROGRAM, name: "t", mode: "cell" });
    expect(run.defined).toEqual(["p", "base", "wide"]);
    const base = await ask({ do: "read", session, name: "base" });
    const changed = await ask({ do: "with", object: base.object, changes: { "plan.tp": "2" } });
    expect(changed.object).not.toBe(base.object);
    expect((await ask({ do: "part", object: changed.object, name: "plan" })).tp).toBe(2);
    const wide = await ask({ do: "read", session, name: "wide" });
    const row = await ask({ do: "row", object: wide.object, at: 1 });
    expect(row.results).toEqual(changed.results);
  });

  test("a value of one session is a name of another", async () => {
    const { ask, session } = await opened();
    await ask({ do: "run", session, text: PROGRAM, name: "t", mode: "cell" });
    const base = await ask({ do: "read", session, name: "base" });
    const changed = await ask({ do: "with", object: base.object, changes: { "plan.tp": "2" } });
    const other = await ask({ do: "open" });
    await ask({ do: "bind", session: other, name: "start", object: changed.object });
    await ask({ do: "run", session: other, text: "let t = start.plan.tp", name: "t", mode: "cell" });
    expect(await ask({ do: "read", session: other, name: "t" })).toBe(2);
  });

  test("a mistake of the program has a frame, and one of the caller a message", async () => {
    const { send, session } = await opened();
    expect(await send({ do: "evaluate", session, text: "80 GiB + 3 s", name: "e" })).toMatchObject({
      error: { kind: "value", text: expect.stringContaining("80 GiB + 3 s") },
    });
    expect(await send({ do: "quantity", object: 99, path: "mfu" })).toMatchObject({
      error: { kind: "request", message: "there is no object 99" },
    });
    expect(await send({ do: "quantity", object: session, path: "mfu" })).toMatchObject({
      error: { kind: "request" },
    });
    expect(await send({ do: "dance" })).toMatchObject({ error: { kind: "request" } });
  });

  test("an object is there until it was freed as often as it was given", async () => {
    const { ask, send, session } = await opened();
    await ask({ do: "run", session, text: PROGRAM, name: "t", mode: "cell" });
    const [once, twice] = [
      await ask({ do: "read", session, name: "base" }),
      await ask({ do: "read", session, name: "base" }),
    ];
    expect(twice.object).toBe(once.object);
    const part = { do: "part", object: once.object, name: "plan" };
    expect(await send({ ...part, free: [once.object] })).toHaveProperty("result");
    expect(await send({ ...part, free: [once.object] })).toHaveProperty("error.kind", "request");
  });

  test("an interrupted run keeps what it has", async () => {
    const { ask, session } = await opened(() => true);
    const text = `${PROGRAM}\nsearch best = base minimize step_time\nshow best`;
    expect(await ask({ do: "run", session, text, name: "t", mode: "cell" })).toMatchObject({
      interrupted: true,
    });
  });
});

test("lines are whole whatever the chunks, and their letters too", () => {
  const lines: string[] = [];
  const read = lineReader((line) => lines.push(line));
  const bytes = Buffer.from('{"a":"µ"}\n\n{"b":1}\nrest');
  for (const byte of bytes) read(Uint8Array.of(byte));
  expect(lines).toEqual(['{"a":"µ"}', "", '{"b":1}']);
});

describe("searches in parts", () => {
  const text = `
import dgx_h100 from "std/clusters"
import llama3_8b from "std/models"
plan p { dp = fill, seq_len = 8Ki, global_batch = 16 sequences }
let base = llama3_8b on (dgx_h100 with { nodes = 1 }) with p
search best = base where plan.cp == 1 keep 4
`;

  /** Rows of the search in a session opened with `options`, and its records. */
  async function searched(options: object) {
    const { ask } = await opened();
    const session = await ask({ do: "open", ...options });
    await ask({ do: "run", session, text, name: "t", mode: "cell" });
    const { columns } = await ask({ do: "read", session, name: "best" });
    return { columns, records: (await ask({ do: "searches", session })) as unknown as object[] };
  }

  test("together have the rows of one process, and a missing part is searched again", async () => {
    const whole = await searched({});
    const parts = [];
    for (const index of [0, 1]) parts.push((await searched({ share: { index, of: 2 } })).records);
    expect(parts.map((one) => one.length)).toEqual([1, 1]);
    expect(parts[0]).not.toEqual(parts[1]);
    const together = await searched({ known: JSON.parse(JSON.stringify(parts)) });
    expect(together.columns).toEqual(whole.columns);
    // Nothing was searched: all of it was known.
    expect(together.records).toEqual([]);
    const again = await searched({ known: [parts[0], []] });
    expect(again.columns).toEqual(whole.columns);
    expect(again.records).toHaveLength(1);
  });
});
