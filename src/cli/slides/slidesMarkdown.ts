import { type Document, toMarkdown } from "../../report/index.ts";
import { figureSvg } from "../../report/svg/figureSvg.ts";
import type { Slide, SlidePart } from "./slidesOf.ts";

/**
 * Slides as Markdown for reveal.js and the programs that read its form: a line `---` between slides, and the speaker's notes
 * below a line `Note:`. Figures are SVG in the text. Call `loadFigures` first, or they are charts in characters.
 */
export function slidesMarkdown(slides: readonly Slide[]): string {
  const texts = slides.map(({ title, level, parts, notes }) => {
    const heading = title === "" ? [] : [`${level === 1 ? "#" : "##"} ${title}`];
    const spoken = notes.length === 0 ? [] : [`Note:\n${notes.join("\n\n")}`];
    return [...heading, ...parts.map(partMarkdown), ...spoken].join("\n\n");
  });
  return `${texts.join("\n\n---\n\n")}\n`;
}

function partMarkdown(part: SlidePart): string {
  switch (part.kind) {
    case "text":
      return part.text;
    case "list":
      return part.items.map((item, at) => `${part.ordered ? `${at + 1}.` : "-"} ${item}`).join("\n");
    case "table": {
      const [head = [], ...rows] = part.rows;
      const line = (row: readonly string[]) =>
        `| ${row.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
      return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
    }
    case "shown":
      return part.documents.map(documentMarkdown).join("\n\n");
  }
}

const documentMarkdown = ({ blocks }: Document): string =>
  blocks
    .map((block) => {
      const svg = block.kind === "figure" ? figureSvg(block) : null;
      return svg ?? toMarkdown({ blocks: [block] });
    })
    .join("\n\n");
