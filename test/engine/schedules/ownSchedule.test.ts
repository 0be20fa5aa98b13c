import { describe, expect, test } from "vitest";
import { readOrder } from "../../../src/engine/schedules/orderText.ts";
import { ownInFlight, ownMistake } from "../../../src/engine/schedules/ownSchedule.ts";
import { passOf } from "../../../src/engine/schedules/pass.ts";
import { runSchedule } from "../../../src/engine/schedules/runSchedule.ts";
import { stepLength } from "../../../src/engine/schedules/stepLength.ts";
import { equal, own, planOf } from "./support.ts";

const ONE_BY_ONE = "F*(p - r - 1) (F BW)*(m - p + r + 1) BW*(p - r - 1)";

const read = (text: string, v = 1): string => {
  const found = readOrder(text, { p: 4, r: 1, m: 6, v });
  if (!found.ok) return `${found.at}: ${found.wanted}`;
  return Array.from(found.order, (code) => {
    const { kind, chunk, microBatch } = passOf(code);
    return `${kind}${v > 1 ? chunk : ""}.${microBatch}`;
  }).join(" ");
};

describe("an order's text", () => {
  test.each([
    ["F BW F BW", "F.0 BW.0 F.1 BW.1"],
    ["F*(p-r-1) (F BW)*2", "F.0 F.1 F.2 BW.0 F.3 BW.1"],
    ["F*2 B B W*2", "F.0 F.1 B.0 B.1 W.0 W.1"],
    ["F*max(0, r - 3) F*min(2, m)", "F.0 F.1"],
    ["((F BW)*1 F)*2", "F.0 BW.0 F.1 F.2 BW.1 F.3"],
    ["F*(m/4)", "F.0"],
    ["F*(r - 3)", ""],
    ["F B W BW", "F.0 B.0 W.0 BW.1"],
  ])("%s", (text, order) => expect(read(text)).toBe(order));

  test("of two chunks counts each", () => {
    expect(read("F0*2 F1 B1 W1 BW0", 2)).toBe("F0.0 F0.1 F1.0 B1.0 W1.0 BW0.0");
  });

  test.each([
    ["F*(p - ", "7: a number, p, r, m or v"],
    ["F G", "1: a pass (F, B, W, BW), a bracket or a count"],
    ["F)", "1: a pass before `)`"],
    ["(F", "2: `)`"],
    ["F1", "0: a chunk below vpp = 1"],
    ["F W", "2: the B of this W before it"],
    ["F*(1/0)", "6: a divisor other than 0"],
    ["F*9999999", "0: at most 1,048,576 passes"],
    ["(()*9999999)*9999999", "1: at most 1,048,576 passes"],
    [`F*${"(".repeat(99)}`, "35: at most 32 brackets in one another"],
  ])("%s is wrong at its place", (text, wrong) => expect(read(text)).toBe(wrong));
});

test("1F1B written out is 1F1B: its length and what it holds", () => {
  for (const [p, m] of [
    [2, 4],
    [4, 16],
    [8, 8],
  ] as const) {
    const mine = own(ONE_BY_ONE, p, m);
    expect(ownMistake(mine)).toBeNull();
    const named = planOf("1f1b", p, m);
    expect(stepLength(mine, equal(mine, 2, 3, 1))).toEqual(stepLength(named, equal(named, 2, 3, 1)));
    expect(Array.from({ length: p }, (_, r) => ownInFlight(mine, r))).toEqual(
      Array.from({ length: p }, (_, r) => p - r),
    );
  }
});

test("counts in numbers are of the whole step, however long", () => {
  const mine = own("F*100 BW*100", 2, 100);
  expect(ownMistake(mine)).toBeNull();
  const gpipe = planOf("gpipe", 2, 100);
  expect(stepLength(mine, equal(mine, 2, 3, 1)).seconds).toBe(
    stepLength(gpipe, equal(gpipe, 2, 3, 1)).seconds,
  );
});

test("one text a stage, with the gradients of the weights apart", () => {
  const mine = own(["F F B F W B B W W", "F B W F B F B W W"], 2, 3);
  expect(ownMistake(mine)).toBeNull();
  expect(runSchedule(mine, equal(mine, 1, 1, 1)).seconds).toBe(11);
});

test.each([
  ["F*m", own("F*m", 2, 4), { kind: "count", rank: 0, pass: "B or BW", times: 0, wanted: 4 }],
  ["F*m B*m", own("F*m B*m", 2, 4), { kind: "count", rank: 0, pass: "W", times: 0, wanted: 4 }],
  ["too few orders", own(["F BW", "F BW"], 4, 1), { kind: "orders", orders: 2, pp: 4 }],
  ["no text", own("F*(", 2, 4), { kind: "text", text: "F*(", at: 3, wanted: "a number, p, r, m or v" }],
])("%s is a mistake", (_, plan, mistake) => expect(ownMistake(plan)).toEqual(mistake));

test("a deadlock says who waits for whom", () => {
  // Stage 0 wants the first gradient before it sends the second micro-batch, which stage 1 runs first.
  const plan = own(["F BW F BW", "F F BW BW"], 2, 2);
  expect(ownMistake(plan)).toEqual({
    kind: "deadlock",
    waits:
      "stage 0 waits in BW of micro-batch 0 for stage 1's backward; stage 1 waits in F of micro-batch 1 for stage 0's forward",
  });
});
