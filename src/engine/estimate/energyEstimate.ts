import type { Breakdown } from "./breakdown.ts";

/** Power of a plan, and energy, CO2e and water of its run; null for results whose inputs the scenario lacks. */
export interface EnergyEstimate<N = number> {
  /** Mean power of the site during training, W. */
  readonly power: Breakdown<N>;
  /** Mean power of one device during training, W. */
  readonly devicePower: N;
  /** Energy of the site for one step, J. */
  readonly step: N;
  /** Energy of the site for one token, J/token. */
  readonly perToken: N;
  /** Energy of the site for the run to the token budget, J. */
  readonly run: Breakdown<N> | null;
  /**
   * CO2e of the run, g; null where the scenario gives no carbon intensity of electricity, or no token budget.
   */
  readonly carbon: Breakdown<N> | null;
  /** Water use of the run, g; null where the scenario gives no water intensity, or no token budget. */
  readonly water: N | null;
}
