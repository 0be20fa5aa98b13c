import { printNumber } from "../units/index.ts";

/** Fields of `show best.skipped` (the plans that a search rejected) that are read here. */
interface Skipped {
  readonly reason: string;
  readonly count: number;
  readonly example: string;
  /** Smallest memory that a plan rejected as out of memory needs, as text. */
  readonly least?: string;
  /** Value closest to meeting a `where` condition, as text. */
  readonly nearest?: string;
}

/** Limit on the reasons in the sentence. */
const MOST = 2;

/** Sentence on why a search found no rows. It prefers reasons that state how close the nearest plan came. */
export function whyEmpty(data: unknown): string {
  const all = skippedIn(data);
  const near = all.filter(({ least, nearest }) => least !== undefined || nearest !== undefined);
  const listed = (near.length > 0 ? near : all).slice(0, MOST);
  if (listed.length === 0) return "it has no rows";
  const texts = listed.map(({ reason, count, example, least, nearest }) => {
    const detail = nearest ?? (least === undefined ? example : `at least ${least}`);
    return `${printNumber(count)} × ${reason} (${detail})`;
  });
  const rest = all.length - listed.length;
  const more = rest === 0 ? "" : `; ${rest} more ${rest === 1 ? "reason" : "reasons"}`;
  return `finds nothing: ${texts.join("; ")}${more}`;
}

function skippedIn(data: unknown): readonly Skipped[] {
  const known = typeof data === "object" && data !== null && "skipped" in data && Array.isArray(data.skipped);
  return known ? (data as { readonly skipped: readonly Skipped[] }).skipped : [];
}
