import type { OwnOperator } from "../../scenario/ownOperator.ts";
import type { LayerContext } from "./layerContext.ts";

/** An own operator of a layer, with its numbers as inputs of the algebra. */
export interface OwnInputs<N> {
  readonly of: OwnOperator;
  readonly flops: N;
  readonly bytes: N;
  readonly saved: N;
  readonly backward: N;
  /** Ranks that share the operator. */
  readonly ranks: N;
}

/** Operators that the program adds to a layer. */
export function ownInputs<N>({ alg, x, scenario }: LayerContext<N>): readonly OwnInputs<N>[] {
  return scenario.model.operators.map((of, i) => {
    const path = `model.operators[${i}]`;
    return {
      of,
      flops: alg.input(`${path}.flops`, of.flops, "FLOP"),
      bytes: alg.input(`${path}.bytes`, of.bytes, "B"),
      saved: alg.input(`${path}.saved`, of.saved, "B"),
      backward: alg.input(`${path}.backward`, of.backward, "1"),
      ranks: of.shard === "tp" ? x.tp : x.seqSplit,
    };
  });
}
