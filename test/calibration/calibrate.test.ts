import { describe, expect, test } from "vitest";
import { calibrate } from "../../src/calibration/index.ts";
import { measuredBy, runsOf } from "./synthetic.ts";

const truth = {
  "cluster.device.gemm_efficiency": 0.7,
  "cluster.device.memory_efficiency": 0.7,
  "cluster.device.launch": 30e-6,
  "cluster.scale_up.efficiency": 0.6,
};
const noise = [0.02, -0.015, -0.02, 0.01, 0.015, -0.01, 0.02, -0.02];
const all = { isFitted: () => true };

const constantAt = ({ constants }: ReturnType<typeof calibrate>, path: string) => {
  const found = constants.find((one) => one.path === path);
  if (!found) throw new Error(`no ${path}`);
  return found;
};

describe("calibrate", () => {
  test("finds the constants that made the times", () => {
    const calibration = calibrate(runsOf(measuredBy(truth)), all);
    // The prior keeps them from ending exactly there.
    for (const path of ["cluster.device.gemm_efficiency", "cluster.device.launch"] as const)
      expect(Math.abs(constantAt(calibration, path).value / truth[path] - 1)).toBeLessThan(0.03);
    const [time] = calibration.errors;
    expect(time?.before.mape).toBeGreaterThan(0.2);
    expect(time?.after.mape).toBeLessThan(0.01);
  });

  test("finds them through noise, inside the ranges that it gives", () => {
    const calibration = calibrate(runsOf(measuredBy(truth, noise)), all);
    for (const [path, value] of Object.entries(truth)) {
      const { found } = constantAt(calibration, path);
      expect(found?.range[0]).toBeLessThan(value);
      expect(found?.range[1]).toBeGreaterThan(value);
    }
    expect(calibration.errors[0]?.after.mape).toBeLessThan(0.02);
  });

  test("is not led astray by one run that is twice as slow as its kind", () => {
    const calibration = calibrate(runsOf(measuredBy(truth, [...noise.slice(0, 7), 1])), all);
    const { value } = constantAt(calibration, "cluster.device.gemm_efficiency");
    expect(Math.abs(value / truth["cluster.device.gemm_efficiency"] - 1)).toBeLessThan(0.1);
  });

  test("leaves alone what no run is sensitive to, and says so", () => {
    const single = runsOf(measuredBy(truth)).filter(({ scenario }) => scenario.cluster.nodes === 1);
    const calibration = calibrate(single, all);
    for (const path of [
      "cluster.scale_out.efficiency",
      "cluster.scale_out.latency",
      "cluster.device.reserved",
    ]) {
      const constant = constantAt(calibration, path);
      expect(constant.found).toBeNull();
      expect(constant.value).toBe(constant.start);
      expect(constant.measurements).toBe(0);
    }
  });

  test("a run or two move constants little where they cannot tell them apart", () => {
    const [run] = runsOf(measuredBy({ "cluster.device.gemm_efficiency": 0.55 }));
    const calibration = calibrate(run ? [run] : [], all);
    for (const { value, start } of calibration.constants) {
      expect(value).toBeGreaterThanOrEqual(start / 2);
      expect(value).toBeLessThanOrEqual(Math.max(start * 2, 1e-5));
    }
    expect(calibration.constants.some(({ found }) => found && found.determined < 0.5)).toBe(true);
  });

  test("fits on the runs it is told to, and shows the errors of the others", () => {
    const runs = runsOf(measuredBy(truth));
    const calibration = calibrate(runs, { isFitted: (run) => runs.indexOf(run) % 2 === 0 });
    expect(calibration.errors.map(({ fitted, after }) => [fitted, after.n])).toEqual([
      [true, 4],
      [false, 4],
    ]);
    expect(calibration.errors[1]?.after.mape).toBeLessThan(calibration.errors[1]?.before.mape ?? 0);
  });

  test("fits only the fields that are asked for", () => {
    const paths = new Set(["cluster.device.gemm_efficiency"]);
    const { constants } = calibrate(runsOf(measuredBy(truth)), { ...all, paths });
    expect(constants.map(({ path }) => path)).toEqual([...paths]);
  });

  test("gives the same constants every time", () => {
    const values = () => calibrate(runsOf(measuredBy(truth, noise)), all).constants.map(({ value }) => value);
    expect(values()).toEqual(values());
  });
});
