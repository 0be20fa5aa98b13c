import type { Command } from "./command.ts";

export const slidesCommand: Command = {
  name: "slides",
  operands: "LESSON",
  count: [1, 1],
  summary: "write a lesson as slides",
  flags: [
    {
      name: "--out",
      short: "-o",
      value: "FILE",
      doc: "a page that opens by itself (.html), or Markdown for reveal.js (.md); needed",
    },
    {
      name: "--live",
      doc: "a page with interactive figures and controls, without a network; 7 MB",
    },
  ],
  details: [
    "Each heading becomes a slide with the first sentences of its paragraphs, its lists and tables, and",
    "what its cells show. On the page, arrow keys turn slides, N shows the whole text as notes, and print",
    "gives a slide a page. A LESSON is a program (.dtp) or a notebook (.ipynb).",
  ],
  examples: [
    "slides lesson.dtp -o lesson.html",
    "slides lesson.dtp -o lesson.html --live",
    "slides lesson.ipynb -o lesson.md",
  ],
  load: async () => (await import("../actions/slides.ts")).slides,
};
