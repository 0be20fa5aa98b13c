import { expect, test } from "vitest";
import { expectationTable, toHtml, toText } from "../../src/report/index.ts";

test("money stands behind its sign, in what was expected too", () => {
  const checked = {
    ...{ line: 1, text: "run.cost ~= $5.6M", claim: null, relError: -0.007, within: "4%", pass: true },
    ...{ exercise: null, cite: null },
  };
  const text = toText(
    expectationTable([
      { ...checked, actual: 5_537_697, expected: 5_576_000, unit: "$" },
      { ...checked, actual: 2.5, expected: 2.5, unit: "$/GPU-hour" },
    ]),
  );
  expect(text).toMatch(/ \$5,537,697 +\$5,576,000 /);
  expect(text).toMatch(/ \$2\.500\/GPU-hour /);
});

test("exercises that are open say so once, and less than a hundredth of a percent has no sign", () => {
  const base = { line: 1, text: "a ~= 3", claim: null, unit: "", within: "4%", cite: null };
  const exercise = { found: null, hint: "count" };
  const open = { ...base, actual: null, expected: null, relError: null, pass: false, exercise };
  const text = toText(expectationTable([open, { ...open, text: "b ~= 4" }]));
  expect(text.match(/write your answer/g)).toHaveLength(1);
  const near = { ...base, actual: 3, expected: 3, relError: -7e-5, pass: true, exercise: null };
  expect(toText(expectationTable([near]))).toContain(" <0.01% ");
});

test("symbols of a derivation are letters, Greek ones too, before what they mean and in the formula", () => {
  const node = { text: "tau_e: time of the end = 2 s", children: [] };
  const html = toHtml({
    blocks: [
      {
        kind: "tree",
        root: {
          text: "time: in all = 4 s",
          formula: "2*tau_e + eta",
          substituted: "2*2 + 0",
          children: [node],
        },
      },
    ],
  });
  expect(html).toContain("= 2\u2009·\u2009<i>τ</i><sub>e</sub> + <i>η</i>");
  expect(html).toContain("<span><i>τ</i><sub>e</sub>: time of the end = 2 s</span>");
});
