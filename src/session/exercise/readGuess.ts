import { type Quantity, quantileOf, type Scope, type Value } from "../../dsl/evaluate/index.ts";
import { humanUnit } from "../../units/index.ts";
import type { Run } from "../verbs/run.ts";
import { askedUnit, type ReadAnswer } from "./readAnswer.ts";

/** Value of a guess; none where the reader has left it open. */
export const guessIn = (run: Run, name: string, scope: Scope): Value =>
  scope.find(run.context, name) ?? { kind: "none" };

/** Number of a quantity; the median of an uncertain one. */
export const numberIn = ({ value, draws }: Extract<Value, { readonly kind: "quantity" }>): number =>
  draws ? quantileOf(draws, 0.5) : value;

/** True where a guess has no unit and the number that it is of has one, and no unit is asked for. */
export const noUnit = (truth: Quantity, as: string | undefined, { note }: Meanings[number]): boolean =>
  as === undefined && unitOf(truth, as) !== undefined && note !== null;

/** Meanings of an answer, the likeliest first. */
export type Meanings = Extract<ReadAnswer, { readonly kind: "read" }>["meanings"];

/** The meaning of a guess that is nearest by factor: 40 for 68% is meant as 40%. */
export function nearest(meanings: Meanings, value: number): Meanings[number] | undefined {
  const off = ({ answer }: Meanings[number]) => {
    const ratio = typeof answer === "number" ? answer / value : 0;
    return ratio > 0 ? Math.abs(Math.log(ratio)) : Number.POSITIVE_INFINITY;
  };
  return meanings.reduce<Meanings[number] | undefined>(
    (best, one) => (best === undefined || off(one) < off(best) ? one : best),
    undefined,
  );
}

/** Unit in which a guess without one is read; undefined for a plain number and for a count. */
export function unitOf({ dimension, value }: Quantity, as: string | undefined): string | undefined {
  if (as !== undefined && askedUnit(as)) return as;
  return humanUnit(value, dimension) ?? undefined;
}

/** Number in base units as a quantity that prints like `as`. */
export const asIn = (value: number, { dimension, unit }: Quantity): Quantity =>
  unit === undefined ? { kind: "quantity", dimension, value } : { kind: "quantity", dimension, value, unit };
