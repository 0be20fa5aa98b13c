import { ATTRIBUTIONS, attributionBlocks, type Block } from "../report/index.ts";
import type { Attribution } from "../session/index.ts";
import type { Change } from "./changes.ts";
import { numberOf } from "./compare.ts";
import type { Compared } from "./compared.ts";
import { comparedMeasures } from "./comparedMeasures.ts";

/**
 * Report blocks that attribute the difference between two programs' results to the changes. Empty where only
 * one change exists.
 */
export function causeBlocks(one: Compared, changes: readonly Change[]): readonly Block[] {
  const { attribution, causes, before } = one;
  const point = before.points[0];
  if (causes.length < 2 || !point) return oneCause(causes, changes);
  if (attribution === null) return [notSharedOut(causes)];
  if (attribution.shares.length === 1)
    return [paragraph(`${causeText(causes, changes)} cannot be separated: neither is valid alone.`)];
  const measures = comparedMeasures(one).filter(({ follows }) => !follows);
  const shared = attribution.shares.map((share) => ({
    text: causeText(
      share.changes.map((place) => causes[place] ?? 0),
      changes,
    ),
    numbers: Object.fromEntries(measures.map(({ name }) => [name, share.numbers[numberOf(point.key, name)]])),
  }));
  return attributionBlocks(attribution.method, shared, measures, point.numbers);
}

export const byCause = ({ method }: Attribution): string => ATTRIBUTIONS[method].head;

/** Text that names changes with their numbers in the report: `2. plan start: tp`. */
export const causeText = (places: readonly number[], changes: readonly Change[]): string =>
  places.map((place) => `${place + 1}. ${changes[place]?.key ?? ""}`).join(" and ");

/**
 * Paragraph that names the only cause of a difference. Empty where the programs differ in a single change.
 */
export const oneCause = (causes: readonly number[], changes: readonly Change[]): readonly Block[] =>
  changes.length < 2 ? [] : [paragraph(`The whole difference is due to ${causeText(causes, changes)}.`)];

export const paragraph = (text: string): Block => ({ kind: "paragraph", text });

export const notSharedOut = (causes: readonly number[]): Block =>
  paragraph(
    `The difference is not attributed to its ${causes.length} causes, because that would take too long.`,
  );
