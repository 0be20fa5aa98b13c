import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { looseNumbers } from "./literalNumbers.ts";
import { type NotebookProgram, notebookPrograms, notebooksFolder } from "./notebookPrograms.ts";

/** A lesson with the key to its exercises, which has the numbers that the exercises ask about. */
function withKey({ name, cells }: NotebookProgram): NotebookProgram {
  const [, folder, lesson] = /^(course(?:\/exam)?)\/(?:de\/)?(.+)$/.exec(name) ?? [];
  if (folder === undefined || lesson === undefined) return { name, cells };
  const source = readFileSync(join(notebooksFolder, folder, "keys", lesson), "utf8");
  return { name, cells: [...cells, { kind: "code", source }] };
}

test.each(notebookPrograms())("$name: no result is typed by hand into a text", (program) => {
  const loose = looseNumbers(withKey(program)).map(
    ({ text, sentence }) => `${text}: ${sentence.slice(0, 100)}`,
  );
  expect(loose).toEqual([]);
});

const index = readFileSync(join(notebooksFolder, "studies/README.md"), "utf8");

test.each(
  [...index.matchAll(/^\| \[.+?\]\((.+?)\.ipynb\) \| (.+) \|$/gm)].map(([, name = "", answer = ""]) => ({
    name,
    answer,
  })),
)("the index of studies says of $name what it shows", ({ name, answer }) => {
  const study = notebookPrograms().find((one) => one.name === `studies/${name}.dtp`);
  const code = study?.cells.filter(({ kind }) => kind === "code") ?? [];
  expect(code).not.toEqual([]);
  const cells = [{ kind: "markdown" as const, source: answer }, ...code];
  expect(looseNumbers({ name, cells }).map(({ text }) => text)).toEqual([]);
});

const loose = (text: string, code: string) =>
  looseNumbers({
    name: "made.dtp",
    cells: [
      { kind: "markdown", source: text },
      { kind: "code", source: code },
    ],
  }).map((one) => one.text);

test("a number in a text is held by an expectation on both sides, or is an input", () => {
  expect(loose("It takes 2.6 times as long.", "expect a / b ~= 2.6 within 0.05")).toEqual([]);
  expect(loose("It takes 2.6 times as long.", "expect a / b ~= 2.8 within 0.05")).toEqual(["2.6 times"]);
  expect(loose("It takes three times as long.", "expect a / b < 3")).toEqual(["three times"]);
  expect(loose("Some 38% of it is lost.", "expect lost < 38%")).toEqual(["38%"]);
  expect(loose("It needs 135.6 GiB.", "show peak")).toEqual(["135.6 GiB"]);
  expect(loose("A NIC of 400 Gb/s and $2.50 an hour", "let n = 400 Gb/s let p = $2.50/GPU-hour")).toEqual([]);
  expect(loose("Llama 3 70B on 64 GPUs reached 38% (arXiv:2407.21783, Table 4).", "show x")).toEqual([]);
});

test("an expectation holds a number to the digits that the text writes", () => {
  expect(loose("It takes 2.6 times as long.", "expect a / b ~= 2.6 within 5%")).toEqual(["2.6 times"]);
  expect(loose("It takes 2.6 times as long.", "expect a / b ~= 2.62 within 0.03")).toEqual([]);
  expect(loose("It takes 2.6 times as long.", "expect a / b ~= 2.62 within 0.04")).toEqual(["2.6 times"]);
  expect(loose("It takes 2.60 times as long.", "expect a / b ~= 2.6 within 0.05")).toEqual(["2.60 times"]);
  expect(loose("Lost is 38%.", "expect lost ~= 38% within 0.5%")).toEqual([]);
  expect(loose("Lost is 38%.", "expect lost ~= 38% within 0.005")).toEqual([]);
  expect(loose("Lost is 38%.", "expect lost ~= 38% within 2%")).toEqual(["38%"]);
  expect(loose("It is off by a factor of 1.23.", "expect a / b ~= 1.23 within 0.005")).toEqual([]);
  expect(loose("It is off by a factor of 1.23.", "let x = 1.23")).toEqual(["factor of 1.23"]);
  expect(
    loose("It costs 32.2 million GPU-hours.", "expect t ~= 32.2M GPU-hours within 0.05M GPU-hours"),
  ).toEqual([]);
  expect(loose("It costs 32.2 million GPU-hours.", "expect t ~= 32.2M GPU-hours within 1%")).toEqual([
    "32.2 million GPU-hours",
  ]);
});

test("a decimal whose unit stands elsewhere is held to its digits in any unit", () => {
  const code = "expect { a ~= 20 years within 0.5 years, b ~= 8.4 years within 0.05 years }";
  expect(loose("A100s take 20 years, H100s 8.4.", code)).toEqual([]);
  expect(loose("A100s take 20 years, H100s 8.5.", code)).toEqual(["8.5"]);
  expect(loose("An H100 does the work of 2.3 A100s.", "expect a / b ~= 2.3 within 6%")).toEqual(["2.3"]);
  expect(loose("GPT-2 has 1.6 billion parameters, Llama 3.1 has 70.6B.", "show x")).toEqual([]);
});

test("both ends of a range are held", () => {
  const ends = "expect { a ~= 4.4% within 1%, b ~= 5.5% within 0.5% }";
  expect(loose("The median is 4.4% to 5.5%.", ends)).toEqual([]);
  expect(loose("The median is 4.1 to 5.5%.", ends)).toEqual(["4.1 to 5.5%"]);
  expect(loose("They are 1.3 and 1.6 times as fast.", "expect a ~= 1.6 within 1%")).toEqual([
    "1.3 and 1.6 times",
  ]);
  expect(loose("It is 24% with 16 and 9% with 64.", "let a = 24% let b = 9%")).toEqual([]);
});

test("a number in words and one said to be rounded are within 5%", () => {
  expect(loose("A third of it is lost.", "expect lost ~= 1 / 3 within 5%")).toEqual([]);
  expect(loose("A third of it is lost.", "expect lost ~= 0.36 within 1%")).toEqual(["A third"]);
  expect(loose("It takes three times as long.", "expect a / b ~= 3.1 within 1%")).toEqual([]);
  expect(loose("It takes three times as long.", "expect a / b ~= 3.3 within 1%")).toEqual(["three times"]);
  expect(loose("About 80% is lost.", "expect lost ~= 83% within 1%")).toEqual([]);
  expect(loose("Then 80% is lost.", "expect lost ~= 83% within 1%")).toEqual(["80%"]);
});

test("a number that the value is beyond is near, or held by an inequality that points the same way", () => {
  expect(loose("More than 60% is lost.", "expect lost ~= 64% within 1%")).toEqual([]);
  expect(loose("More than 60% is lost.", "expect lost ~= 57% within 1%")).toEqual(["60%"]);
  expect(loose("More than 60% is lost.", "expect lost ~= 90% within 1%")).toEqual(["60%"]);
  expect(loose("More than 60% is lost.", "expect lost > 60%")).toEqual([]);
  expect(loose("More than 60% is lost.", "expect lost < 60%")).toEqual(["60%"]);
  expect(loose("At most 60% is lost.", "expect lost < 60%")).toEqual([]);
});

test("a source's amount is an input, a share of it is not", () => {
  const cited = 'expect a ~= 163 TFLOP/s within 10% cite "a paper"';
  expect(loose("It reached 163 TFLOP/s.", cited)).toEqual([]);
  expect(loose("It is 10% less.", 'expect 1 - a / 163 TFLOP/s ~= 10% within 10% cite "a paper"')).toEqual([
    "10%",
  ]);
});
