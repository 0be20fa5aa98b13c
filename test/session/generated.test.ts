import { expect, test } from "vitest";
import { toHtml, toLatex, toMarkdown, toText } from "../../src/report/index.ts";
import { random } from "../dsl/syntax/corpus.ts";
import { Draw, generatedProgram } from "../support/generatedProgram.ts";
import { memorySession } from "../support/memorySession.ts";
import { runs } from "../support/runs.ts";

test("programs generated from the schema are answered or refused, and every output renders everywhere", () => {
  const seed = process.env.FUZZ ? Date.now() % 2 ** 31 : 24;
  const draw = new Draw(random(seed));
  let polls = 0;
  // Long tables stop early: the point is what programs do, not how often.
  const fresh = () => memorySession({}, { interrupted: () => ++polls > 40 });
  let session = fresh();
  let answered = 0;
  const programs = runs(300);
  for (let run = 0; run < programs; run++) {
    const { begin, text } = generatedProgram(draw);
    if (run % 50 === 0) {
      session = fresh();
      polls = Number.NEGATIVE_INFINITY;
      expect(session.run(begin, { name: "[0]", mode: "cell" }).diagnostics).toEqual([]);
    }
    polls = 0;
    const told = `seed ${seed}, program ${run}:\n${text}`;
    const { outputs, diagnostics } = session.run(text, { name: `[${run}]`, mode: "cell" });
    for (const { code, message, place } of diagnostics) {
      if (code === "internal") expect.fail(`${message}\n${told}`);
      if (!place) continue;
      const inside = place.span.start <= place.span.end && place.span.end <= place.source.text.length;
      if (!inside) expect.fail(`${code} is outside its text\n${told}`);
    }
    if (outputs.length > 0) answered++;
    for (const { document, data } of outputs) {
      const texts = [toText, toHtml, toMarkdown, toLatex].map((render) => render(document));
      const wrong = [...texts, JSON.stringify(data) ?? ""].find((one) =>
        /undefined|\bNaN\b|\[object Object\]/.test(one),
      );
      if (wrong)
        expect.fail(`${/.{0,80}(undefined|\bNaN\b|\[object Object\]).{0,40}/.exec(wrong)?.[0]}\n${told}`);
    }
    const at = draw.below(text.length);
    session.complete(text, at);
    session.inspect(text, at);
  }
  expect(answered).toBeGreaterThan(programs / 5);
}, 300_000);
