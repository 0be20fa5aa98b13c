import { expect, test } from "vitest";
import { markdownPage } from "../../scripts/site/markdownPage.mjs";
import { notebookPage } from "../../scripts/site/notebookPage.mjs";
import { siteLink, sitePath } from "../../scripts/site/sitePath.mjs";

const known = (path: string) => ["docs/README.md", "docs/fit.md", "notebooks/a.ipynb"].includes(path);

test("folders' front pages, notebooks and programs are pages", () => {
  expect(
    ["README.md", "docs/README.md", "notebooks/a.ipynb", "examples/gpt3.dtp", "docs/fit.md"].map(sitePath),
  ).toEqual(["readme.md", "docs/index.md", "notebooks/a.md", "examples/gpt3-dtp.md", "docs/fit.md"]);
  expect(siteLink("docs/fit.md", "notebooks/a.ipynb")).toBe("../notebooks/a.md");
});

test("links lead to pages of the site, and a link to another file is its text", () => {
  const text =
    "[map](README.md), [how](fit.md#next), [run](../notebooks/a.ipynb), [code](../src/x.ts), [web](https://x.org)";
  expect(markdownPage("docs/fit.md", text, known)).toBe(
    "[map](./index.md), [how](./fit.md#next), [run](../notebooks/a.md), code, [web](https://x.org)",
  );
  expect(markdownPage("README.md", '<img src="docs/a.svg" alt="">', known)).toBe(
    '<img src="./docs/a.svg" alt="">',
  );
});

test("braces that a template would read are escaped, outside code alone", () => {
  expect(markdownPage("docs/fit.md", "a {{ b }}\n\n```dtp\n{{ b }}\n```\n", known)).toBe(
    "a &#123;&#123; b &#125;&#125;\n\n```dtp\n{{ b }}\n```\n",
  );
});

test("formulas are MathML on the pages of formulas; elsewhere a dollar is money", () => {
  const page = markdownPage("docs/reference/formulas/links.md", "$$\\frac{a}{b}$$ | $B_{a}$ |", known);
  expect(page).toMatch(/<math[^>]*display="block"[\s\S]*<mfrac>/);
  expect(page).not.toContain("$");
  expect(markdownPage("docs/fit.md", "from $2 to $3", known)).toBe("from $2 to $3");
});

test("a notebook's page opens its notebook where the site has the lab", () => {
  const cells = [{ cell_type: "markdown", source: ["# A\n", "text"], outputs: [] }];
  const link = '<a href="../../lab/open.html#course/a.ipynb" target="_self">Open in the lab</a>';
  expect(notebookPage("notebooks/course/a.ipynb", { cells }, known, true).text).toContain(`# A\n\n${link}`);
  expect(notebookPage("notebooks/course/a.ipynb", { cells }, known).text).not.toContain("lab");
});

test("a notebook keeps its saved outputs, and its figures become files", () => {
  const cell = (type: string, source: string, data?: object) => ({
    cell_type: type,
    source: [source],
    outputs: data ? [{ output_type: "display_data", data }] : [],
  });
  const { text, figures } = notebookPage(
    "notebooks/a.ipynb",
    {
      cells: [
        cell("markdown", "# A *plan*"),
        cell("code", "show x", { "text/html": "<p>1</p>\n\n<p>2</p>", "text/plain": "1" }),
        cell("code", "plot x", { "image/svg+xml": '<svg><desc>a "bar"</desc></svg>', "text/plain": "" }),
        cell("code", "%live"),
      ],
    },
    known,
  );
  expect(text).toContain('title: "A *plan*"');
  expect(text).toContain("````dtp fragment\nshow x\n````");
  expect(text).toContain('<div class="dtp-saved" v-pre><p>1</p>\n<p>2</p></div>');
  for (const [kind, file] of [
    ["light", "a-1.svg"],
    ["dark", "a-1-dark.svg"],
  ])
    expect(text).toContain(
      `<img class="dtp-saved dtp-${kind}" src="./${file}" alt="a &quot;bar&quot;" loading="lazy">`,
    );
  expect(text).toContain("````text\n%live\n````");
  expect(figures).toEqual({ "a-1.svg": '<svg><desc>a "bar"</desc></svg>' });
});
