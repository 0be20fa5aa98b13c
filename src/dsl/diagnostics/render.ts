import type { Diagnostic } from "./diagnostic.ts";
import { drawValues } from "./drawValues.ts";
import { fixedLine } from "./fixedLine.ts";
import { drawFrame, gutterWidth, type Labelled } from "./frame.ts";
import { type Color, painter } from "./paint.ts";

/**
 * Prints a diagnostic as text: first line, code frame, notes, help (language.md, section 4). The text does not end with
 * a newline.
 */
export function render(d: Diagnostic, options: { readonly color?: Color } = {}): string {
  const paint = painter(options.color ?? false);
  const labels: Labelled[] = [];
  if (d.place) labels.push({ place: d.place, label: d.label ?? "", primary: true });
  for (const other of d.related) labels.push({ place: other.place, label: other.label, primary: false });
  const fixed = fixedLine(d);
  const indent = " ".repeat(gutterWidth(labels) + 1);
  const rest = [
    ...d.notes.map((text) => `${indent}${paint("=", "gutter")} ${text}`),
    ...(d.help === undefined ? [] : [`${indent}${paint("=", "gutter")} ${paint("help:", "help")} ${d.help}`]),
    ...(fixed === null ? [] : [`${indent}${paint("=", "gutter")} ${paint("write:", "help")} ${fixed}`]),
  ];
  if (d.values && d.values.length > 0 && d.place) return [drawValues(d, d.place, paint), ...rest].join("\n");
  const head = `${paint(`${d.severity}[${d.code}]`, d.severity)}${paint(`: ${d.message}`, "bold")}`;
  return [head, ...drawFrame(labels, d.severity, paint), ...rest].join("\n");
}
