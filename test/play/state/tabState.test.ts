import { expect, test } from "vitest";
import type { Project } from "../../../src/play/state/project.ts";
import { keep, kept, type TextStore } from "../../../src/play/state/tabState.ts";

const project: Project = {
  files: [
    { name: "a.dtp", text: "let a = 1" },
    { name: "b.csv", text: "x\n1\n" },
  ],
  main: "a.dtp",
  open: "b.csv",
  choices: { a: "2" },
};

function store(): TextStore {
  const texts = new Map<string, string>();
  return { getItem: (key) => texts.get(key) ?? null, setItem: (key, text) => void texts.set(key, text) };
}

test("a tab finds its project again, with the link that it began from", () => {
  const tab = store();
  expect(kept(tab)).toBeNull();
  keep(tab, { from: "#1=abc", project });
  expect(kept(tab)).toEqual({ from: "#1=abc", project });
});

test("a store that is full, forbidden or holds something else loses nothing but the memory", () => {
  const full: TextStore = {
    getItem: () => {
      throw new Error("forbidden");
    },
    setItem: () => {
      throw new Error("full");
    },
  };
  keep(full, { from: "", project });
  expect([kept(full), kept(null)]).toEqual([null, null]);
  for (const text of ["", "null", "[]", '{"files":[["<b>.dtp","x"]]}', '{"files":3}'])
    expect(kept({ getItem: () => text, setItem() {} })).toBeNull();
});
