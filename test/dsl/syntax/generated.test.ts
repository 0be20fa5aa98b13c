import { expect, test } from "vitest";
import { format, parse } from "../../../src/dsl/syntax/index.ts";
import { Draw, generatedForms, generatedProgram } from "../../support/generatedProgram.ts";
import { runs } from "../../support/runs.ts";
import { random } from "./corpus.ts";

test("generated programs contain every statement, clause and expression, every tag and field of the schema", () => {
  const draw = new Draw(random(20261128));
  const missing = () => generatedForms.filter((form) => !draw.made.has(form));
  // Rare forms need thousands of programs. It ends where all are made.
  for (let i = 0; i < 20_000 && (i % 1_000 !== 0 || missing().length > 0); i++) generatedProgram(draw);
  expect(missing()).toEqual([]);
  expect(generatedForms.length).toBeGreaterThan(1_000);
});

test("generated programs parse, and their formatted text is a fixed point that parses to the same program", () => {
  const draw = new Draw(random(7));
  for (let i = 0; i < runs(1_000); i++) {
    const { begin, text } = generatedProgram(draw);
    const whole = `${begin}${text}\n`;
    const once = parsed(whole);
    const again = parsed(once);
    if (once !== again) expect(again, whole).toBe(once);
    // The words of a program are all kept, in their order.
    if (words(once) !== words(whole)) expect(words(once), whole).toBe(words(whole));
  }
}, 120_000);

function parsed(text: string): string {
  const { file, diagnostics } = parse({ name: "generated", text }, "cell");
  if (diagnostics.length > 0) throw new Error(`${diagnostics[0]?.message}\n${text}`);
  return format(file);
}

/** Letters and digits of a text. Layout, optional commas and brackets are the formatter's. */
const words = (text: string): string => (text.match(/[\w%$]+/g) ?? []).join(" ");
