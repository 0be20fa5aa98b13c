import { type Diagnostic, position } from "../dsl/diagnostics/index.ts";
import { ATTRIBUTIONS, type Block, type Document } from "../report/index.ts";
import { printNumber } from "../units/index.ts";
import { answerBlocks } from "./answerBlocks.ts";
import { paragraph } from "./causeBlocks.ts";
import type { Comparison } from "./compare.ts";
import { gainedBlocks } from "./gainedBlocks.ts";
import { MOST_ROWS } from "./measure.ts";

/** Comparison of two programs as a report: the changes, and their effect on each answer by cause. */
export function comparisonDocument(of: Comparison): Document {
  const { changes, compared, mistakes, lost, refused, same, long, absent } = of;
  const whole = absent === null;
  const placed = new Map(mistakes.map((one) => [one.message, `${placeText(one)}${one.message}`]));
  const withPlace = (why: string): string => placed.get(why) ?? why;
  const reasons = new Set([...lost, ...refused].map(({ why }) => why));
  const answers = compared.flatMap((one) => answerBlocks(one, changes));
  const heads = answers.map((block) => (block.kind === "table" ? (block.columns[0]?.title ?? "") : ""));
  const methods = Object.values(ATTRIBUTIONS).filter(({ head }) => heads.some((one) => one.endsWith(head)));
  const sameText = whole && changes.length === 0 && !of.identical && !of.asksOtherwise;
  return {
    blocks: [
      { kind: "heading", level: 2, text: titleOf(of) },
      ...(whole ? changes : []).map(({ label }, i) => paragraph(`${i + 1}. ${label}`)),
      ...(whole && of.asksOtherwise
        ? [paragraph("Its `show`, `plot` or `expect` statements differ too.")]
        : []),
      ...(sameText ? [paragraph("Only comments or layout differ.")] : []),
      ...mistakes
        .filter(({ message }) => !reasons.has(message))
        .map(({ message }) => bad(withPlace(message))),
      ...lost.map(({ names, why }) => bad(`${names.join(", ")}: ${why === null ? "gone" : withPlace(why)}`)),
      ...refused.map(({ names, why }) =>
        bad(`${names.join(", ")}: still no answer; now ${withPlace(why ?? "")}`),
      ),
      ...gainedBlocks(of.gained),
      ...answers,
      ...(same.length > 0 ? [paragraph(`Unchanged: ${same.join(", ")}.`)] : []),
      ...(long.length > 0
        ? [
            paragraph(
              `Not compared, because they have more than ${printNumber(MOST_ROWS)} rows: ${long.join(", ")}.`,
            ),
          ]
        : []),
      ...methods.map(({ text }) => paragraph(text)),
    ],
  };
}

function titleOf({ before, after, absent, changes }: Comparison): string {
  if (absent === "before") return `${after}: new`;
  if (absent === "after") return `${before}: gone`;
  return `${before} → ${after}: ${changes.length === 1 ? "1 change" : `${changes.length} changes`}`;
}

const bad = (text: string): Block => ({ kind: "verdict", tone: "bad", text });

/** Place of a diagnostic as text before its message: `plan.dtp:12: `. */
export function placeText({ place }: Diagnostic): string {
  return place ? `${place.source.name}:${position(place.source, place.span.start).line}: ` : "";
}
