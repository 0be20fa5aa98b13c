import { Script } from "node:vm";
import { expect, test } from "vitest";
import { toText } from "../../../src/report/index.ts";
import type { RunResult } from "../../../src/session/index.ts";
import { codes, memorySession, shown } from "../../support/memorySession.ts";

function notebook() {
  const session = memorySession({ "runs.csv": "n\n1\n" });
  let count = 0;
  const run = (cell: string, text: string) =>
    session.run(text, { name: `cell [${++count}]`, mode: "cell", cell });
  return { session, run };
}

function notes(result: RunResult): readonly string[] {
  return result.outputs
    .filter((one) => one.kind === "note")
    .map((one) => toText(one.document, { width: 100 }).trim())
    .filter((text) => !text.includes("stale"));
}

test("a name that two cells define: the last run wins, and says so", () => {
  const { session, run } = notebook();
  expect(notes(run("a", "let x = 1"))).toEqual([]);
  const other = run("b", "let y = 1\nlet x = 2");
  expect(notes(other)).toEqual(["x was also defined in cell [1]; the last run wins"]);
  expect(other.outputs[0]).toMatchObject({ line: 2, data: { name: "x", elsewhere: "a" } });
  expect(shown(session, "x")).toBe(2);
  expect(notes(run("b", "let x = 3"))).toEqual([]);
  expect(notes(run("a", "let x = 1"))).toEqual(["x was also defined in cell [3]; the last run wins"]);
});

test("a cell that failed has defined nothing; the same import twice is no conflict", () => {
  const { run } = notebook();
  run("a", "let x = 1");
  run("b", "let x = 1 GiB + 1 s");
  expect(notes(run("a", "let x = 2"))).toEqual([]);
  const text = 'import selene from "std/clusters"\nimport runs from "./runs.csv"';
  run("c", text);
  expect(notes(run("d", text))).toEqual([]);
});

test("deleted cells take their names along, but not those that another cell has defined since", () => {
  const { session, run } = notebook();
  run("a", "let x = 1\nlet y = 2");
  run("b", "let y = 5\nlet double = 2 * x");
  expect(shown(session, "double")).toBe(2);
  session.forget(["a", "never seen"]);
  expect(session.names().map((one) => one.name)).toEqual(["y", "double"]);
  expect(shown(session, "y")).toBe(5);
  expect(shown(session, "double")).toEqual(["unknown-name"]);
  expect(codes(run("c", "let x = 4"))).toEqual([]);
  expect(shown(session, "double")).toBe(8);
});

test("an evaluation that a signal cut off is begun anew by the next cell", () => {
  let rows = Number.POSITIVE_INFINITY;
  const session = memorySession({}, { interrupted: () => --rows < 0 });
  const run = (text: string) => session.run(text, { name: "[1]", mode: "cell" });
  run(`import gpt3_175b from "std/models"
import selene from "std/clusters"
plan p { tp = 8, pp = 8, seq_len = 2_048, micro_batch = 1, global_batch = 560 sequences }
let base = gpt3_175b on selene with p`);
  // A time limit ends a script as a signal does: nothing on the way is told, no `finally` runs.
  const long = () => run("show first(s).step_time\nsweep s = base for plan.micro_batch in range(1, 90_000)");
  Object.assign(globalThis, { long });
  expect(() => new Script("long()").runInThisContext({ timeout: 200 })).toThrow(/timed out/);
  rows = 20;
  const after = codes(run("show s"));
  expect(after).toContain("interrupted");
  expect(after).not.toContain("cyclic-definition");
});

test("a long value is shown as far as whole fields go", () => {
  const { session, run } = notebook();
  run(
    "a",
    "plan p {\n  tp = 8\n  pp = 8\n  sequence_parallel = true\n  seq_len = 2_048\n  micro_batch = 1\n}",
  );
  run("b", `let words = "${"long ".repeat(20)}"`);
  expect(session.names().map(({ name, value }) => [name, value])).toEqual([
    ["p", "{ tp = 8, pp = 8, sequence_parallel = true, seq_len = 2_048, …"],
    ["words", `${"long ".repeat(14)}l…`],
  ]);
});
