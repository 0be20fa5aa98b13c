import { describe, expect, it } from "vitest";
import { axisWords } from "../../../../src/report/figures/axis/axisWords.ts";

describe("words on an axis", () => {
  it("says fields and results as a reader would", () => {
    expect(axisWords("plan.tp")).toBe("tensor-parallel degree");
    expect(axisWords("memory.peak as GiB")).toBe("peak memory");
    expect(axisWords("memory.weights")).toBe("weights memory");
    expect(axisWords("mfu")).toBe("MFU");
    expect(axisWords("run.scenario.cluster.nodes")).toBe("nodes");
    expect(axisWords("base.plan.tp")).toBe("tensor-parallel degree");
  });

  it("says each name of an expression, and leaves the reader's own names without underscores", () => {
    expect(axisWords("time.bubble / step_time")).toBe("pipeline bubble / step time");
    expect(axisWords("waits_for_tensor")).toBe("waits for tensor");
    expect(axisWords("cluster.devices")).toBe("devices");
  });
});
