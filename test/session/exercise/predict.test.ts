/** Statement `predict`: a guess, the answer beside it, and mistakes of either side. */
import { describe, expect, test } from "vitest";
import type { Predicted } from "../../../src/report/index.ts";
import { piecesOf } from "../../../src/session/index.ts";
import { BASE, memorySession } from "../../support/memorySession.ts";

const run = (text: string) => memorySession().run(`${BASE}\n${text}`, { name: "lesson.dtp", mode: "file" });
const predicted = (of: string, guess: string) => {
  const { outputs, diagnostics, expectations } = run(`predict my { of = ${of}, guess = ${guess} }`);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(expectations).toEqual([]);
  const [output] = outputs;
  return { data: output?.data as Predicted, text: JSON.stringify(output?.document) };
};

describe("a guess", () => {
  test("that is open shows no number", () => {
    const { data, text } = predicted("1.5 * 100 GB", "none");
    expect(data).toMatchObject({ guess: null, truth: null, factor: null });
    expect(text).toContain("in place of `none`");
    expect(text).not.toContain("150");
  });
  test.each([
    ["150 GB", "300 GB", 2, true],
    ["150 GB", "75 GB", 2, false],
    ["150 GB as GB", "75", 2, false],
    ["40% * 1 as %", "20", 2, false],
    ["40% * 1 as %", "20%", 2, false],
    ["40% * 1 as %", "0.8", 2, true],
    ["64", "64 GPUs", 1, false],
    ["7B params", "14B params", 2, true],
    ["3 s - 6 s", "3 s", null, false],
    ["3 s", "0 s", null, false],
  ])("%s, guessed %s, is off by %s", (of, guess, factor, above) => {
    const { data } = predicted(of, guess);
    expect(data.guess).not.toBeNull();
    if (factor === null) expect(data.factor).toBeNull();
    else expect(data.factor).toBeCloseTo(factor, 10);
    if (factor !== 1) expect(data.above).toBe(above);
  });
  test.each([
    ["150 GB", "3", "has no unit"],
    ["150 GB", "3 s", "is time"],
    ["3", '"many"', "is not a number"],
    ["3 s", "unknown_name", "unknown_name"],
  ])("of %s that is %s cannot be read, which is no error", (of, guess, why) => {
    const { data } = predicted(of, guess);
    expect(data).toMatchObject({ guess: null, truth: null });
    expect(data.notes.join()).toContain(why);
  });
  test("is the value of the name, also for later statements", () => {
    const { outputs } = run("predict my { of = 3 s, guess = 2 s }\nshow my * 2 as s");
    expect(JSON.stringify(outputs[1]?.document)).toContain("4 s");
  });
  test("of a word shows both words", () => {
    expect(predicted("t.memory.fits", '"perhaps"').data).toMatchObject({ guess: "perhaps", factor: null });
  });
});

test.each([
  ["predict my { guess = 1 }", "missing-field"],
  ["predict my { of = t, guess = 1 }", "wrong-type"],
  ["predict my { of = 3, gues = 1 }", "unknown-field"],
  ["predict my { of = 3, of = 4 }", "duplicate-field"],
  ["predict my { of = nothing_of_that_name }", "unknown-name"],
])("%s is the author's mistake: %s", (text, code) => {
  expect(run(text).diagnostics.map((one) => one.code)).toContain(code);
});

test("`predict` stays usable as a name, and grading sees no exercise in it", () => {
  expect(run("let predict = 2\nshow predict").diagnostics).toEqual([]);
  expect([...piecesOf([{ name: "x", text: "predict my { of = 3 }" }]).exercises]).toEqual([]);
});
