import type { Breakdown } from "./breakdown.ts";

/** Power of a plan and energy of its run; null for parts that the scenario does not define. */
export interface EnergyEstimate<N = number> {
  /** Power of the site, W, averaged over training. */
  readonly power: Breakdown<N>;
  /** Power of one device, W. */
  readonly devicePower: N;
  /** Energy of one step, J; `perToken` is in J/token. */
  readonly step: N;
  readonly perToken: N;
  /** Energy of the run to the token budget, J. */
  readonly run: Breakdown<N> | null;
  /** CO2e of the run, g; null without the carbon intensity of the electricity. */
  readonly carbon: Breakdown<N> | null;
  /** Water of the run, g; null without the water intensity of the site. */
  readonly water: N | null;
}
