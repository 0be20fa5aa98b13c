import { textWidth } from "../lettering/textWidth.ts";

/** Parts of a stacked bar differ in texture, so that they are told apart without colour. */
const TEXTURES = ["█", "▒", "▓", "░", "▞", "▚", "■", "□"];

export function textureOf(at: number): string {
  return TEXTURES[at % TEXTURES.length] ?? "█";
}

/** Entries side by side, as many on a line as fit. */
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
