import { expect, test } from "vitest";
import { barsFigure, tornadoFigure } from "../../../src/report/index.ts";

test("a tornado's bars, title and axis are in words", () => {
  const figure = tornadoFigure(
    [
      { label: "cluster.scale_out.nic", halved: 0.2, doubled: -0.1 },
      { label: "cluster.device.peak.bf16", halved: 0.5, doubled: -0.3 },
    ],
    { what: "step_time" },
  );
  expect(figure.title).toBe("Step time: effect of halving and doubling each input");
  expect(figure.data[0]?.y).toEqual(["peak rate in bf16", "bandwidth of a NIC"]);
  expect(JSON.stringify(figure)).not.toMatch(/step_time|scale_out/);
});

test("bars name their axes in words", () => {
  const series = ["1", "2"].map((label) => ({ label, values: [1] }));
  const figure = barsFigure(["bf16"], series, {
    legendTitle: "plan.cp",
    x: { label: "plan.precision" },
    y: { label: "energy.per_token", base: "1" },
  });
  expect(figure.title).toBe("energy per token by precision");
  expect(JSON.stringify(figure.layout)).not.toMatch(/plan\.|per_token/);
});
