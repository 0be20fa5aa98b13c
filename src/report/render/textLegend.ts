import { textWidth } from "../lettering/textWidth.ts";

/** Fill characters of a stacked bar's parts, which tell the parts apart without colour. */
const TEXTURES = ["█", "▒", "▓", "░", "▞", "▚", "■", "□"];

export function textureOf(at: number): string {
  return TEXTURES[at % TEXTURES.length] ?? "█";
}

/** Lines of a legend, with as many entries side by side as fit. */
export function legendLines(
  entries: readonly { readonly plain: string; readonly drawn: string }[],
  width: number,
): readonly string[] {
  const lines: { columns: number; text: string }[] = [];
  for (const entry of entries) {
    const last = lines.at(-1);
    const columns = textWidth(entry.plain);
    if (last === undefined || last.columns + 2 + columns > width) lines.push({ columns, text: entry.drawn });
    else {
      last.columns += 2 + columns;
      last.text += `  ${entry.drawn}`;
    }
  }
  return lines.map((line) => line.text);
}
