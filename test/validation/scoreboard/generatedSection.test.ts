import { expect, test } from "vitest";
import { withSection } from "../../../src/validation/scoreboard/generatedSection.ts";

const page = (inside: string) =>
  `# By hand\n\n<!-- written by \`npm run validate -- --write\` -->${inside}<!-- end of what is written -->\n\nmore by hand\n`;

test("what is between the lines is written anew, the rest stays", () => {
  const first = withSection(page("\n\n"), ["### One", "a table"]);
  expect(first).toBe(page("\n\n### One\n\na table\n\n"));
  expect(withSection(first, ["### One", "a table"])).toBe(first);
  expect(withSection(first, ["other"])).toBe(page("\n\nother\n\n"));
});

test("a page without the lines is a mistake", () => {
  expect(() => withSection("# By hand\n", [])).toThrow(/without the lines/);
});
