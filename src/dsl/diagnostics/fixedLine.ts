import type { Diagnostic } from "./diagnostic.ts";
import { lineAt } from "./position.ts";

/** Longest line that is shown with its fix. */
const LONGEST = 80;

/** The source line with the fix applied; null without a fix within one line. */
export function fixedLine({ fix }: Diagnostic): string | null {
  if (!fix) return null;
  const { source, span } = fix.place;
  const line = lineAt(source, span.start);
  if (span.end > line.start + line.text.length || /\n/.test(fix.text)) return null;
  const before = line.text.slice(0, span.start - line.start);
  const after = line.text.slice(span.end - line.start);
  const text = `${before}${fix.text}${after}`.trim();
  return text.length > LONGEST || text.includes("`") ? null : `\`${text}\``;
}
