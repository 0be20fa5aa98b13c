// `node svgToPdf.mjs FROM.svg TO.pdf`: what nbconvert needs for LaTeX, where there is no Inkscape.
import { createWriteStream, readFileSync } from "node:fs";
import PDFDocument from "pdfkit";
import svgToPdf from "svg-to-pdfkit";

const [from, to] = process.argv.slice(2);
const svg = readFileSync(from, "utf8");
const [, , width, height] = /viewBox="([\d.-]+) ([\d.-]+) ([\d.-]+) ([\d.-]+)"/
  .exec(svg)
  ?.slice(1)
  .map(Number) ?? [0, 0, 700, 450];
const pdf = new PDFDocument({ size: [width, height], margin: 0 });
pdf.pipe(createWriteStream(to));
svgToPdf(pdf, svg, 0, 0, { width, height });
pdf.end();
