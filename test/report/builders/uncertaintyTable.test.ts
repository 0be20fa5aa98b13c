import { describe, expect, it } from "vitest";
import { summary, toText, uncertaintyTable } from "../../../src/report/index.ts";
import { sampleEstimate, sampleScenario } from "../../support/sampleEstimate.ts";
import { sampleUncertainty } from "../../support/sampleUncertainty.ts";

const [scenario, estimate] = [sampleScenario(), sampleEstimate()];
const uncertainty = sampleUncertainty(scenario, estimate);

describe("the line on the runs behind intervals", () => {
  it("speaks of parentheses only where a page prints intervals in them", () => {
    const page = toText(summary(scenario, estimate, [], undefined, uncertainty), { width: 400 });
    const table = toText(uncertaintyTable(uncertainty), { width: 400 });
    expect(page).toMatch(/step time +\S+ s \([\d.]+ to [\d.]+\)/);
    expect(page).toMatch(/anges in parentheses: 80% interval from /);
    expect(table).not.toMatch(/\([\d.]+ to [\d.]+\)/);
    expect(table).toMatch(/anges: 80% interval from /);
    expect(table).not.toContain("parentheses");
  });
});
