import { expect, test } from "vitest";
import { toText } from "../../src/report/index.ts";
import { clockOf } from "../support/clockOf.ts";
import { BASE, cell, codes, memorySession } from "../support/memorySession.ts";

const START = `${BASE}let u = t with { plan.vpp = 1, plan.schedule = 1f1b }`;

/** What is thrown stands for a signal, which runs no handler on its way. */
class CutOff extends Error {}

/** What a session shows of a cell when it asks for the `at`th time whether to stop. */
function asked(at: number, answer: () => boolean) {
  let polls = Number.NEGATIVE_INFINITY;
  const s = memorySession({}, { interrupted: () => ++polls >= at && answer() });
  cell(s, START);
  polls = 0;
  return { s, run: (text: string) => cell(s, text), polls: () => polls };
}

/** What is shown and said. Of one that is cut off nobody looks which change would make a plan fit: it may have stopped in the middle of such a look. */
function shownBy({ outputs, diagnostics }: ReturnType<typeof cell>) {
  const all = {
    outputs: outputs.map(({ data }) => data),
    said: diagnostics.map(({ code, message }) => `${code}: ${message}`),
  };
  return JSON.parse(
    JSON.stringify(all).replace(
      /; no change of one choice makes it fit|; [^;"]+ would fit, [^"]+ a step/g,
      "",
    ),
  ) as typeof all;
}

/** A part of the plan space, some hundred plans. */
const PART = `for plan in all for plan.tp in [4, 8] for plan.cp in [1] for plan.pp in [4, 8] for plan.zero in [1, 3] for plan.schedule in [1f1b]
  for plan.offload in [none] for plan.rank_order in [tp_cp_dp_pp]`;
const SEARCHES = {
  "one search": `search best = u ${PART} minimize memory.activations keep 3`,
  "a front": `search best = u ${PART} pareto memory.peak, step_time`,
  "a search for each size": `search best = u for cluster.nodes in [32, 64] ${PART}
  minimize memory.activations keep 2 per cluster.nodes`,
  "a search over sizes": `search best = u for cluster.nodes in [32, 64] ${PART} minimize memory.activations keep 5`,
};

test.each(
  Object.entries(SEARCHES).flatMap(([name, search]) =>
    [0.1, 0.6, 0.9].map((share) => [name, share, search] as const),
  ),
)(
  "%s has the same plans whether it is told to stop or cut off, after %d of its looks",
  (_, share, search) => {
    clockOf(0);
    const text = `${search}\nshow best { cluster.nodes, plan.tp, memory }\nshow best.skipped`;
    const whole = asked(Number.POSITIVE_INFINITY, () => false);
    const all = whole.run(text);
    expect(all.outputs.length).toBe(2);
    const at = Math.floor(whole.polls() * share);
    const told = asked(at, () => true).run(text);
    expect(told.interrupted).toBe(true);
    expect(shownBy(told).outputs).toHaveLength(2);
    expect(shownBy(told)).not.toEqual(shownBy(all));

    let signals = 0;
    const { s, run } = asked(at, () => {
      if (signals++ === 0) throw new CutOff();
      return false;
    });
    expect(codes(run(text))).toEqual(["internal"]);
    const finished = s.finish();
    expect(finished?.interrupted).toBe(true);
    expect(finished && shownBy(finished)).toEqual(shownBy(told));
    // and they stay: what is asked next begins no search anew
    const again = cell(s, "show best { cluster.nodes, plan.tp, memory }");
    expect(again.outputs[0]?.data).toEqual(told.outputs[0]?.data);
  },
);

test("of searches at several points it is told which one stopped, where", () => {
  clockOf(0);
  const text = `${SEARCHES["a search for each size"]}\nshow best { cluster.nodes }`;
  const whole = asked(Number.POSITIVE_INFINITY, () => false);
  whole.run(text);
  const late = asked(Math.floor(whole.polls() * 0.97), () => true).run(text);
  const where = /^interrupted in search 2 of 2 \(nodes = 64\), after [\d,]+ plans$/;
  expect(late.diagnostics.map(({ message }) => message)).toContainEqual(expect.stringMatching(where));
  expect(late.outputs.map(({ document }) => toText(document)).join()).toMatch(
    /^best: interrupted in search 2 of 2 \(nodes = 64\), after [\d,]+ plans, the best/,
  );
  const rows = late.outputs[0]?.data as { readonly rows: readonly (readonly unknown[])[] } | undefined;
  expect(new Set(rows?.rows.map(([nodes]) => nodes))).toEqual(new Set([32, 64]));
});

test("a text that is only checked leaves no part of a table to what is read next", () => {
  clockOf(100);
  let [polls, most] = [0, Number.POSITIVE_INFINITY];
  const s = memorySession({}, { interrupted: () => ++polls > most });
  cell(s, START);
  const sizes = Array.from({ length: 15 }, (_, at) => 8 + 4 * at);
  const sweep = `sweep sizes = u for cluster.nodes in [${sizes.join()}]\nshow sizes`;
  const rowsAfter = (checks: boolean): unknown => {
    [polls, most] = [0, 3];
    expect(s.run(sweep, { name: "[cut]", mode: "cell", checks }).interrupted).toBe(true);
    most = Number.POSITIVE_INFINITY;
    const [output] = cell(s, "show sizes").outputs;
    return (output?.data as { readonly rows: readonly unknown[] } | undefined)?.rows.length;
  };
  expect(rowsAfter(true)).toBe(15);
  // A cell that runs keeps the rows that it has.
  expect(rowsAfter(false)).toBeLessThan(15);
});
