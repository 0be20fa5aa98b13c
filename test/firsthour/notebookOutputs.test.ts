import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { progressBar } from "../../src/kernel/core/requests/progressBar.ts";
import {
  dataTable,
  linesFigure,
  memoryFigure,
  type Table,
  toHtml,
  toMimeBundles,
} from "../../src/report/index.ts";
import { htmlPage } from "../../src/report/render/htmlPage.ts";
import { notebook } from "../kernel/support/notebook.ts";
import { sampleEstimate } from "../support/sampleEstimate.ts";

const notebooks = new URL("../../notebooks", import.meta.url).pathname;

describe("dollars in a notebook", () => {
  const prices: Table = dataTable([{ title: "cost" }], [["$12.69M ($11.7M to $13.8M)"]]);

  it("of an output are not read as a formula by MathJax 3 or 2", () => {
    const { "text/html": html } = toMimeBundles({ blocks: [prices] })[0] ?? {};
    expect(html).toMatch(/^<div class="[^"]*\bmathjax_ignore\b[^"]*\btex2jax_ignore\b/);
    const bar = progressBar("best").bundle(0, 1, 2, "$5M, $6M")["text/html"];
    expect(bar).toMatch(/^<div class="[^"]*\bmathjax_ignore\b[^"]*\btex2jax_ignore\b/);
  });

  it("of a Markdown cell do not make a pair in one text", () => {
    const found = readdirSync(notebooks, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ipynb"))
      .flatMap((name) => {
        const { cells } = JSON.parse(readFileSync(join(notebooks, name), "utf8")) as {
          readonly cells: readonly {
            readonly cell_type: string;
            readonly source: readonly string[] | string;
          }[];
        };
        return cells
          .filter(({ cell_type }) => cell_type === "markdown")
          .flatMap(({ source }) =>
            [source]
              .flat()
              .join("")
              .split(/\n\s*\n/),
          )
          .filter((paragraph) => !/^\s*\$\$/.test(paragraph))
          .filter((paragraph) => (words(paragraph).match(/\$/g)?.length ?? 0) > 1)
          .map((paragraph) => `${name}: ${paragraph}`);
      });
    expect(found).toEqual([]);
  });

  it("are dollars in plain text too, not the entities that figures need", () => {
    const axes = { x: { label: "cluster.nodes" }, y: { label: "cost", base: "$", unit: "$" } };
    const figure = linesFigure(
      [
        {
          label: "a",
          points: [
            [1, 3e6],
            [2, 4e6],
          ],
        },
      ],
      axes,
    );
    const text = toMimeBundles({ blocks: [figure] })[0]?.["text/plain"];
    expect(text).toContain("cost ($)");
    expect(JSON.stringify(figure.layout)).toContain("cost (&#36;)");
  });

  /** A paragraph without its code, and without dollars that stand in an element of their own. */
  const words = (paragraph: string): string =>
    paragraph.replace(/`[^`]*`/g, "").replace(/<span>\\\$<\/span>/g, "");
});

describe("a figure", () => {
  const figure = memoryFigure(sampleEstimate());

  it("offers no upload, in a notebook and in a page", () => {
    const bundle = toMimeBundles({ blocks: [figure] })[0] as Record<string, { readonly config: object }>;
    const page = htmlPage([{ blocks: [figure] }], { title: "t", plotlyJs: "", sha256: () => "" });
    const off = {
      showSendToCloud: false,
      showEditInChartStudio: false,
      showLink: false,
      plotlyServerURL: "",
    };
    expect(bundle["application/vnd.plotly.v1+json"]?.config).toMatchObject(off);
    expect(page).toContain('"showSendToCloud":false');
    expect(page).toContain('"plotlyServerURL":""');
  });

  it("tells a reader who does not see it its main numbers", () => {
    const page = htmlPage([{ blocks: [figure] }], { title: "t", plotlyJs: "", sha256: () => "" });
    expect(page).toMatch(/role="img" tabindex="0" aria-label="[^"]*\d[\d.]* GiB[^"]*"/);
  });
});

describe("figures of shipped notebooks", () => {
  it("say in their own markup what they are and show, whatever draws the page", () => {
    const pictures = readdirSync(notebooks, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ipynb"))
      .flatMap((name) => {
        const { cells } = JSON.parse(readFileSync(join(notebooks, name), "utf8")) as {
          readonly cells: readonly {
            readonly outputs?: readonly {
              readonly data?: Readonly<Record<string, readonly string[] | string>>;
            }[];
          }[];
        };
        return cells.flatMap(({ outputs = [] }) =>
          outputs.flatMap(({ data }) => {
            const svg = data?.["image/svg+xml"];
            return svg === undefined ? [] : [{ name, svg: [svg].flat().join("") }];
          }),
        );
      });
    expect(pictures.length).toBeGreaterThan(100);
    const silent = pictures.filter(({ svg }) => {
      const [, ids = ""] = /^<svg [^>]*role="img" aria-labelledby="([^"]+)"/.exec(svg) ?? [];
      const [title = "", desc = ""] = ids.split(" ");
      const words = (tag: string, id: string): string =>
        new RegExp(`<${tag} id="${id}">([^<]+)</${tag}>`).exec(svg)?.[1] ?? "";
      return words("title", title) === "" || words("desc", desc).length <= words("title", title).length;
    });
    expect(silent.map(({ name }) => name)).toEqual([]);
  });
});

describe("a table", () => {
  const table = dataTable([{ title: "plan" }, { title: "time", base: "s" }], [["a", 1.5]]);

  it("keeps its numbers on the right where a site drops styles", () => {
    expect(toHtml({ blocks: [table] })).toMatch(/<th align="right"[\s\S]*<td align="right"[^>]*>1\.5/);
  });
});

describe("outputs that are out of date", () => {
  it("are named by their cells with each reply, until those run again", async () => {
    const { run } = notebook();
    const stale = async (code: string, id: string) => (await run(code, id)).metadata.dtp_stale;
    expect(await stale("let a = 1", "one")).toEqual([]);
    expect(await stale("show a", "two")).toEqual([]);
    expect(await stale("show 2 * a", "three")).toEqual([]);
    expect(await stale("let a = 2", "one")).toEqual(["two", "three"]);
    expect(await stale("show a", "two")).toEqual(["three"]);
    expect(await stale("show nothing", "four")).toEqual(["three"]);
    expect(await stale("show 2 * a", "three")).toEqual([]);
  });

  it("are no error: the note below the changed cell is not on the stream that front ends draw in red", async () => {
    const { run } = notebook();
    await run("let a = 1", "one");
    await run("show a", "two");
    const { published } = await run("let a = 2", "one");
    const streams = published.filter(({ type }) => type === "stream").map(({ content }) => content);
    expect(streams).toEqual([{ name: "stdout", text: "a changed: output [2] is stale\n" }]);
  });
});
