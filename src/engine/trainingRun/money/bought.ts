import { prefixed } from "../../core/prefixed.ts";
import type { Breakdown } from "../../estimate/breakdown.ts";
import * as book from "../../formulas/run/money.ts";
import type { Owned } from "../../scenario/money.ts";
import type { Context } from "../../trainingStep/inputs/context.ts";
import { moneyPart } from "./moneyPart.ts";
import { paidDevices } from "./paidDevices.ts";
import type { Used } from "./used.ts";

/** Cost of owned devices for a run, by item: depreciation, interest, upkeep, hosting and electricity. */
export function bought<N>(ctx: Context<N>, price: Owned, used: Used<N>): Breakdown<N> {
  const { alg, x, scenario } = ctx;
  const { facility, device } = scenario.cluster;
  const at = (name: string, value: number, unit = "1"): N => alg.input(`cluster.price.${name}`, value, unit);
  const A = used.wall;
  const n_g = paidDevices(ctx);
  const c_a = at("capex", price.capexPerDevice, "$/GPU");
  const c_v = at("residual", price.residual);
  const c_u = alg.input("cluster.usage", facility.usage, "1");
  const tau_l = alg.input("cluster.lifetime", facility.lifetimeSeconds, "s");
  const tau_y = alg.constant("a year", YEAR, "s", "365.25 days");
  const parts = [
    moneyPart(
      "depreciation",
      "depreciation",
      alg.apply(book.depreciation, { n_g, c_buy: c_a, c_v, A, tau_life: tau_l, c_u }),
    ),
    moneyPart(
      "interest",
      "interest",
      alg.apply(book.capitalCost, {
        n_g,
        c_buy: c_a,
        c_v,
        c_i: at("interest", price.interest),
        A,
        tau_y,
        c_u,
      }),
    ),
    moneyPart(
      "upkeep",
      "repairs and support",
      alg.apply(book.upkeepCost, { n_g, c_buy: c_a, c_k: at("upkeep", price.upkeep), A, tau_y, c_u }),
    ),
    moneyPart(
      "hosting",
      "room and power supply",
      alg.apply(book.hostingCost, {
        n_g,
        w_f: alg.input("cluster.device.power", device.powerWatts, "J/s"),
        w_h: alg.input("cluster.host_power", facility.hostWatts, "J/s"),
        n_d: x.nodeDevices,
        w_n: alg.input("cluster.network_power", facility.networkWatts, "J/s"),
        c_h: at("hosting", price.hostingPerJoule, "$/J"),
        A,
        c_u,
      }),
    ),
    moneyPart(
      "electricity",
      "electricity",
      alg.apply(book.electricityCost, {
        E: used.energy,
        c_el: at("electricity", price.electricityPerJoule, "$/J"),
      }),
    ),
  ];
  return moneyPart(
    "devices",
    "devices",
    alg.sum("cost of owning the devices", "$", prefixed("cost of ", parts)),
    parts,
  );
}

const YEAR = 365.25 * 86_400;
