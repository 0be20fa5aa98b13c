import { describe, expect, it } from "vitest";
import { toText } from "../../src/report/index.ts";
import { BASE, cell, memorySession } from "../support/memorySession.ts";

describe("a search that is interrupted", () => {
  let polls = 0;
  let most = Number.POSITIVE_INFINITY;
  const session = memorySession({}, { interrupted: () => ++polls > most });
  cell(session, BASE);
  const texts = (text: string, limit: number) => {
    polls = 0;
    most = limit;
    return cell(session, text);
  };

  it("names each part that it was at: a model by its field", () => {
    const { diagnostics } = texts(
      `search best = t for model in [t.model] for cluster.nodes in [8, 16] for plan in all for plan.cp in [1] minimize step_time keep 1 per model, cluster.nodes`,
      40,
    );
    const said = diagnostics.map(({ message }) => message).join("\n");
    expect(said).toContain("interrupted");
    expect(said).not.toMatch(/\( ?= /);
    expect(said).toMatch(/\(model = /);
  });

  it("is drawn as one: the title and the caption say that it was cut off", () => {
    const { outputs } = texts(
      `sweep rows = t for plan.micro_batch in [1, 2, 4] for plan.seq_len in range(1_024, 4_096, step = 16)\nplot rows { y = step_time }`,
      60,
    );
    const [figure] = outputs.flatMap(({ document }) =>
      document.blocks.filter(({ kind }) => kind === "figure"),
    );
    expect(figure?.kind === "figure" && figure.title).toContain("(interrupted)");
    expect(outputs.map(({ document }) => toText(document)).join("\n")).toMatch(/rows was interrupted after/);
  });
});
