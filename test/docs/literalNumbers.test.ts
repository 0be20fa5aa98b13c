import { expect, test } from "vitest";
import { looseNumbers } from "./literalNumbers.ts";
import { notebookPrograms } from "./notebookPrograms.ts";

test.each(notebookPrograms())("$name: no result is typed by hand into a text", (program) => {
  const loose = looseNumbers(program).map(({ text, sentence }) => `${text}: ${sentence.slice(0, 100)}`);
  expect(loose).toEqual([]);
});

test("a number in a text is held by an expectation on both sides, or is an input", () => {
  const of = (text: string, code: string) =>
    looseNumbers({
      name: "made.dtp",
      cells: [
        { kind: "markdown", source: text },
        { kind: "code", source: code },
      ],
    }).map((one) => one.text);
  expect(of("It takes 2.6 times as long.", "expect a / b ~= 2.6 within 5%")).toEqual([]);
  expect(of("It takes 2.6 times as long.", "expect a / b ~= 2.8 within 5%")).toEqual(["2.6 times"]);
  expect(of("It takes 2.6 times as long.", "expect a / b ~= 2.6 within 50%")).toEqual(["2.6 times"]);
  expect(of("It takes three times as long.", "expect a / b < 3")).toEqual(["three times"]);
  expect(of("Some 38% of it is lost.", "expect lost < 38%")).toEqual(["38%"]);
  expect(of("Some 38% of it is lost.", "expect lost ~= 38% within 2%")).toEqual([]);
  expect(of("Some 38% of it is lost.", "expect lost ~= 38% within 0.03")).toEqual([]);
  expect(of("Some 12% of it is lost.", "expect lost ~= 12% within 0.04")).toEqual(["12%"]);
  expect(of("A third of it is lost.", "expect lost ~= 1 / 3 within 5%")).toEqual([]);
  expect(of("It needs 135.6 GiB.", "show peak")).toEqual(["135.6 GiB"]);
  expect(of("A NIC of 400 Gb/s and $2.50 an hour", "let n = 400 Gb/s let p = $2.50/GPU-hour")).toEqual([]);
  expect(of("Llama 3 70B on 64 GPUs reached 38% (arXiv:2407.21783, Table 4).", "show x")).toEqual([]);
});
