import { basename, posix } from "node:path";
import { htmlBlock } from "./htmlBlock.mjs";
import { markdownPage } from "./markdownPage.mjs";

/**
 * A saved notebook as a page of the site: its texts, its cells as blocks that can be run, and its saved outputs. Figures become
 * files beside the page, each with a twin for dark pages (`darkFile`), of which the page shows one.
 *
 * @param lab whether the site has the lab, in which the page opens its notebook
 * @returns the page, and the texts of its figures by file name
 */
export function notebookPage(path, json, known, lab) {
  const name = basename(path, ".ipynb");
  const figures = {};
  const parts = json.cells.map((cell) => {
    const source = [cell.source].flat().join("");
    if (cell.cell_type === "markdown") return markdownPage(path, source, known);
    if (source.trim() === "") return "";
    const fence = source.startsWith("%") ? "text" : "dtp fragment";
    const outputs = cell.outputs.map((output) => shown(output, figures, name));
    return [`\`\`\`\`${fence}`, source.trimEnd(), "````", "", ...outputs].join("\n");
  });
  if (lab) {
    const up = posix.relative(posix.dirname(path), "lab/open.html");
    const link = `<a href="${up}#${path.replace(/^notebooks\//, "")}" target="_self">Open in the lab</a>`;
    // Below the title, which is the first cell's.
    parts[0] = parts[0].replace(/^# .*$/m, (heading) => `${heading}\n\n${link}\n`);
  }
  const title = /^# (.*)$/m.exec(parts.join("\n\n"))?.[1] ?? name;
  return {
    text: `---\ntitle: ${JSON.stringify(title)}\noutline: deep\n---\n\n${parts.join("\n\n")}\n`,
    figures,
  };
}

/** Name of a figure's twin for dark pages. */
export const darkFile = (file) => file.replace(/\.svg$/, "-dark.svg");

/** One saved output: its figure, its table, or its text. */
function shown(output, figures, name) {
  const data = output.data ?? {};
  const svg = joined(data["image/svg+xml"]);
  if (svg !== null) {
    const file = `${name}-${Object.keys(figures).length + 1}.svg`;
    figures[file] = svg;
    const text = /<desc[^>]*>([^<]*)<\/desc>/.exec(svg)?.[1] ?? "";
    const words = text.replaceAll('"', "&quot;");
    const image = (kind, from) =>
      `<img class="dtp-saved dtp-${kind}" src="./${from}" alt="${words}" loading="lazy">`;
    return `<div class="dtp-picture">${image("light", file)}${image("dark", darkFile(file))}</div>\n`;
  }
  const html = joined(data["text/html"]);
  if (html !== null) return htmlBlock(html);
  const text = joined(output.text ?? data["text/plain"]) ?? "";
  return ["````text", text.trimEnd(), "````", ""].join("\n");
}

const joined = (value) => (value === undefined ? null : [value].flat().join(""));
