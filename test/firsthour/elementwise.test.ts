import { describe, expect, it } from "vitest";
import { cell, codes, memorySession, shown } from "../support/memorySession.ts";

const SWEEP = `import llama3_8b from "std/models"
import dgx_h100 from "std/clusters"
import meas from "./meas.csv"
plan p { tp = 2, dp = fill, zero = 1, seq_len = 8Ki, global_batch = 256 sequences }
let base = llama3_8b on dgx_h100 with p
`;
const session = () => {
  const made = memorySession({ "meas.csv": "tp,step_measured [s]\n1,2\n2,4\n4,8\n" });
  cell(made, SWEEP);
  return made;
};
const values = (data: unknown): readonly number[] =>
  (data as readonly { readonly value: number }[]).map(({ value }) => value);

describe("lists go element by element", () => {
  it("two lists of one length make one list", () => {
    expect(values(shown(memorySession(), "[1, 2, 3] * [10, 20, 30]"))).toEqual([10, 40, 90]);
    expect(values(shown(memorySession(), "[1, 2] + 1"))).toEqual([2, 3]);
  });

  it("two lists of different lengths are an error that says both lengths", () => {
    const { diagnostics } = cell(memorySession(), "show [1, 2, 3] * [10, 20]");
    expect(diagnostics.map(({ message }) => message)).toEqual([
      "`*` works element by element, and the lists have 3 and 2 elements",
    ]);
  });

  it("functions of one number take each element", () => {
    expect(values(shown(memorySession(), "abs([1, -2])"))).toEqual([1, 2]);
    expect(values(shown(memorySession(), "log2([2, 8])"))).toEqual([1, 3]);
  });
});

describe("a table beside measured rows", () => {
  it("a column over a measured column gives a number a row", () => {
    const made = session();
    cell(made, "sweep s = base for plan.tp in [1, 2, 4]");
    expect(values(shown(made, "s.step_time / meas.step_measured"))).toHaveLength(3);
  });

  it("a derived column takes its own item of a measured one", () => {
    const made = session();
    cell(
      made,
      "sweep s = base for plan.tp in [1, 2, 4] derive measured = meas.step_measured derive off = step_time / measured",
    );
    expect(values(shown(made, "s.measured"))).toEqual([2, 4, 8]);
    expect(values(shown(made, "s.off"))).toHaveLength(3);
  });

  it("a measured column of another length is an error", () => {
    const { diagnostics } = cell(
      session(),
      "sweep s = base for plan.tp in [1, 2] derive measured = meas.step_measured\nshow s",
    );
    expect(codes({ diagnostics } as never)).toEqual(["different-lengths"]);
  });
});

it("names in a `for` are read in the row's own scenario", () => {
  const made = session();
  cell(
    made,
    "sweep s = base for cluster.nodes in [2, 4] for plan.global_batch in [cluster.nodes * 16 sequences, 512 sequences]",
  );
  expect(values(shown(made, "s.plan.global_batch"))).toEqual([32, 512, 64, 512]);
});
