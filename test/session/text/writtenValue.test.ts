/** Texts of the language that set a control to one of its values. */
import { expect, test } from "vitest";
import { BASE, codes, memorySession } from "../../support/memorySession.ts";

const CONTROLS = `${BASE}let share = 1 / 3
let size = 8Ki
let texts = "a"
control t.plan.recompute in [none, full, full(layers = 1)]
control t.plan.seq_len in [2_048, 4_096 tokens, 8Ki]
control share in [1 / 3, 12.5%, 0.1 + 0.2]
control t.cluster.scale_out.nic in [200 Gb/s, 400 Gb/s, 123.4567891234 GB/s]
control size in pow2(1, 65_536)
control texts in ["a", "b \\"c\\""]
`;

test("each value of a list can be chosen by its written text", () => {
  const session = memorySession();
  const { outputs, diagnostics } = session.run(CONTROLS, { name: "cell [1]", mode: "cell", cell: "a" });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const controls = outputs.map(({ data }) => data) as readonly {
    readonly path: string;
    readonly choices: readonly { readonly set: string }[];
  }[];
  expect(controls).toHaveLength(6);
  const refused = controls.flatMap(({ path, choices }) =>
    choices.flatMap(({ set }) => codes(session.choose(path, set)).map((code) => `${path}=${set} ${code}`)),
  );
  expect(refused).toEqual([]);
});
