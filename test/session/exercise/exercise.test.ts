/** Statement `exercise`: states, units, goals, and what it leaves alone. */
import { describe, expect, test } from "vitest";
import { piecesOf, programOf, sealLesson } from "../../../src/session/index.ts";
import { BASE, memorySession } from "../../support/memorySession.ts";

const run = (text: string) => memorySession().run(text, { name: "lesson.dtp", mode: "file" });
const part = (text: string) => piecesOf([{ name: "x", text }]);

/** The lesson with seals from the key. */
function sealedProgram(lesson: string, key: string): (answers: Readonly<Record<string, string>>) => string {
  const pieces = part(lesson);
  const { exercises, problems } = sealLesson(pieces, part(key), "lesson", run);
  expect(problems).toEqual([]);
  return (answers) =>
    programOf(
      pieces.definitions,
      exercises.map(({ name, fields }) => ({
        name,
        fields: new Map([...fields, ["answer", answers[name] ?? "none"]]),
        reads: new Set(pieces.definitions.keys()),
      })),
    );
}

const LESSON = `${BASE}
let rate = 2
exercise memory { unit = "GB", answer = none, hints = ["count all of them"] }
exercise size { unit = "B params", answer = none }
exercise gpus { answer = none }
exercise share { unit = "%", answer = none }
exercise when { unit = "days", answer = none }
exercise part { answer = none }
`;
const KEY = `
let bytes = rate * 8 bytes/param
exercise memory {
  answer = 7B params * bytes
  within = 2%
  says = "sixteen bytes each"
  misconceptions = [[7B params * 2 bytes/param, "the weights alone"], [7 * 16 GiB, "GiB for GB"]]
}
exercise size { answer = 5.37B params, within = 2% }
exercise gpus { answer = 64, within = 0 }
exercise share { answer = 43%, within = 2% }
exercise when { answer = 7 days, within = 3% }
exercise part { answer = "storage" }
`;
const program = sealedProgram(LESSON, KEY);
const judged = (name: string, answer: string) => {
  const { expectations, diagnostics } = run(program({ [name]: answer }));
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const one = expectations.find((each) => each.judged?.name === name)?.judged;
  if (!one) throw new Error(`no verdict on ${name}`);
  return one;
};

describe("an answer is accepted", () => {
  test.each([
    ["memory", "112 GB"],
    ["memory", "112"],
    ["memory", "7 * 16"],
    ["memory", "104.3 GiB"],
    ["memory", "896 Gb"],
    ["memory", "0.112 TB"],
    ["memory", "7B params * 16 bytes/param"],
    ["size", "5.37"],
    ["size", "5.37B params"],
    ["size", "5_370M params"],
    ["size", "5_370_000_000"],
    ["gpus", "64"],
    ["gpus", "64 GPUs"],
    ["gpus", "8 * 8"],
    ["share", "43%"],
    ["share", "0.43"],
    ["share", "43"],
    ["when", "7"],
    ["when", "168 h"],
    ["when", "10_080 min"],
    ["part", '"storage"'],
    ["part", '" Storage "'],
  ])("%s = %s", (name, answer) => {
    expect(judged(name, answer)).toMatchObject({ state: "right", score: 1 });
  });

  test("and says how it was read", () => {
    expect(judged("memory", "112").notes).toEqual([
      "the answer has no unit and is read as `112 GB`",
      "sixteen bytes each",
    ]);
    expect(judged("gpus", "64 GPUs").notes).toEqual(["`64 GPUs` is read as a plain number"]);
    expect(judged("size", "5.37").notes).toEqual(["the answer has no unit and is read as `5.37B params`"]);
  });
});

describe("an answer is", () => {
  test.each([
    ["wrong", "memory", "56 GB", null],
    ["wrong", "memory", "14 GB", "the weights alone"],
    ["wrong", "memory", "112 GiB", "GiB for GB"],
    ["wrong", "memory", "-112 GB", null],
    ["wrong", "gpus", "65", null],
    ["wrong", "part", '"memory"', null],
    ["open", "memory", "none", null],
    ["unreadable", "memory", "3 s", null],
    ["unreadable", "memory", '"many"', null],
    ["unreadable", "memory", "base", null],
    ["unreadable", "memory", "nonsense + 1", null],
    ["unreadable", "memory", "1 GB / 0", null],
    ["unreadable", "memory", "[1 GB]", null],
    ["unreadable", "memory", "memory", null],
    ["unreadable", "gpus", "3 s", null],
  ])("%s: %s = %s", (state, name, answer, mistake) => {
    expect(judged(name, answer)).toMatchObject({ state, score: 0, mistake });
  });

  test("told its hints only where it is given", () => {
    const texts = (answer: string) => JSON.stringify(run(program({ memory: answer })).outputs[0]?.document);
    expect(texts("1 GB")).toContain("count all of them");
    expect(texts("none")).not.toContain("count all of them");
    expect(texts("112 GB")).not.toContain("count all of them");
  });

  test("not in the file", () => {
    const text = program({});
    const own = text.slice(text.indexOf("exercise"));
    for (const word of ["112", "5.37", "64", "43%", "storage", "weights", "16 bytes"])
      expect(own.replace(/"1\.[^"]*"/g, "")).not.toContain(word);
  });
});

describe("an exercise", () => {
  test("names its answer", () => {
    const text = `${program({ gpus: "64" })}\nexpect gpus == 64\nlet twice = 2 * gpus\nexpect twice == 128`;
    expect(
      run(text)
        .expectations.filter(({ text }) => !text.startsWith("exercise"))
        .map(({ pass }) => pass),
    ).toEqual([true, true]);
  });

  test("with goals scores the share that holds", () => {
    const goals = (answer: string) =>
      run(`${BASE}
plan mine = p with { tp = 4 }
exercise best { answer = ${answer}, goals = [(t with best).plan.tp == 4, (t with best).mfu > 0%, (t with best).mfu > 99%] }`)
        .expectations[0]?.judged;
    expect(goals("mine")).toMatchObject({ state: "wrong", score: 2 / 3 });
    expect(goals("mine")?.notes.map((note) => note.split(":")[0])).toEqual(["met", "met", "missed"]);
    expect(goals("none")).toMatchObject({ state: "open" });
    expect(goals("3 s")).toMatchObject({ state: "unreadable", score: 0 });
  });

  test("without a seal says so, and judges nothing", () => {
    const { expectations, outputs } = run("exercise e { answer = 3 }");
    expect(expectations[0]?.judged).toMatchObject({ state: "open", score: 0 });
    expect(JSON.stringify(outputs[0]?.document)).toContain("dtp seal");
  });

  test.each([
    ["exercise e { anwser = 3 }", "unknown-field"],
    ["exercise e { answer = 3, answer = 4 }", "duplicate-field"],
    ["exercise e { hints = 3 }", "wrong-type"],
    ['exercise e { hints = ["a", 3] }', "wrong-type"],
    ['exercise e { unit = "gigs" }', "unknown-unit"],
    ["exercise e { unit = GB }", "unknown-name"],
    ['exercise e { answer = 3, seal = "1.x" }', "broken-seal"],
    ["exercise e { goals = 3 }", "wrong-type"],
    ["exercise e { misconceptions = [3] }", "wrong-type"],
    ["let e = 3\nexercise e { answer = 3 }", "duplicate-definition"],
  ])("with a mistake is told: %s", (text, code) => {
    expect(run(text).diagnostics.map((one) => one.code)).toContain(code);
  });
});
