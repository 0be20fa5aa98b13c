import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Estimate } from "../../../../src/engine/estimate/estimate.ts";
import { estimate } from "../../../../src/engine/index.ts";
import type { Degree } from "../../../../src/engine/scenario/degree.ts";
import type { Mlp } from "../../../../src/engine/scenario/mlp.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import { expertGroup, expertReplicaGroup } from "../../../../src/engine/trainingStep/fabric/expertGroups.ts";
import { type Group, groupOf } from "../../../../src/engine/trainingStep/fabric/groups.ts";
import { samePlacement } from "../../../../src/engine/trainingStep/fabric/placement.ts";
import { groupDegrees } from "../../../../src/engine/trainingStep/model/groupDegrees.ts";
import { estimated } from "../../support/estimated.ts";
import { gpt, plan, scenario, selene } from "../../support/scenarios.ts";
import { space } from "../../support/space.ts";

const of = (change: Partial<Plan>, model = gpt(32, 4096, 32)): Estimate => {
  const p = plan({ tp: 2, pp: 4, dp: 16, globalBatch: 256, ...change });
  return estimated(scenario(model, selene(16), p));
};
const tier = (e: Estimate, dimension: string): string | undefined =>
  e.comm.find((one) => one.dimension === dimension)?.tier;
const bytes = (e: Estimate) => e.comm.map((one) => one.bytes * one.count);
const stagesNear: Plan["rankOrder"] = ["tp", "cp", "pp", "dp"];

test("stages before replicas: sends stay in the node, gradients leave it", () => {
  const [usual, stagesFirst] = [of({}), of({ rankOrder: stagesNear })];
  expect([tier(usual, "pp"), tier(usual, "dp")]).toEqual(["scale_out", "both"]);
  expect([tier(stagesFirst, "pp"), tier(stagesFirst, "dp")]).toEqual(["scale_up", "scale_out"]);
  const seconds = (e: Estimate, dimension: string) =>
    e.comm.filter((one) => one.dimension === dimension).reduce((sum, one) => sum + one.totalSeconds, 0);
  expect(seconds(stagesFirst, "pp")).toBeLessThan(seconds(usual, "pp"));
  expect(seconds(stagesFirst, "dp")).toBeGreaterThan(seconds(usual, "dp"));
  expect(bytes(stagesFirst)).toEqual(bytes(usual));
});

test("the order moves messages, and changes none: context-parallel ranks and experts too", () => {
  const mlp: Mlp = {
    ...{ kind: "moe", experts: 16, shared: 0, sharedDff: 0, topK: 2, groups: 1, topGroups: 1 },
    ...{ denseLayers: 0, every: 1, dense: null },
    expert: { kind: "gelu", dFf: 4096 },
  };
  const model = { ...gpt(32, 4096, 32), mlp };
  const change = { cp: 2, dp: 8, ep: 8, globalBatch: 128 };
  const usual = of(change, model);
  const near = of({ ...change, rankOrder: stagesNear }, model);
  expect(bytes(near)).toEqual(bytes(usual));
  // A stage of 4 neighbours, 16 places from the next 4: experts over 8 are in two nodes instead of one.
  expect([tier(usual, "ep"), tier(near, "ep")]).toEqual(["scale_up", "both"]);
  expect(near.time.step.value).toBeGreaterThan(usual.time.step.value);
});

/** Every rank's coordinates, numbered one after another. */
function machine(p: Plan): readonly Readonly<Record<Degree, number>>[] {
  const count = p.tp * p.cp * p.dp * p.pp;
  return Array.from({ length: count }, (_, rank) => {
    const at: Record<Degree, number> = { tp: 0, cp: 0, dp: 0, pp: 0 };
    let rest = rank;
    for (const one of p.rankOrder) {
      at[one] = rest % p[one];
      rest = Math.floor(rest / p[one]);
    }
    return at;
  });
}

