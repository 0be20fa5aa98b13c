import { optionalInput } from "../../core/optionalInput.ts";
import type { EnergyEstimate } from "../../estimate/energyEstimate.ts";
import * as book from "../../formulas/run/energy.ts";
import type { Context } from "../../trainingStep/inputs/context.ts";
import { carbon } from "./carbon.ts";
import { type SitePower, sitePower } from "./power.ts";
import { runEnergy } from "./runEnergy.ts";
import type { Trained } from "./trained.ts";

/** Power and energy of a plan, from the states of its devices rather than rated power. `known` is power known already. */
export function energy<N>(
  ctx: Context<N>,
  trained: Trained<N>,
  known: SitePower<N> | null = null,
): EnergyEstimate<N> {
  const { alg, x, scenario } = ctx;
  const power = known ?? sitePower(ctx, trained);
  const whole = power.tree.value;
  const run = trained.run && runEnergy(ctx, power, trained.run);
  const c_w = optionalInput(
    alg,
    "cluster.water_intensity",
    scenario.cluster.facility.waterGramsPerJoule,
    "g/J",
  );
  return {
    power: power.tree,
    devicePower: alg.apply(book.devicePower, { w_m: power.devices.value, n_g: x.devices }),
    step: alg.apply(book.energyOver, { w_m: whole, tau: trained.time.step.value }),
    perToken: alg.apply(book.tokenEnergy, { w_m: whole, W_t: trained.tokensPerSecond }),
    run,
    carbon: run && trained.run && carbon(ctx, run.value, trained.run.timeToTrain),
    water:
      run && c_w !== null
        ? alg.apply(book.waterUsed, {
            E: run.value,
            c_pue: power.pue,
            c_wat: c_w,
          })
        : null,
  };
}
