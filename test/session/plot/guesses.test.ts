/** A guess of `predict` in later figures of the same quantity. */
import { expect, test } from "vitest";
import { memorySession } from "../../support/memorySession.ts";

const SETTING = `import gpt2_xl from "std/models"
import selene from "std/clusters"
plan p { dp = fill, seq_len = 1_024, micro_batch = 8, global_batch = 8 sequences * dp, overlap = none }
let base = gpt2_xl on (selene with { nodes = 4 }) with p
let slow = base with { cluster.scale_out.nic = 25 Gb/s }
sweep sizes = base
  for cluster.nodes in [1, 2, 4, 8]
  derive share = time.dp / step_time
`;

interface Drawn {
  readonly title: string;
  readonly data: readonly { readonly hovertext?: string; readonly x?: unknown; readonly y?: unknown }[];
  readonly layout: {
    readonly annotations?: readonly { readonly text: string; readonly x?: number; readonly y?: number }[];
    readonly shapes?: readonly {
      readonly line: { readonly dash?: string; readonly width?: number };
      readonly x0?: number;
      readonly y0?: number;
    }[];
  };
}

function figureOf(text: string): Drawn {
  const { outputs, diagnostics } = memorySession().run(SETTING + text, { name: "a.dtp", mode: "file" });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const figures = outputs.filter(({ kind }) => kind === "plot");
  expect(figures).toHaveLength(1);
  return figures[0]?.data as Drawn;
}
const labels = ({ layout }: Drawn): readonly string[] =>
  (layout.annotations ?? []).map(({ text }) => text).filter((text) => text.startsWith("your guess"));
const lines = ({ layout }: Drawn) =>
  (layout.shapes ?? []).filter(({ line }) => line.dash === "dot" && line.width === 1.5);
const traces = ({ data }: Drawn) => data.filter(({ hovertext }) => hovertext?.startsWith("your guess"));

test("of a result is a line across its figure, in the axis' unit", () => {
  const memory = figureOf("predict g { of = base.memory.peak, guess = 40 GiB }\nplot base.memory");
  expect(labels(memory)).toEqual(["your guess: 40 GiB"]);
  expect(lines(memory).map(({ y0 }) => y0)).toEqual([40]);
  const time = figureOf("predict g { of = base.step_time as ms, guess = 700 }\nplot base.time");
  expect(labels(time)).toEqual(["your guess: 700 ms"]);
  expect(lines(time).map(({ x0 }) => x0)).toEqual([700]);
});

test("of a table's last row is a mark there; of its largest, a line; of the base, a mark at its place", () => {
  const plot = "plot sizes { x = cluster.devices, y = share as % }";
  const last = figureOf(`predict g { of = last(sizes.share) as %, guess = 9 }\n${plot}`);
  expect(traces(last)).toMatchObject([{ x: [64], y: [9] }]);
  expect(labels(last)).toEqual(["your guess: 9%"]);
  const most = figureOf(`predict g { of = max(sizes.share) as %, guess = 9% }\n${plot}`);
  expect(traces(most)).toMatchObject([{ x: [8, 64], y: [9, 9] }]);
  const at = figureOf(
    "predict g { of = base.step_time, guess = 0.5 s }\nplot sizes { x = cluster.devices, y = step_time as s }",
  );
  expect(traces(at)).toMatchObject([{ x: [32], y: [0.5] }]);
  const changed = figureOf(
    "predict g { of = (base with { cluster.nodes = 2 }).step_time, guess = 0.5 s }\nplot sizes { x = cluster.devices, y = step_time as s }",
  );
  expect(traces(changed)).toMatchObject([{ x: [16], y: [0.5] }]);
});

test("of a ratio is at the later of the two bars", () => {
  const plot = "plot base.time, slow.time";
  const step = figureOf(`predict g { of = slow.step_time, guess = 1 s }\n${plot}`);
  expect(labels(step)).toEqual(["your guess: 1 s"]);
  const over = figureOf(`predict g { of = slow.step_time / base.step_time, guess = 2 }\n${plot}`);
  const under = figureOf(`predict g { of = base.step_time / slow.step_time, guess = 0.5 }\n${plot}`);
  expect(labels(over)[0]).toMatch(/^your guess: 2×, so [\d.]+ m?s$/);
  expect(lines(over)[0]?.x0).toBeGreaterThan(0);
  expect(lines(over)[0]?.x0).toBeCloseTo(lines(under)[0]?.x0 ?? 0, 4);
  expect(lines(over)[0]?.y0).toBe(1 - 0.42);
});

test("over words is a line across the bars", () => {
  const figure = figureOf(`sweep ways = base for plan.compression in [none, quantised(4)]
predict g { of = max(ways.step_time), guess = 0.5 s }
plot ways { x = plan.compression, y = step_time as s }`);
  expect(lines(figure).map(({ y0 }) => y0)).toEqual([0.5]);
});

test.each([
  ["an open guess", "predict g { of = base.memory.peak, guess = none }\nplot base.memory"],
  ["a guess that cannot be read", "predict g { of = base.memory.peak, guess = 3 s }\nplot base.memory"],
  ["a guess at another result", "predict g { of = base.step_time, guess = 3 s }\nplot base.memory"],
  ["a guess at another scenario", "predict g { of = slow.memory.peak, guess = 3 GiB }\nplot base.memory"],
  ["a guess after the figure", "plot base.memory\npredict g { of = base.memory.peak, guess = 40 GiB }"],
  [
    "a ratio whose first number is not drawn",
    "predict g { of = slow.step_time / base.step_time, guess = 2 }\nplot base.time",
  ],
  ["a word", "predict g { of = base.memory.fits, guess = yes }\nplot base.memory"],
])("%s is not drawn", (_, text) => {
  const figure = figureOf(text);
  expect(labels(figure)).toEqual([]);
  expect(lines(figure)).toEqual([]);
  expect(traces(figure)).toEqual([]);
});

test("that would squash the figure is named below it", () => {
  const { outputs } = memorySession().run(
    `${SETTING}predict g { of = base.memory.peak, guess = 4 TiB }\nplot base.memory`,
    { name: "a.dtp", mode: "file" },
  );
  const [figure] = outputs.filter(({ kind }) => kind === "plot");
  expect(labels(figure?.data as Drawn)).toEqual([]);
  expect(JSON.stringify(figure?.document)).toContain("Outside of the figure: your guess, 4 TiB.");
});

test("is drawn in a later cell of a notebook, as it is then", () => {
  const session = memorySession();
  const cell = (text: string, name: string) => session.run(text, { name, mode: "cell" });
  cell(SETTING, "1");
  cell("predict g { of = base.memory.peak, guess = 30 GiB }", "2");
  const drawn = () => cell("plot base.memory", "3").outputs[0]?.data as Drawn;
  expect(labels(drawn())).toEqual(["your guess: 30 GiB"]);
  cell("predict g { of = base.memory.peak, guess = 50 GiB }", "2");
  expect(labels(drawn())).toEqual(["your guess: 50 GiB"]);
});
