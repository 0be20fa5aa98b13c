const SUFFIXES: Readonly<Record<string, number>> = { K: 1e3, M: 1e6, G: 1e9, B: 1e9, T: 1e12, P: 1e15 };
const BYTES: Readonly<Record<string, number>> = {
  B: 1,
  KB: 2 ** 10,
  MB: 2 ** 20,
  GB: 2 ** 30,
  TB: 2 ** 40,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  TiB: 2 ** 40,
};

/** Number at the beginning of a text: `10,050`, `1.825991E+00`, `11.5K`. Undefined where there is none. */
export function numberIn(text: string | undefined): number | undefined {
  const found = /^\s*([+-]?(?:\d[\d,]*)?(?:\.\d+|\d\.?)(?:[eE][+-]?\d+)?)\s*([KMGTP](?![A-Za-z]))?/.exec(
    text ?? "",
  );
  if (!found) return undefined;
  const value = Number((found[1] ?? "").replaceAll(",", "")) * (SUFFIXES[found[2] ?? ""] ?? 1);
  return Number.isFinite(value) ? value : undefined;
}

/**
 * Bytes of a text such as `22.95GB` or `66.91GiB`. Undefined where there are none. Frameworks call 2^30 bytes GB as well
 * as GiB (`torch.cuda.max_memory_allocated() / 2**30`).
 */
export function bytesIn(text: string | undefined): number | undefined {
  const found = /^\s*([\d.]+)\s*([KMGT]?i?B)/.exec(text ?? "");
  const scale = BYTES[found?.[2] ?? ""];
  return scale === undefined ? undefined : Number(found?.[1]) * scale;
}

/**
 * Time at which a line was printed, s since 1970, from `2026-02-24 19:46:17,508` or `10/17/2025 16:31:56` in it. Lines of
 * one log are only subtracted from one another, so the time zone does not matter. Undefined without a time.
 */
export function timeIn(text: string): number | undefined {
  const iso = /(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)(?:[.,](\d+))?/.exec(text);
  if (iso) return seconds(iso[1], iso[2], iso[3], iso.slice(4));
  const american = /(\d\d)\/(\d\d)\/(\d{4}) (\d\d):(\d\d):(\d\d)(?:[.,](\d+))?/.exec(text);
  return american ? seconds(american[3], american[1], american[2], american.slice(4)) : undefined;
}

function seconds(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
  [hour, minute, second, fraction]: readonly (string | undefined)[],
): number {
  const whole = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  return whole / 1e3 + Number(`0.${fraction ?? 0}`);
}
