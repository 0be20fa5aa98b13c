import { describe, expect, test } from "vitest";
import { createSession } from "../../../src/session/index.ts";
import { textWorld } from "../../../src/web/world/textWorld.ts";

const library = new Map([
  ["models", "model m { layers = 2; hidden = 4 }\n"],
  ["papers/p", "let p = 7\n"],
]);
const embedded = {
  versions: { engine: "1", std: "2026.1" },
  libraryNames: [...library.keys()],
  library: (name: string) => library.get(name),
};
const texts = new Map([
  ["lib/a.dtp", 'import b from "../b.dtp"\nlet a = b + 1\n'],
  ["b.dtp", "let b = 41\n"],
  ["large.dtp", "é".repeat(500_001)],
  ["large.csv", "é".repeat(500_001)],
]);
const world = textWorld(embedded, texts, () => ["open.csv", "b.dtp", "note.txt"]);

describe("the files of a session in a page", () => {
  test("are the library, of this version only, and texts below the top folder", () => {
    expect(world.read("std/models", "")).toMatchObject({ name: "std/models" });
    expect(world.read("std@2026.1/papers/p.dtp", "")).toMatchObject({ text: "let p = 7\n" });
    expect(world.read("std@2025.1/models", "")).toEqual({ problem: "missing" });
    expect(world.read("std/none", "")).toEqual({ problem: "missing" });
    expect(world.read("../b.dtp", "lib/a.dtp")).toMatchObject({ name: "b.dtp" });
    expect(world.read("./b.dtp", "cell [1]")).toMatchObject({ name: "b.dtp" });
    expect(world.read("../b.dtp", "cell [1]")).toEqual({ problem: "outside-project" });
    expect(world.read("./none.dtp", "")).toEqual({ problem: "missing" });
    expect(world.read("./large.dtp", "")).toEqual({ problem: "too-large" });
    // A table of jobs may be long; the language checks the size of other tables.
    expect(world.read("./large.csv", "")).toMatchObject({ name: "large.csv" });
  });

  test("are listed for completion", () => {
    expect(world.list()).toEqual([
      "std/models",
      "std/papers/p",
      "./b.dtp",
      "./large.csv",
      "./large.dtp",
      "./lib/a.dtp",
      "./open.csv",
    ]);
  });

  test("are imported by programs, each relative to the text that imports it", () => {
    const session = createSession({ ...world, interrupted: () => false });
    const run = (text: string) => session.run(text, { name: "cell [1]", mode: "cell" });
    expect(run('import a from "./lib/a.dtp"\nshow a\n').outputs[0]?.data).toMatchObject({ value: 42 });
    expect(run('import b from "../b.dtp"\n').diagnostics.map(({ code }) => code)).toEqual([
      "import-outside-project",
    ]);
  });
});