/** Ranks that share a key are a group: those of the first, over the domains that they are in. */
function lies(p: Plan, key: (rank: number) => string): Pick<Group, "size" | "inner" | "outer"> {
  const count = p.tp * p.cp * p.dp * p.pp;
  const ranks = Array.from({ length: count }, (_, rank) => rank).filter((rank) => key(rank) === key(0));
  const outer = new Set(ranks.map((rank) => Math.floor(rank / 8))).size;
  return { size: ranks.length, inner: ranks.length / outer, outer };
}

const orders: readonly Plan["rankOrder"][] = [
  ["tp", "cp", "dp", "pp"],
  stagesNear,
  ["tp", "pp", "cp", "dp"],
  ["pp", "tp", "cp", "dp"],
  ["dp", "cp", "tp", "pp"],
  ["cp", "pp", "dp", "tp"],
  ["cp", "tp", "pp", "dp"],
];

describe.each(orders.map((rankOrder) => ({ rankOrder, name: rankOrder.join("_") })))(
  "groups lie where counting ranks one by one finds them: $name",
  ({ rankOrder }) => {
    const sizes = [
      { tp: 2, cp: 2, dp: 8, pp: 4, ep: 4, etp: 2 },
      { tp: 4, cp: 1, dp: 4, pp: 2, ep: 8, etp: 1 },
      { tp: 1, cp: 4, dp: 16, pp: 2, ep: 16, etp: 1 },
    ];
    const found = ({ size, inner, outer }: Group) => ({ size, inner, outer });
    test.each(sizes)("%o", (degrees) => {
      const p = plan({ ...degrees, rankOrder });
      const at = machine(p);
      const cluster = selene((p.tp * p.cp * p.dp * p.pp) / 8);
      const keys: Readonly<Record<Degree, readonly Degree[]>> = {
        ...{ tp: ["cp", "dp", "pp"], cp: ["tp", "dp", "pp"] },
        ...{ dp: ["tp", "pp"], pp: ["tp", "cp", "dp"] },
      };
      for (const one of ["tp", "cp", "dp", "pp"] as const)
        expect(found(groupOf(p, cluster, one)), one).toEqual(
          lies(p, (rank) => keys[one].map((other) => at[rank]?.[other]).join()),
        );
      // Devices of a stage in their order on the machine: etp, then ep, then replicas.
      const inStage = at.map(({ pp }, rank) => at.slice(0, rank).filter((other) => other.pp === pp).length);
      const expert = (rank: number) => Math.floor((inStage[rank] ?? 0) / p.etp);
      const tensor = (rank: number) => (inStage[rank] ?? 0) % p.etp;
      const stage = (rank: number) => at[rank]?.pp;
      expect(found(expertGroup(p, cluster))).toEqual(
        lies(p, (rank) => [stage(rank), tensor(rank), Math.floor(expert(rank) / p.ep)].join()),
      );
      expect(found(expertReplicaGroup(p, cluster))).toEqual(
        lies(p, (rank) => [stage(rank), tensor(rank), expert(rank) % p.ep].join()),
      );
    });
  },
);

test("orders that put a plan's groups on the same links take the same time", () => {
  let [same, other] = [0, 0];
  fc.assert(
    fc.property(space, (s) => {
      // Groups of layers with degrees of their own need `tp_cp_dp_pp`.
      if (groupDegrees(s.plan).length > 0) return;
      const near: Plan = { ...s.plan, rankOrder: ["tp", "cp", "dp", "pp"] };
      const [one, swapped] = [near, { ...near, rankOrder: stagesNear }].map((plan) => ({ ...s, plan }));
      if (!one || !swapped) return;
      if (!samePlacement(one.plan, swapped.plan, s.cluster)) other++;
      else {
        const [a, b] = [estimate(one), estimate(swapped)];
        expect(a.ok).toBe(b.ok);
        if (!a.ok || !b.ok) return;
        same++;
        expect(b.estimate.time.step.value).toBe(a.estimate.time.step.value);
        expect(b.estimate.memory.peak).toBe(a.estimate.memory.peak);
      }
    }),
    { numRuns: 400 },
  );
  expect(same).toBeGreaterThan(20);
  expect(other).toBeGreaterThan(20);
});
