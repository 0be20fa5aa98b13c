import { type Diagnostic, type Place, render } from "../../dsl/diagnostics/index.ts";
import type { ShownDiagnostic, TextRange } from "../protocol/runtimeProtocol.ts";

/** Diagnostic as a page gets it: plain data, without the texts of its files. */
export function shownDiagnostic(one: Diagnostic): ShownDiagnostic {
  const { code, severity, message, label = null, help = null, place, fix } = one;
  return {
    ...{ code, severity, message, label, help },
    range: place ? rangeOf(place) : null,
    fix: fix ? { ...rangeOf(fix.place), text: fix.text } : null,
    text: render(one, { color: false }),
  };
}

const rangeOf = ({ source, span }: Place): TextRange => ({
  file: source.name,
  start: span.start,
  end: span.end,
});
