import type { Breakdown } from "./breakdown.ts";

/** What a plan draws, and what its run uses; null for what the scenario does not ask. */
export interface EnergyEstimate<N = number> {
  /** Of the site, W, on average while it trains. */
  readonly power: Breakdown<N>;
  /** Of one device, W. */
  readonly devicePower: N;
  /** Of one step, J; of one token, J/token. */
  readonly step: N;
  readonly perToken: N;
  /** Of the run to the token budget, J. */
  readonly run: Breakdown<N> | null;
  /** CO2e of the run, g; null without the carbon intensity of the electricity. */
  readonly carbon: Breakdown<N> | null;
  /** g; null without the water intensity of the site. */
  readonly water: N | null;
}
