import type { FailureKind, ReliabilityEstimate } from "../../estimate/reliabilityEstimate.ts";
import { lostShare } from "../../formulas/run/reliability.ts";
import type { ByPart, Component } from "../../scenario/failures.ts";
import type { Context } from "../../trainingStep/inputs/context.ts";

/**
 * Time, s, that the field `path` gives for a kind of failure. The field's entry `otherwise` applies to uniform device
 * failures, preemptions and `kind` null.
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

/** Rate of one kind of failure ÷ rate of all failures. */
export const shareOf = <N>(
  { alg }: Pick<Context<N>, "alg">,
  { rate: nu }: ReliabilityEstimate<N>,
  { rate: nu_x }: FailureKind<N>,
): N => alg.apply(lostShare, { nu_x, nu });
