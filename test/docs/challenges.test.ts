import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "../../src/dsl/syntax/index.ts";
import { createWorld } from "../../src/host/index.ts";
import { createSession, piecesOf, programOf, sealLesson } from "../../src/session/index.ts";

const folder = join(import.meta.dirname, "../../notebooks/challenges");
const course = readdirSync(join(folder, "../course")).map((name) => name.slice(0, 2));
const challenges = readdirSync(folder).filter((name) => name.endsWith(".dtp"));
const read = (...path: readonly string[]) => readFileSync(join(folder, ...path), "utf8");
const run = (name: string, text: string, at = folder) =>
  createSession(createWorld(at, folder)).run(text, { name, mode: "file" });
const pieces = (name: string, text: string) => piecesOf([{ name, text }]);
const itemsOf = (list: string) =>
  list
    .slice(1, -1)
    .split("\n")
    .map((line) => line.trim().replace(/,$/, ""))
    .filter((line) => line !== "");

test("there are thirty challenges, each with a key, a proof and a row in the table", () => {
  expect(challenges).toHaveLength(30);
  expect(readdirSync(join(folder, "keys"))).toEqual(challenges);
  expect(readdirSync(join(folder, "proofs"))).toEqual(challenges);
  const rows = [...read("README.md").matchAll(/^\| \[.+?\]\((\d\d-[\w-]+\.dtp)\)/gm)].map(([, name]) => name);
  expect(rows).toEqual(challenges);
});

describe.each(challenges)("challenge %s", (name) => {
  const lesson = pieces(name, read(name));
  const [exercise, ...others] = [...lesson.exercises.values()];
  const fields = exercise?.fields ?? new Map<string, string>();
  const goals = itemsOf(fields.get("goals") ?? "[]");
  /** Verdict on an answer, with the share of the goals that it meets. */
  function verdictOn(answer: string) {
    const asked = { name: exercise?.name ?? "", fields: new Map([...fields, ["answer", answer]]) };
    const reads = new Set([...(exercise?.reads ?? []), "start"]);
    const { expectations } = run(name, programOf(lesson.definitions, [{ ...asked, reads }]));
    const [judged] = expectations.flatMap(({ judged }) => judged ?? []);
    return { state: judged?.state, score: judged?.score };
  }

  test("has a star for each of three goals, and three hints that name a lesson of the course", () => {
    expect(others).toEqual([]);
    expect(fields.get("points")).toBe("3");
    expect(goals).toHaveLength(3);
    const hints = itemsOf(fields.get("hints") ?? "[]");
    expect(hints).toHaveLength(3);
    for (const hint of hints) expect(course).toContain(/\(lesson (\d\d)\)"$/.exec(hint)?.[1]);
  });

  test("is left open, without errors", () => {
    const { diagnostics, expectations } = run(name, read(name));
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(expectations.map(({ judged }) => judged?.state)).toEqual(["open"]);
  });

  test("gives no star for the plan to start from, and three for the key's", () => {
    expect(verdictOn("start")).toEqual({ state: "wrong", score: 0 });
    const key = pieces(name, read("keys", name));
    const sealed = sealLesson(lesson, key, name.replace(".dtp", ""), (text) => run("key", text));
    expect(sealed.problems).toEqual([]);
  });

  test("counts nothing of a plan but what it says", () => {
    const key =
      pieces(name, read("keys", name))
        .exercises.get(exercise?.name ?? "")
        ?.fields.get("answer") ?? "";
    const cheat =
      "start with { time = step_times(gemm = 1 ms, bubble = 0 s), memory = memory_sizes(activations = 1 GiB), tokens = 1 tokens }";
    expect(verdictOn(key)).toEqual({ state: "right", score: 1 });
    expect(verdictOn(cheat)).toEqual({ state: "wrong", score: 0 });
  });

  test("has a proof over the fields that count, which ends at the gold goal", () => {
    const text = read("proofs", name);
    const { diagnostics, expectations } = run(name, text, join(folder, "proofs"));
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(expectations.length).toBeGreaterThan(2);
    expect(expectations.filter(({ pass }) => !pass)).toEqual([]);
    const counted = [...(lesson.definitions.get("judged")?.text ?? "").matchAll(/plan\.([\w.]+) =/g)];
    const searched = parse({ name, text }, "file").file.items.flatMap((item) =>
      item.kind === "search"
        ? item.clauses.flatMap((one) =>
            one.kind === "for" ? one.paths.map(({ names }) => names.map((each) => each.name).join(".")) : [],
          )
        : [],
    );
    expect(searched.map((path) => path.replace("plan.", "")).sort()).toEqual(
      counted.map(([, field]) => field).sort(),
    );
    const bound = /(?:<=|>=) (\S+(?: \S+)*)$/.exec(goals.at(-1) ?? "")?.[1];
    expect(text).toContain(`${bound}\n`);
  });
});
