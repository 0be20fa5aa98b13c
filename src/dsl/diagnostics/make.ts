import { type Code, catalogue, isCode, type ParamsOf } from "./catalogue.ts";
import type { Diagnostic, Place } from "./diagnostic.ts";
import type { Params, Row } from "./rows/row.ts";

/** Parts of a diagnostic that the caller adds or replaces. */
export type Extras = Partial<Omit<Diagnostic, "code" | "message" | "place">>;

/**
 * Edit for "did you mean", where the place holds only the wrong word. For a dotted path that is its last name: `peek`
 * of `memory.peek`, for `memory.peak`. Values are replaced only by another spelling of the same word (`BF16`, `bf16`).
 * Digits never change: `p5` is not `p50`.
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
  // `diagnostic` has checked the parameters; over all codes their type would be an empty intersection.
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

/** Diagnostic of a known code. The type checker checks the parameters against its row. */
export function diagnostic<C extends Code>(
  code: C,
  params: ParamsOf<C>,
  place?: Place,
  extras: Extras = {},
): Diagnostic {
  return build(code, params, place, extras);
}

/**
 * Diagnostic of a code that is known only at run time, such as an engine's refusal. An unknown code is a bug of ours
 * and gives an internal error.
 */
export function diagnosticOf(code: string, params: Params, place?: Place, extras: Extras = {}): Diagnostic {
  if (isCode(code)) return build(code, params, place, extras);
  return build("internal", { detail: `no diagnostic \`${code}\`` }, place, extras);
}
