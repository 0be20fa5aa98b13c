import type { Breakdown } from "../../estimate/breakdown.ts";
import { poolFlops } from "../../formulas/step/pools.ts";
import type { Context } from "../../trainingStep/inputs/context.ts";
import type { PoolMember } from "../../trainingStep/pools/pooled.ts";
import { type SitePower, sitePower } from "./power.ts";
import type { Trained } from "./trained.ts";

/** Power of the site whose devices are in pools: the sum of the pools' power, part by part. */
export function poolPower<N>(
  ctx: Context<N>,
  pools: readonly PoolMember<N>[],
  trained: Trained<N>,
): SitePower<N> {
  const { alg } = ctx;
  const each = pools.map((pool) => {
    const n_y = alg.constant("work of the pool", pool.share[0], "1", "the plan's place");
    const n_x = alg.constant("work of all pools", pool.share[1], "1", "the plan's place");
    const flops = alg.apply(poolFlops, { C: trained.flops, n_y, n_x });
    return sitePower(pool.ctx, { ...trained, flops, time: { ...trained.time, step: pool.step } });
  });
  const [first] = each;
  if (!first) throw new Error("a cluster of no pools");
  const added = (all: readonly Breakdown<N>[]): Breakdown<N> => {
    const [one] = all as readonly [Breakdown<N>];
    const parts = one.parts.map((_, i) => added(all.flatMap(({ parts: own }) => own[i] ?? [])));
    const value = alg.sum(
      one.label,
      one.unit,
      all.map((of, i) => ({ label: `${of.label} of ${pools[i]?.name}`, value: of.value })),
    );
    return { ...one, parts, value };
  };
  const sum = (of: (power: SitePower<N>) => Breakdown<N>): Breakdown<N> => added(each.map(of));
  return {
    tree: sum(({ tree }) => tree),
    devices: sum(({ devices }) => devices),
    host: sum(({ host }) => host),
    network: sum(({ network }) => network),
    pue: first.pue,
  };
}
