import { expect, test } from "vitest";
import { toText } from "../../src/report/index.ts";
import { BASE, cell, codes, memorySession } from "../support/memorySession.ts";

const messages = (text: string) => {
  const s = memorySession();
  expect(codes(cell(s, BASE))).toEqual([]);
  return cell(s, text).diagnostics.map(({ message }) => message);
};

test("what energy and carbon need is named, the first that is missing", () => {
  const budget = "let run = t with { plan.tokens = 1B tokens }\n";
  expect(messages("show t.energy")).toEqual(["`energy` needs `plan.tokens`, which is not set"]);
  expect(messages("show t.carbon")).toEqual(["`carbon` needs `plan.tokens`, which is not set"]);
  expect(messages(`${budget}show run.carbon`)).toEqual([
    "`carbon` needs `cluster.carbon_intensity`, which is not set",
  ]);
  expect(messages(`${budget}show run.water`)).toEqual([
    "`water` needs `cluster.water_intensity`, which is not set",
  ]);
});

test("power, energy and carbon are shown with their parts, plotted and explained", () => {
  const s = memorySession();
  cell(s, BASE);
  const text = `let run = t with { plan.tokens = 1B tokens, cluster.carbon_intensity = 400 g/kWh }
show run.power
show run.energy
show run.carbon
plot run.power
plot run.energy
plot run.carbon
explain run.energy.per_token
`;
  const { outputs, diagnostics } = cell(s, text);
  expect(diagnostics).toEqual([]);
  const shown = outputs.map(({ document }) => toText(document, { width: 200 })).join("\n");
  for (const line of ["hosts", "cooling and distribution", "electricity", "Power: ", "Energy: ", "J/token"])
    expect(shown).toContain(line);
});
