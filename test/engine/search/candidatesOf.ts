import type { Plan } from "../../../src/engine/scenario/plan.ts";
import type { Scenario } from "../../../src/engine/scenario/scenario.ts";
import type { Candidates, Point } from "../../../src/engine/search/candidates.ts";
import { planSpace } from "../../../src/engine/search/planSpace.ts";

/** Numbers below 1, the same in every run. */
export function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** A few values of each choice of the plan space, with what follows from them worked out by hand. */
export function candidatesOf(base: Scenario, seed: number, most = 2): Candidates {
  const random = numbersFrom(seed);
  const choices = planSpace(base).map(({ fields, values }) => {
    const few = fields.includes("pp") ? 3 * most : most;
    const left = [...values];
    while (left.length > few) left.splice(1 + Math.floor(random() * (left.length - 1)), 1);
    return { fields, values: left };
  });
  const sizes = choices.map(({ values }) => values.length);
  const settings = choices.flatMap(({ fields, values }, choice) =>
    fields.map((field, at) => {
      const different = [...new Set(values.map((setting) => setting[at]))];
      const levels = values.map((setting) => different.indexOf(setting[at]));
      return { field, choice, levels, count: different.length };
    }),
  );
  const bit = (...fields: readonly string[]): number =>
    settings.reduce((bits, { field }, i) => (fields.includes(field) ? bits | (1 << i) : bits), 0);
  const degrees = bit("tp", "cp", "pp");
  const reads: Partial<Record<string, number>> = {
    ...{ tp: bit("tp"), sequenceParallel: bit("sequence_parallel"), cp: bit("cp"), ep: bit("ep") },
    ...{ pp: bit("pp"), schedule: bit("schedule"), vpp: bit("vpp"), microBatchGroup: bit("pp") },
    ...{ microBatch: bit("micro_batch") },
    ...{ recompute: bit("recompute"), offload: bit("offload"), zero: bit("zero") },
    rankOrder: bit("rank_order"),
    ...{ dp: degrees, dpShard: degrees, numMicroBatches: degrees | bit("micro_batch") },
  };
  const of = (point: Point): Scenario => {
    const chosen: Record<string, number | boolean | string> = { ep: 1 };
    choices.forEach(({ fields, values }, i) => {
      fields.forEach((field, j) => {
        chosen[field] = values[point[i] ?? 0]?.[j] ?? 0;
      });
    });
    const number = (name: string): number => Number(chosen[name]);
    const dp = base.cluster.devices / (number("tp") * number("cp") * number("pp"));
    const kind = chosen.recompute as Plan["recompute"]["kind"];
    const { layers, distribute } = base.plan.recompute;
    const own: Plan = {
      ...base.plan,
      ...{ tp: number("tp"), cp: number("cp"), ep: number("ep"), pp: number("pp"), vpp: number("vpp"), dp },
      ...{ dpShard: dp, microBatchGroup: number("pp"), microBatch: number("micro_batch") },
      numMicroBatches: base.plan.globalBatch / (dp * number("micro_batch")),
      sequenceParallel: chosen.sequence_parallel === true,
      schedule: chosen.schedule as Plan["schedule"],
      zero: number("zero") as Plan["zero"],
      recompute: {
        ...{ kind, modules: kind === "selective" ? ["attention"] : [] },
        ...(kind === "full" && layers !== undefined ? { layers } : {}),
        ...(kind === "full" && distribute ? { distribute } : {}),
      },
      offload: chosen.offload as Plan["offload"],
      rankOrder: String(chosen.rank_order).split("_") as unknown as Plan["rankOrder"],
    };
    return { ...base, plan: own };
  };
  return {
    sizes,
    settings,
    seen: { count: 0 },
    reads: (field) => reads[field] ?? 0,
    at: of,
    field: (field, point) =>
      field === "model" || field === "cluster" ? of(point)[field] : of(point).plan[field],
  };
}
