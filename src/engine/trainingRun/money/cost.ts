import { optionalInput } from "../../core/optionalInput.ts";
import { prefixed } from "../../core/prefixed.ts";
import type { Breakdown } from "../../estimate/breakdown.ts";
import * as book from "../../formulas/run/money.ts";
import { poolDeviceTime } from "../../formulas/step/pools.ts";
import type { Context } from "../../trainingStep/inputs/context.ts";
import type { PoolMember } from "../../trainingStep/pools/pooled.ts";
import { bought } from "./bought.ts";
import { moneyPart } from "./moneyPart.ts";
import { rented } from "./rented.ts";
import type { Used } from "./used.ts";

/** Cost of a run by item, $; null without a price of devices. */
export function cost<N>(ctx: Context<N>, used: Used<N>): Breakdown<N> | null {
  const { price, spot } = ctx.scenario.cluster;
  if (price === null && spot === null && !used.pools?.some(({ ctx: { scenario } }) => scenario.cluster.price))
    return null;
  const devices = used.pools
    ? [pooledRent(ctx, used.pools, used)]
    : price?.kind === "owned" && spot === null
      ? [bought(ctx, price, used)]
      : rented(ctx, price, used);
  const parts = [...devices, ...storage(ctx, used), ...transfers(ctx, used), ...staff(ctx, used)];
  const [first, second] = parts;
  const value =
    first && !second ? first.value : ctx.alg.sum("cost of the run", "$", prefixed("cost of ", parts));
  return { name: "cost", label: "cost", unit: "$", value, parts };
}

/** Cost of rented devices of several kinds, each at its pool's price. */
function pooledRent<N>({ alg }: Context<N>, pools: readonly PoolMember<N>[], used: Used<N>): Breakdown<N> {
  const rents = pools.flatMap(({ ctx, name, devices }) => {
    const { price } = ctx.scenario.cluster;
    if (price === null) return [];
    const n_g = alg.constant(`devices of ${name}`, devices, "GPU", "cluster.pools");
    const deviceTime = alg.apply(poolDeviceTime, { n_o: n_g, A: used.wall });
    return rented(ctx, price, { ...used, deviceTime }).map((part) => ({
      label: `${part.label} (${name})`,
      value: part.value,
    }));
  });
  return moneyPart("devices", "devices that train", alg.sum("cost of devices", "$", rents));
}

function storage<N>({ alg, scenario }: Context<N>, used: Used<N>): readonly Breakdown<N>[] {
  const c_b = optionalInput(alg, "cluster.storage_price", scenario.cluster.expenses.storagePrice, "$/B/s");
  const kept = held({ alg, scenario }, used);
  if (c_b === null || kept.length === 0) return [];
  const Q_k = alg.sum("bytes in storage", "B", kept);
  return [moneyPart("storage", "storage", alg.apply(book.storageCost, { Q_k, c_b, A: used.wall }))];
}

/** Cost of transfers: training data to the site, and the last checkpoint from it. */
function transfers<N>(
  { alg, scenario }: Context<N>,
  { dataBytes, checkpoint }: Used<N>,
): readonly Breakdown<N>[] {
  const c_t = optionalInput(alg, "cluster.transfer_price", scenario.cluster.expenses.transferPrice, "$/B");
  const sent = [
    ...(dataBytes === null ? [] : [{ label: "bytes of the data set", value: dataBytes }]),
    ...(checkpoint === null ? [] : [{ label: "bytes of the last checkpoint", value: checkpoint.size }]),
  ];
  if (c_t === null || sent.length === 0) return [];
  const Q = alg.sum("bytes sent", "B", sent);
  return [moneyPart("transfer", "transfers", alg.apply(book.transferCost, { Q, c_tr: c_t }))];
}

function staff<N>({ alg, scenario }: Context<N>, { wall: A }: Used<N>): readonly Breakdown<N>[] {
  const c_p = optionalInput(alg, "cluster.staff", scenario.cluster.expenses.staffPerSecond, "$/s");
  if (c_p === null) return [];
  return [moneyPart("staff", "people", alg.apply(book.staffCost, { c_pay: c_p, A }))];
}

function held<N>(
  { alg, scenario }: Pick<Context<N>, "alg" | "scenario">,
  { dataBytes, checkpoint }: Used<N>,
): readonly { readonly label: string; readonly value: N }[] {
  const kept = scenario.plan.checkpoint?.kept ?? 0;
  const n = alg.input("plan.checkpoint.kept", kept, "1");
  return [
    ...(dataBytes === null ? [] : [{ label: "bytes of the data set", value: dataBytes }]),
    ...(checkpoint === null
      ? []
      : [
          {
            label: "bytes of kept checkpoints",
            value: alg.apply(book.keptCheckpoints, { n, Q: checkpoint.size }),
          },
        ]),
  ];
}
