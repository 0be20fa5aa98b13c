import { expect, test } from "vitest";
import { toText } from "../../src/report/index.ts";
import { BASE, cell, memorySession } from "../support/memorySession.ts";

test("a field that is another definition's is cited as that one, and one's own as nobody's", () => {
  const s = memorySession();
  cell(s, BASE);
  const { outputs, diagnostics } = cell(
    s,
    `import aws, france from "std/sites"
import p5_capacity_block from "std/offers"
let run = t with {
  plan.tokens = 1B tokens
  cluster.price = p5_capacity_block.price
  cluster.carbon_intensity = france.carbon_intensity
  cluster.pue = aws.pue
}
explain run.cost
explain run.carbon`,
  );
  expect(diagnostics).toEqual([]);
  const text = outputs.map(({ document }) => toText(document, { width: 300 })).join("\n");
  expect(text).toMatch(/cluster\.price.*capacityblocks\/pricing/);
  expect(text).toMatch(/cluster\.carbon_intensity.*Ember 2024/);
  const own = cell(
    s,
    `import dgx_h100 from "std/clusters"
cluster mine = dgx_h100 with { price = $3/GPU-hour }
explain mine.price
explain mine.devices_per_node`,
  );
  const [price, devices] = own.outputs.map(({ document }) => toText(document, { width: 300 }));
  expect(price).not.toContain("SuperPOD");
  expect(devices).toContain("SuperPOD");
});

test("what is written over a part of a cited field is nobody's; the rest of it keeps its source", () => {
  const { outputs } = cell(
    memorySession(),
    `import dgx_h100 from "std/clusters"
cluster mine = dgx_h100 with { scale_out.nics_per_node = 4 }
explain mine.scale_out.nics_per_node
explain mine.scale_out.nic`,
  );
  const [cards, rate] = outputs.map(({ document }) => toText(document, { width: 300 }));
  expect(cards).not.toContain("SuperPOD");
  expect(rate).toContain("SuperPOD");
});
