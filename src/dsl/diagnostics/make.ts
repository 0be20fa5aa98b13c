import { type Code, catalogue, isCode, type ParamsOf } from "./catalogue.ts";
import type { Diagnostic, Place } from "./diagnostic.ts";
import type { Params, Row } from "./row.ts";

/** What the caller may add or put in place of the row's own words. */
export type Extras = Partial<Omit<Diagnostic, "code" | "message" | "place">>;

/**
 * The edit behind "did you mean": where the place holds just the word that is wrong. Of a dotted path it may hold the
 * last name: `peek` of `memory.peek`, for `memory.peak`. A word that stands for a value is rewritten only to the same
 * word in another spelling (`BF16`, `bf16`), and no word to one with other digits: `p5` is not `p50`.
 */
function meant({ suggestion, ...others }: Params, place: Place, value: boolean): Diagnostic["fix"] {
  if (typeof suggestion !== "string" || suggestion === "") return undefined;
  const word = place.source.text.slice(place.span.start, place.span.end);
  for (const other of Object.values(others)) {
    if (other === word) return keeps(word, suggestion, value) ? { place, text: suggestion } : undefined;
    if (typeof other !== "string" || !other.endsWith(`.${word}`)) continue;
    const before = other.slice(0, -word.length);
    const text = suggestion.slice(before.length);
    if (suggestion.startsWith(before)) return keeps(word, text, value) ? { place, text } : undefined;
  }
  return undefined;
}

function keeps(word: string, instead: string, value: boolean): boolean {
  const letters = (text: string) => text.toLowerCase().replace(/[-_"\s]/g, "");
  if (letters(word) === letters(instead)) return true;
  return !value && word.replace(/\D/g, "") === instead.replace(/\D/g, "");
}

function build(code: Code, params: Params, place: Place | undefined, extras: Extras): Diagnostic {
  // The union of rows takes the intersection of their parameters; `diagnostic` has checked the caller's.
  const row = catalogue[code] as unknown as Row<Params>;
  const label = extras.label ?? row.label?.(params) ?? undefined;
  const help = extras.help ?? row.help?.(params) ?? undefined;
  const fix = place && meant(params, place, row.value === true);
  return {
    severity: row.severity,
    related: [],
    notes: [],
    ...(fix ? { fix } : {}),
    ...extras,
    code,
    message: row.message(params),
    ...(place === undefined ? {} : { place }),
    ...(label === undefined ? {} : { label }),
    ...(help === undefined ? {} : { help }),
  };
}

/** A diagnostic of a known code; the parameters are checked against its row. */
export function diagnostic<C extends Code>(
  code: C,
  params: ParamsOf<C>,
  place?: Place,
  extras: Extras = {},
): Diagnostic {
  return build(code, params, place, extras);
}

/**
 * The same for a code that arrives as data, such as an engine's refusal. A code that the catalogue lacks is a mistake
 * of ours and says so.
 */
export function diagnosticOf(code: string, params: Params, place?: Place, extras: Extras = {}): Diagnostic {
  if (isCode(code)) return build(code, params, place, extras);
  return build("internal", { detail: `no diagnostic \`${code}\`` }, place, extras);
}
