import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { createWorld } from "../../src/host/index.ts";
import { createSession } from "../../src/session/index.ts";
import { codeBlocks } from "./codeBlocks.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

const pages = [
  ...readdirSync(root).filter((name) => name.endsWith(".md")),
  ...readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];
const read = (page: string) => readFileSync(join(root, page), "utf8");

const blocks = pages
  .flatMap((page) => codeBlocks(page, read(page)))
  .filter(({ marks }) => marks[0] === "dtp")
  .map((block) => ({ where: `${block.file}:${block.line}`, ...block }));

/**
 * A ```dtp block stands alone and runs without an error. `wrong`: it must give one. `fragment`: it needs what the page
 * showed before it; the blocks of one page run in order, as cells of one session.
 */
describe("code blocks of the documents", () => {
  test("there are some", () => expect(blocks.length).toBeGreaterThan(0));

  test.each(blocks.filter(({ marks }) => !marks.includes("fragment")))("$where", ({ where, marks, text }) => {
    const session = createSession(createWorld(root));
    const { diagnostics } = session.run(text, { name: where, mode: "cell" });
    const errors = diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
    if (marks.includes("wrong")) expect(errors).not.toEqual([]);
    else expect(errors).toEqual([]);
  });

  const withFragments = pages.filter((page) =>
    blocks.some(({ file, marks }) => file === page && marks.includes("fragment")),
  );
  test.each(withFragments)("%s, fragments in order", (page) => {
    const session = createSession(createWorld(root));
    const errors = blocks
      .filter(({ file, marks }) => file === page && !marks.includes("wrong"))
      .flatMap(({ where, text }) =>
        session
          .run(text, { name: where, mode: "cell" })
          .diagnostics.filter(({ severity }) => severity === "error")
          .map(({ message }) => `${where}: ${message}`),
      );
    expect(errors).toEqual([]);
  });
});

describe("links of the documents", () => {
  const links = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)].map(([, target = ""]) => ({
      page,
      target,
    })),
  );
  test.each(links)("$page → $target", ({ page, target }) => {
    expect(existsSync(join(root, dirname(page), target))).toBe(true);
  });
});

describe("files that the pages for developers name", () => {
  const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .concat(readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" }))
    .map((path) => `/${path.replaceAll("\\", "/")}`);
  const named = ["ARCHITECTURE.md", "CONTRIBUTING.md"].flatMap((page) =>
    [...read(page).matchAll(/`([\w./]+\.ts)`/g)].map(([, file = ""]) => ({ page, file })),
  );
  test.each(named)("$page: $file", ({ file }) => {
    expect(existsSync(join(root, file)) || files.some((one) => one.endsWith(`/${file}`))).toBe(true);
  });

  test("there are some", () => expect(named.length).toBeGreaterThan(10));
});
