import { type Code, catalogue, isCode, type ParamsOf } from "./catalogue.ts";
import type { Diagnostic, Place } from "./diagnostic.ts";
import type { Params, Row } from "./rows/row.ts";

/** Parts of a diagnostic that the caller sets. They replace the texts of the catalogue. */
export type Extras = Partial<Omit<Diagnostic, "code" | "message" | "place">>;

/**
 * Edit that replaces a wrong word by the suggestion of "did you mean". Undefined unless the place covers exactly the
 * wrong word; in a dotted path that is the path's last name (`peek` in `memory.peek` becomes `peak`). A word that is a
 * value is replaced only by another spelling of itself (`BF16` by `bf16`). No edit changes digits: `p5` does not become
 * `p50`.
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
  // `diagnostic` has checked the parameters. Here the code may be any, and the type of parameters for any code would be
  // an empty intersection.
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

/**
 * Makes a diagnostic. The code is known at compile time, so the type checker checks the parameters against the
 * catalogue.
 */
export function diagnostic<C extends Code>(
  code: C,
  params: ParamsOf<C>,
  place?: Place,
  extras: Extras = {},
): Diagnostic {
  return build(code, params, place, extras);
}

/**
 * Makes a diagnostic whose code is known only at run time, such as the engine's reason for rejecting a plan. A code
 * that is not in the catalogue is a bug of dtp and gives an internal error.
 */
export function diagnosticOf(code: string, params: Params, place?: Place, extras: Extras = {}): Diagnostic {
  if (isCode(code)) return build(code, params, place, extras);
  return build("internal", { detail: `no diagnostic \`${code}\`` }, place, extras);
}
