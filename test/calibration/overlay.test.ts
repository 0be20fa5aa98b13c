import { describe, expect, test } from "vitest";
import { calibrate, overlay, type Run } from "../../src/calibration/index.ts";
import { format, parse } from "../../src/dsl/syntax/index.ts";
import { createSession } from "../../src/session/index.ts";
import { programOf } from "../../src/validation/programs/program.ts";
import { rowOf } from "../../src/validation/rows/row.ts";
import { world } from "../validation/rows.ts";
import { cells, measuredBy, runsOf } from "./synthetic.ts";

const truth = { "cluster.device.gemm_efficiency": 0.6, "cluster.scale_out.efficiency": 0.5 };
const all = { isFitted: () => true };

/** What `show` says of the expressions, with the overlay's text before them. */
function shown(text: string, ...expressions: readonly string[]) {
  const session = createSession(world);
  const { outputs, diagnostics } = session.run(
    `${text}\n${expressions.map((one) => `show ${one}`).join("\n")}\n`,
    { name: "overlay.dtp", mode: "file" },
  );
  expect(diagnostics.map(({ message }) => message)).toEqual([]);
  return outputs.map(({ data }) => JSON.stringify(data));
}

describe("overlay", () => {
  const runs = runsOf(measuredBy(truth));
  const calibration = calibrate(runs, all);
  const text = overlay(calibration, 'calibrated on "my runs", 8 runs');

  test("is in canonical form and stands alone", () => {
    const { file, diagnostics } = parse({ name: "overlay.dtp", text }, "file");
    expect(diagnostics).toEqual([]);
    expect(format(file)).toBe(text);
    expect(shown(text, "selene_calibrated", "a100_80gb_sxm_calibrated")).toHaveLength(2);
  });

  test("gives every fitted constant its value when imported", () => {
    for (const { path, owner, found, value } of calibration.constants) {
      if (!found) continue;
      const [data = ""] = shown(
        text,
        path.replace(/^cluster/, "selene_calibrated").replace(/^plan/, `${owner}_calibrated`),
      );
      const numbers = [...data.matchAll(/-?\d+(?:\.\d+)?(?:e-?\d+)?/g)].map(Number);
      expect(numbers.some((number) => Math.abs(number / value - 1) < 1e-9)).toBe(true);
    }
  });

  test("predicts what the calibration did, on the cluster that it defines", () => {
    for (const { run, after } of calibration.runs) {
      const program = programOf(run.row);
      if (program.kind !== "program") throw new Error(program.reason);
      const stack = /framework = (\w+)/.exec(program.text)?.[1];
      const rest = program.text
        .replace(/^edition.*|^import.*/gm, "")
        .replace("cluster c = selene with", "cluster c = selene_calibrated with")
        .replace("device = a100_80gb_sxm", "device = a100_80gb_sxm_calibrated")
        .replace("show run\n", "")
        .replace(
          "plan p {",
          text.includes(`plan ${stack}_calibrated`) ? `plan p = ${stack}_calibrated with {` : "plan p {",
        )
        .replace(/^ +framework = .*\n/m, (line) => (text.includes(`plan ${stack}_calibrated`) ? "" : line));
      const [data = ""] = shown(`${text}${rest}`, "run.step_time");
      const seconds = Number(/"value":([\d.e-]+)/.exec(data)?.[1]);
      expect(seconds).toBeCloseTo(after.time?.predicted ?? 0, 9);
    }
  });

  test("leaves out what no run is sensitive to", () => {
    expect(text).not.toContain("reserved");
  });

  test("writes a link of another kind whole, and the cite as it is given", () => {
    const slow = { "cluster.scale_out.efficiency": 0.4 };
    const rows = measuredBy(slow, [0], { inter_link: "RoCE 10Gb/s per GPU" });
    const written = overlay(calibrate(runsOf(rows), all), 'a "quoted" \\ cite');
    expect(written).toMatch(/scale_out = ethernet\(nic = 10 Gb\/s, nics_per_node = 8, .*efficiency = .*\)/);
    expect(shown(written, "selene_calibrated")).toHaveLength(1);
  });

  test("several devices that share constants get a definition each", () => {
    const rows = cells.map((row, at) =>
      rowOf({ ...row, gpu: at % 2 === 0 ? "A100-SXM4-40GB" : "A100-SXM4-80GB", iter_time_s: "9" }),
    );
    const both: readonly Run[] = runsOf(rows);
    const written = overlay(calibrate(both, { ...all, device: "A100" }), "cite");
    expect(written).toContain("device a100_40gb_sxm_calibrated");
    expect(written).toContain("device a100_80gb_sxm_calibrated");
    expect(shown(written, "a100_40gb_sxm_calibrated", "a100_80gb_sxm_calibrated")).toHaveLength(2);
  });
});
