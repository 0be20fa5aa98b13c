import type { Breakdown } from "../breakdown.ts";
import type { Context } from "../context.ts";
import * as book from "../formulas/money.ts";
import { bought } from "./bought.ts";
import { moneyPart } from "./moneyPart.ts";
import { rented } from "./rented.ts";
import type { Used } from "./used.ts";

/** What a run costs, by what it is paid for, $; null where nothing says what devices cost. */
export function cost<N>(ctx: Context<N>, used: Used<N>): Breakdown<N> | null {
  const { price, spot } = ctx.scenario.cluster;
  if (price === null && spot === null) return null;
  const devices =
    price?.kind === "owned" && spot === null ? [bought(ctx, price, used)] : rented(ctx, price, used);
  const parts = [...devices, ...storage(ctx, used), ...transfers(ctx, used), ...staff(ctx, used)];
  const [first, second] = parts;
  const value = first && !second ? first.value : ctx.alg.sum("cost of the run", "$", parts);
  return { name: "cost", label: "cost", unit: "$", value, parts };
}

function storage<N>({ alg, scenario }: Context<N>, used: Used<N>): readonly Breakdown<N>[] {
  const { storagePrice } = scenario.cluster.expenses;
  const kept = held({ alg, scenario }, used);
  if (storagePrice === null || kept.length === 0) return [];
  const c_b = alg.input("cluster.storage_price", storagePrice, "$/B/s");
  const Q_k = alg.sum("bytes kept in storage", "B", kept);
  return [moneyPart("storage", "storage", alg.apply(book.storageCost, { Q_k, c_b, A: used.wall }))];
}

/** The data come to the site, and the last checkpoint leaves it. */
function transfers<N>(
  { alg, scenario }: Context<N>,
  { dataBytes, checkpoint }: Used<N>,
): readonly Breakdown<N>[] {
  const { transferPrice } = scenario.cluster.expenses;
  const sent = [
    ...(dataBytes === null ? [] : [{ label: "data", value: dataBytes }]),
    ...(checkpoint === null ? [] : [{ label: "the last checkpoint", value: checkpoint.size }]),
  ];
  if (transferPrice === null || sent.length === 0) return [];
  const c_t = alg.input("cluster.transfer_price", transferPrice, "$/B");
  const Q = alg.sum("bytes sent", "B", sent);
  return [moneyPart("transfer", "transfers", alg.apply(book.transferCost, { Q, c_t }))];
}

function staff<N>({ alg, scenario }: Context<N>, { wall: A }: Used<N>): readonly Breakdown<N>[] {
  const { staffPerSecond } = scenario.cluster.expenses;
  if (staffPerSecond === null) return [];
  const c_p = alg.input("cluster.staff", staffPerSecond, "$/s");
  return [moneyPart("staff", "people", alg.apply(book.staffCost, { c_p, A }))];
}

function held<N>(
  { alg, scenario }: Pick<Context<N>, "alg" | "scenario">,
  { dataBytes, checkpoint }: Used<N>,
): readonly { readonly label: string; readonly value: N }[] {
  const kept = scenario.plan.checkpoint?.kept ?? 0;
  const n = alg.input("plan.checkpoint.kept", kept, "1");
  return [
    ...(dataBytes === null ? [] : [{ label: "data", value: dataBytes }]),
    ...(checkpoint === null
      ? []
      : [{ label: "checkpoints", value: alg.apply(book.keptCheckpoints, { n, Q: checkpoint.size }) }]),
  ];
}
