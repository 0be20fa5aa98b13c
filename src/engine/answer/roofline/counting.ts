import type { Algebra, Part } from "../../core/algebra.ts";
import { numbers } from "../../core/numbers.ts";
import { flashAttentionTime } from "../../formulas/compute/attention.ts";
import { movedBytes } from "../../formulas/compute/kernels.ts";
import { gemmBytes } from "../../formulas/compute/matmuls.ts";
import { ownBytes, ownFlops } from "../../formulas/compute/own.ts";
import { flashFlops, gemmFlops } from "../../formulas/compute/roofline.ts";
import type { Formula } from "../../formulas/notation/formula.ts";

/** Number of the engine with its kernel work: FLOPs of its matmuls, and bytes moved. */
export interface Counted {
  readonly value: number;
  readonly flops: number;
  readonly bytes: number;
}

/**
 * Formulas that perform FLOPs, each with the formula of the same symbols that counts them. `BYTES` are
 * formulas whose results are bytes moved.
 */
const FLOPS: ReadonlyMap<object, Formula> = new Map<object, Formula>([
  [gemmBytes, gemmFlops as unknown as Formula],
  [flashAttentionTime, flashFlops as unknown as Formula],
  [ownFlops, ownFlops as unknown as Formula],
]);
const BYTES: ReadonlySet<object> = new Set([gemmBytes, movedBytes, ownBytes]);

const bare = (value: number): Counted => ({ value, flops: 0, bytes: 0 });

const values = (parts: readonly Part<Counted>[]): readonly Part<number>[] =>
  parts.map(({ label, value }) => ({ label, value: value.value }));

/**
 * An algebra in which kernel times carry their work. A few kernel formulas add FLOPs or bytes, and results
 * computed from them pass these on. So the counted operators are those of the step, and ordinary estimates
 * pay nothing.
 */
export const counting: Algebra<Counted> = {
  shares: false,
  input: (_path, value) => bare(value),
  constant: (_name, value) => bare(value),
  apply<S extends string>(formula: Formula<S>, args: Readonly<Record<S, Counted>>) {
    const plain = {} as Record<S, number>;
    let flops = 0;
    let bytes = 0;
    for (const symbol of formula.symbolNames) {
      const one = args[symbol];
      plain[symbol] = one.value;
      flops += one.flops;
      bytes += one.bytes;
    }
    const value = formula.evaluate(plain);
    const own = FLOPS.get(formula)?.evaluate(plain) ?? 0;
    return { value, flops: flops + own, bytes: BYTES.has(formula) ? bytes + value : bytes };
  },
  sum(result, unit, parts) {
    let flops = 0;
    let bytes = 0;
    for (const { value } of parts) {
      flops += value.flops;
      bytes += value.bytes;
    }
    return { value: numbers.sum(result, unit, values(parts)), flops, bytes };
  },
  max: (result, unit, parts) => bare(numbers.max(result, unit, values(parts))),
  least: (parts) => parts.reduce((best, next) => (next.value.value < best.value.value ? next : best)),
  less: (a, b) => a.value < b.value,
  atMost: (a, b) => a.value <= b.value,
  decide: (of, make) => make(of.map(({ value }) => value)),
  counted: (of, { make }) => Array.from(make(of.map(({ value }) => value)), bare),
  value: (n) => n.value,
};
