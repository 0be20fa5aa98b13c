import { expect, test } from "vitest";
import { renamed, without, withText } from "../../../src/play/state/changes.ts";
import type { Project } from "../../../src/play/state/project.ts";

const project: Project = {
  files: [
    { name: "a.dtp", text: "1" },
    { name: "b.csv", text: "2" },
    { name: "c.dtp", text: "3" },
  ],
  main: "a.dtp",
  open: "b.csv",
  choices: {},
};

test("a text changes in its file alone", () => {
  expect(withText(project, "b.csv", "x").files.map(({ text }) => text)).toEqual(["1", "x", "3"]);
});

test("the results move to another program when theirs is closed; the last program stays", () => {
  const next = without(project, "a.dtp");
  expect(next).toMatchObject({ main: "c.dtp", open: "b.csv" });
  expect(next && without(next, "b.csv")).toMatchObject({ main: "c.dtp", open: "c.dtp" });
  expect(next && without(next, "c.dtp")).toBeNull();
});

test("a renamed file keeps its place; a program may not become the last text that none runs", () => {
  expect(renamed(project, "a.dtp", "z.dtp")).toMatchObject({ main: "z.dtp", open: "b.csv" });
  expect(renamed(project, "a.dtp", "a.txt")).toMatchObject({ main: "c.dtp" });
  const one = { ...project, files: project.files.slice(0, 1), open: "a.dtp" };
  expect(renamed(one, "a.dtp", "a.txt")).toBeNull();
});
