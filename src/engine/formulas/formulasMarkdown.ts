import { type Formula, formulaInfo } from "./formula.ts";
import { book } from "./index.ts";
import { latex, latexSymbol } from "./latex.ts";

/** `docs/formulas.md`: the book for readers. */
export function formulasMarkdown(): string {
  const chapters = book.map((chapter) =>
    [`## ${chapter.title}`, ...chapter.formulas.map(entry)].join("\n\n"),
  );
  const intro = [
    "# Formulas",
    "",
    "Every number of an estimate comes from these formulas. `explain` shows them with values.",
    "Values are in base units (B, s, FLOP); counts have no unit. The [glossary](glossary.md) defines terms.",
  ].join("\n");
  return `${[intro, ...chapters].join("\n\n")}\n`;
}

function entry(f: Formula): string {
  const info = formulaInfo(f);
  const symbols = info.symbols.map((s) => `| $${latexSymbol(s.symbol)}$ | ${s.meaning} | ${s.unit} |`);
  const example = info.symbols.map((s) => `${s.symbol} = ${f.example[s.symbol]}`).join(", ");
  const lines = [
    `### ${info.name}`,
    "",
    `${info.result[0]?.toUpperCase()}${info.result.slice(1)} (${info.unit}).`,
    "",
    `$$${latex(info)}$$`,
    "",
    `\`${info.expression}\``,
    "",
    "| symbol | meaning | unit |",
    "|---|---|---|",
    ...symbols,
    "",
    `Source: ${info.source}.`,
  ];
  if (info.assumes) lines.push(`Assumes: ${info.assumes}.`);
  lines.push("", `Example: ${example} gives ${f.example.gives} ${info.unit}.`);
  return lines.join("\n");
}
