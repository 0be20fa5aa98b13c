import type { FailureKind, ReliabilityEstimate } from "../../estimate/reliabilityEstimate.ts";
import { lostShare } from "../../formulas/run/reliability.ts";
import type { ByPart, Component } from "../../scenario/failures.ts";
import type { Context } from "../../trainingStep/inputs/context.ts";

/**
 * A field's time for a kind of failure, s. The entry `otherwise` serves uniform device failures, preemptions
 * and `kind` null.
 */
export function byKind<N>(
  { alg }: Context<N>,
  path: string,
  time: ByPart,
  kind: Pick<FailureKind<N>, "name"> | null,
): N {
  if (typeof time === "number") return alg.input(path, time, "s");
  const name = kind !== null && isPart(time, kind.name) ? kind.name : "otherwise";
  return alg.input(`${path}.${name}`, time[name], "s");
}

const isPart = (time: object, name: string): name is Component => name in time;

/** Share of all failures that are of a kind. */
export const shareOf = <N>(
  { alg }: Pick<Context<N>, "alg">,
  { rate: nu }: ReliabilityEstimate<N>,
  { rate: nu_x }: FailureKind<N>,
): N => alg.apply(lostShare, { nu_x, nu });
