import { prefixed } from "../../core/prefixed.ts";
import { type Breakdown, breakdownsOf } from "../../estimate/breakdown.ts";
import type { RunEstimate } from "../../estimate/runEstimate.ts";
import * as book from "../../formulas/run/energy.ts";
import type { Context } from "../../trainingStep/inputs/context.ts";
import type { SitePower } from "./power.ts";

const energyPart = breakdownsOf("energy", "J");

/** Parts of the wall-clock time in which devices run steps. */
const STEPS: ReadonlySet<string> = new Set(["run.training", "run.rework"]);

/** Energy of the run, J: steps at the power of training, all other time at idle power. */
export function runEnergy<N>(ctx: Context<N>, power: SitePower<N>, run: RunEstimate<N>): Breakdown<N> {
  const { alg, x, scenario } = ctx;
  const A = run.timeToTrain;
  const stepping = run.time.parts.filter(({ name }) => STEPS.has(name));
  const [first, second] = stepping;
  const tau =
    first && !second
      ? first.value
      : alg.sum("time of steps, repeated ones included", "s", prefixed("time of ", stepping));
  const over = ({ name, label, value }: Breakdown<N>, time: N): Breakdown<N> =>
    energyPart(name.replace("power.", ""), label, alg.apply(book.energyOver, { w_m: value, tau: time }));
  const interrupted =
    run.time.parts.length === stepping.length
      ? []
      : [
          energyPart(
            "interruptions",
            "waiting while interrupted",
            alg.apply(book.interruptedEnergy, {
              n_g: x.devices,
              w_i: alg.input("cluster.device.idle_power", scenario.cluster.device.idleWatts, "J/s"),
              tau: alg.apply(book.interruptedTime, { A, tau }),
            }),
          ),
        ];
  const states = [...power.devices.parts.map((part) => over(part, tau)), ...interrupted];
  const devices = energyPart(
    "devices",
    "devices",
    alg.sum("energy of devices", "J", prefixed("device energy: ", states)),
    states,
  );
  const machines = [devices, over(power.host, A), over(power.network, A)];
  const E = alg.sum("energy of the machines", "J", prefixed("energy of ", machines));
  const cooling = energyPart(
    "cooling",
    "cooling and distribution",
    alg.apply(book.coolingEnergy, { c_pue: power.pue, E }),
  );
  const parts = [...machines, cooling];
  return {
    name: "energy",
    label: "energy",
    unit: "J",
    value: alg.sum("energy of the run", "J", prefixed("energy of ", parts)),
    parts,
  };
}
