import type { Diagnostic } from "./diagnostic.ts";
import { lineAt } from "./position.ts";

/** Maximum length, in characters, of a corrected line that a message shows. */
const LONGEST = 80;

/**
 * Source line with the diagnostic's fix applied, as inline code. Null where there is no fix, where the fix does not
 * stay within one line, or where the corrected line is too long to show.
 */
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
