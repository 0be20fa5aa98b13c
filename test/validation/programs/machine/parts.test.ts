import { describe, expect, test } from "vitest";
import { rowOf } from "../../../../src/validation/index.ts";
import { deviceOf } from "../../../../src/validation/programs/machine/device.ts";
import { parts } from "../../../../src/validation/programs/machine/parts.ts";
import { programOf } from "../../../../src/validation/programs/program.ts";
import { scenarioReader } from "../../../../src/validation/programs/scenarioOf.ts";
import { world } from "../../rows.ts";

const read = scenarioReader(world);
const small = { layers: "2", hidden: "1024", heads: "8", seq_len: "512", n_gpus: "1", source: "a table" };

describe.each(parts.map((part) => [part.label, part] as const))("%s", (label, { std, gb }) => {
  const [sold = Number.NaN] = gb;
  // The scoreboard's labels say what is no name of a part: a die, a power.
  const gpu = label.replace(/,.*/, "");

  test("its own label, and its memory, name it", () => {
    expect(deviceOf(gpu, sold)?.std).toBe(std);
  });

  test("has the memory of its device in the standard library", () => {
    const program = programOf(rowOf({ ...small, gpu, gpu_mem_gb: String(sold) }));
    const found = program.kind === "program" ? read(program.text, label) : null;
    const bytes = found?.kind === "scenario" ? found.scenario.cluster.device.memoryBytes : Number.NaN;
    expect(Math.min(Math.abs(bytes / 1e9 / sold - 1), Math.abs(bytes / 2 ** 30 / sold - 1))).toBeLessThan(
      0.03,
    );
  });

  test("with a third of that memory it is another part", () => {
    expect(deviceOf(gpu.replace(/ \d+ GB.*/, ""), sold / 3)).toBe(null);
  });
});

test.each(parts.filter(({ torus }) => torus === null).map((part) => [part.label, part] as const))(
  "%s: NICs are those of its cluster in the standard library",
  (label, { gb, nicGbps }) => {
    const program = programOf(
      rowOf({ ...small, gpu: label.replace(/,.*/, ""), gpu_mem_gb: String(gb[0]), n_gpus: "16" }),
    );
    const found = program.kind === "program" ? read(program.text, label) : null;
    const scaleOut = found?.kind === "scenario" ? found.scenario.cluster.scaleOut : null;
    expect((scaleOut?.nicBytesPerSecond ?? 0) * 8e-9).toBeCloseTo(nicGbps, 6);
  },
);
