import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { createWorld } from "../../src/host/index.ts";
import { createSession } from "../../src/session/index.ts";
import { type CodeBlock, codeBlocks } from "./codeBlocks.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Pages of the root, of docs with its folders, and the examples' own. */
const pages = [
  "examples/README.md",
  ...readdirSync(root).filter((name) => name.endsWith(".md")),
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name.replaceAll("\\", "/")}`)
    .toSorted(),
];
const read = (page: string) => readFileSync(join(root, page), "utf8");

// The programs of docs/errors/ are run by test/diagnostics.test.ts.
const blocks = pages
  .filter((page) => !page.startsWith("docs/errors/"))
  .flatMap((page) => codeBlocks(page, read(page)))
  .filter(({ marks }) => marks[0] === "dtp")
  .filter((block) => process.env.SUITE === "slow" || !takesSeconds(block))
  .map((block) => ({ where: `${block.file}:${block.line}`, ...block }));

/** Blocks that only the slow suite runs: `npm run check` compares what those of how-to pages print, and searches over all plans of large clusters. */
function takesSeconds({ file, text }: CodeBlock): boolean {
  return file.startsWith("docs/how-to/") || /^search \w+ = \w+$/m.test(text);
}

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
  test.each(pages)("%s", (page) => {
    expect(targetsIn(page).filter((target) => !isThere(page, target))).toEqual([]);
  });

  test("a dead file and a dead heading are found", () => {
    expect(isThere("README.md", "docs/limits.md#devices-of-two-kinds-in-one-job")).toBe(true);
    expect(isThere("README.md", "docs/limits.md#no-such-heading")).toBe(false);
    expect(isThere("README.md", "docs/no-such-page.md")).toBe(false);
  });
});

test("every page can be reached from README", () => {
  const met = new Set(["README.md"]);
  for (const page of met)
    for (const target of targetsIn(page)) {
      const file = normalize(join(dirname(page), target.split("#")[0] ?? ""));
      if (pages.includes(file)) met.add(file);
    }
  expect(pages.filter((page) => !met.has(page))).toEqual([]);
});

/** Links of a page to files and headings of ours. */
const targetsIn = (page: string): readonly string[] =>
  [...withoutCode(read(page)).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(
    ([, target = ""]) => target,
  );

function isThere(page: string, target: string): boolean {
  const [path = "", heading] = target.split("#");
  const file = path === "" ? page : normalize(join(dirname(page), path));
  if (!existsSync(join(root, file))) return false;
  return heading === undefined || !file.endsWith(".md") || headingsOf(file).has(heading);
}

const known = new Map<string, ReadonlySet<string>>();

/** A page's headings as addresses: lower case, blanks as hyphens, other punctuation dropped. */
function headingsOf(file: string): ReadonlySet<string> {
  const found =
    known.get(file) ??
    new Set(
      [...withoutCode(read(file)).matchAll(/^#+ (.*)$/gm)].map(([, text = ""]) =>
        text
          .toLowerCase()
          .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
          .replace(/[^\p{L}\p{N}_ -]/gu, "")
          .replaceAll(" ", "-"),
      ),
    );
  known.set(file, found);
  return found;
}

const withoutCode = (text: string): string => text.replace(/^```[\s\S]*?^```/gm, "");

describe("the language's page", () => {
  test("has no long paragraph", () => {
    const long = withoutCode(read("docs/language.md"))
      .split(/\n\s*\n|\n(?=- )/)
      .filter((text) => !text.startsWith("|") && text.length > 420)
      .map((text) => `${text.length}: ${text.slice(0, 60)}`);
    expect(long).toEqual([]);
  });
});

describe("files that the pages for developers name", () => {
  const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .concat(readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" }))
    .map((path) => `/${path.replaceAll("\\", "/")}`);
  const decisions = readdirSync(join(root, "docs/decisions")).map((name) => `docs/decisions/${name}`);
  const named = ["ARCHITECTURE.md", "CONTRIBUTING.md", ...decisions].flatMap((page) =>
    [...read(page).matchAll(/`((?:src|test|scripts|validation|notebooks)\/[\w./-]+|[\w./]+\.ts)`/g)]
      .map(([, file = ""]) => ({ page, file: file.replace(/\/$/, "") }))
      .filter(({ file }) => !file.includes("NN-")),
  );
  test.each(named)("$page: $file", ({ file }) => {
    expect(existsSync(join(root, file)) || files.some((one) => one.endsWith(`/${file}`))).toBe(true);
  });

  test("there are some", () => expect(named.length).toBeGreaterThan(100));
});
