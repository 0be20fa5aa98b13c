import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readCsv } from "../../../../../src/dsl/csv/readCsv.ts";
import * as book from "../../../../../src/engine/formulas/run/tokens.ts";

/** Each law against the rows that were published of what it says (validation/sync.csv). */
const [header, ...rows] = readCsv(readFileSync("validation/sync.csv", "utf8")).records;
const names = header?.cells.map(({ text }) => text) ?? [];
const table = rows.map(({ cells }) =>
  Object.fromEntries(names.map((name, at) => [name, cells[at]?.text ?? ""])),
) as readonly Readonly<Record<string, string>>[];
const of = (law: string) => table.filter((row) => row.law === law);
const at = (row: Readonly<Record<string, string>>, name: string): number => Number(row[name]);
const rms = (errors: readonly number[]): number =>
  Math.sqrt(errors.reduce((sum, e) => sum + e * e, 0) / errors.length);

describe("islands of local SGD", () => {
  const rowsOf = of("local_sgd");
  const measured = (row: (typeof table)[number]): number =>
    Math.log(at(row, "loss_after") / at(row, "loss_before"));
  const law = (row: (typeof table)[number]): number =>
    book.localGap.evaluate({
      ...{ n_I: at(row, "islands"), n_H: at(row, "steps"), P: at(row, "params"), D: at(row, "tokens") },
    });

  test("the law misses 45 losses by 0.37% root mean square, where charging nothing misses 1.58%", () => {
    expect(rowsOf).toHaveLength(45);
    expect(rms(rowsOf.map((row) => law(row) - measured(row)))).toBeLessThan(0.0037);
    expect(rms(rowsOf.map(measured))).toBeGreaterThan(0.015);
  });

  test("no row costs over 0.6% more than the law says", () => {
    expect(Math.max(...rowsOf.map((row) => measured(row) - law(row)))).toBeLessThan(0.006);
  });
});

describe("older weights", () => {
  const per = { muon: 0.13, adamh: 0.58 } as const;

  test.each(of("pipeline"))("$optimizer over $stages stages, $id", (row) => {
    const tau_u = book.stageDelay.evaluate({ p_p: at(row, "stages") });
    const c_s = per[row.optimizer as keyof typeof per];
    const found = book.staleTokens.evaluate({ c_s, tau_u, n_S: at(row, "updates") });
    expect(Math.abs(found / at(row, "tokens_ratio") - 1)).toBeLessThan(0.01);
  });

  test.each(of("delay"))("one delay of all weights, $id", (row) => {
    const shape = { tau_u: at(row, "delay"), n_S: at(row, "updates") };
    const found = book.staleTokens.evaluate({ c_s: 0.13 * 2.15, ...shape });
    expect(Math.abs(found / at(row, "tokens_ratio") - 1)).toBeLessThan(0.02);
  });
});

test("published tokens of MXFP4 are near the ends that are charged", () => {
  for (const row of of("precision")) {
    expect(at(row, "tokens_ratio")).toBeGreaterThan(1.08 - 0.04); // checkpoints are 5% apart
    expect(at(row, "tokens_ratio")).toBeLessThan(1.36);
  }
});

test("Muon's tokens are within 7% of those published", () => {
  const rowsOf = of("optimizer");
  expect(rowsOf.length).toBeGreaterThan(1);
  for (const row of rowsOf) {
    const found = book.matrixOptimizerTokens.evaluate({ P: at(row, "params"), c_o: 0 });
    expect(Math.abs(found / at(row, "tokens_ratio") - 1)).toBeLessThan(0.07);
  }
});

test("PowerSGD's loss of rank 1 and rank 4", () => {
  for (const row of of("power_sgd")) {
    const found = book.lowRankGap.evaluate({ r_c: at(row, "rank") });
    expect(found).toBeCloseTo(at(row, "loss_after") / at(row, "loss_before") - 1, 3);
  }
});
