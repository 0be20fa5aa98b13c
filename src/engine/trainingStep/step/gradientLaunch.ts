import { gradientLaunchTime } from "../../formulas/compute/host.ts";
import type { Context } from "../inputs/context.ts";

/**
 * Time of a step spent waiting for hosts that launch a reduction rank by rank (the field `gradient_launch`),
 * s; null where they do not. A single reduction of all gradients after the last pass is launched once.
 */
export function gradientLaunch<N>({ alg, x, scenario }: Context<N>): N | null {
  const { framework, zero, dp } = scenario.plan;
  const once = framework.wholeReduction && (zero === 1 || zero === 2);
  if (framework.gradientLaunchSeconds === 0 || dp === 1 || once) return null;
  return alg.apply(gradientLaunchTime, { L: x.layers, d: x.replicas, tau_r: x.gradientLaunch });
}
