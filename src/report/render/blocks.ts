const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/** Horizontal bar in block characters that fills `share` of `width` columns, in eighths of a column. */
export function eighthBar(share: number, width: number): string {
  const eighths = Math.round(Math.min(1, Math.max(0, share)) * width * 8);
  const full = "█".repeat(Math.floor(eighths / 8));
  const rest = EIGHTHS[eighths % 8] ?? "";
  // A share above zero is always visible.
  return full + rest === "" && share > 0 ? "▏" : full + rest;
}
