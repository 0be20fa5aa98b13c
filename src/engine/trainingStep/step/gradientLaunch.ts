import { gradientLaunchTime } from "../../formulas/compute/host.ts";
import type { Context } from "../inputs/context.ts";

/**
 * Time of a step in which devices wait for hosts that launch gradient reductions rank by rank (the field
 * `gradient_launch`), s. null where this wait does not exist: the field is 0, there is one replica, or a single
 * reduction of all gradients is launched after the last pass.
 */
export function gradientLaunch<N>({ alg, x, scenario }: Context<N>): N | null {
  const { framework, zero, dp } = scenario.plan;
  const once = framework.wholeReduction && (zero === 1 || zero === 2);
  if (framework.gradientLaunchSeconds === 0 || dp === 1 || once) return null;
  return alg.apply(gradientLaunchTime, { L: x.layers, d: x.replicas, tau_r: x.gradientLaunch });
}
