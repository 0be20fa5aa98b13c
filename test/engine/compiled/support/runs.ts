import fc from "fast-check";
import type { Cluster } from "../../../../src/engine/scenario/cluster.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import type { Scenario } from "../../../../src/engine/scenario/scenario.ts";
import { space } from "../../support/space.ts";

const failures = fc.constantFrom<Cluster["failures"]>(null, {
  kind: "poisson",
  mtbfDeviceSeconds: 5e4 * 3600,
});
const prices = fc.constantFrom<Cluster["price"]>(
  null,
  { kind: "hourly", perDeviceSecond: 2 / 3600 },
  { kind: "reserved", perDeviceSecond: 1 / 3600, termSeconds: 3e7, rest: "wasted" },
  {
    ...{ kind: "owned", capexPerDevice: 3e4, residual: 0.1, interest: 0.05, upkeep: 0.02 },
    ...{ hostingPerJoule: 1e-8, electricityPerJoule: 3e-8 },
  },
);
const checkpoints = fc.constantFrom<Plan["checkpoint"]>(
  null,
  ...(["storage", "local", "memory"] as const).map((to) => ({
    ...{ to, interval: "young_daly" as const, async: to !== "storage", writers: "all" as const },
    ...{
      changed: 1,
      fullEvery: 1,
      stallSeconds: 0,
      storageShare: 1,
      replicas: 2,
      persistSeconds: 3600,
      kept: 2,
    },
  })),
);

/** The whole space of scenarios, as runs of months: with failures, checkpoints, prices, spares, power and data. */
export const runs: fc.Arbitrary<Scenario> = fc
  .record({
    base: space,
    failures,
    price: prices,
    checkpoint: checkpoints,
    spares: fc.constantFrom(null, 0, 2),
    maintenance: fc.constantFrom(null, { everySeconds: 2e6, lastsSeconds: 2e4 }),
    spot: fc.constantFrom<Cluster["spot"]>(null, null, {
      ...{
        pricePerDeviceSecond: 1 / 3600,
        mtbfSeconds: 1e6,
        per: "node" as const,
        noticeSeconds: 120,
        waitSeconds: 3600,
      },
    }),
    carbon: fc.constantFrom(null, 1e-4),
    storagePrice: fc.constantFrom(null, 1e-14),
    data: fc.constantFrom<Plan["data"]>(null, {
      ...{ tokens: null, idBytes: 2, sampleBytes: 0, workers: 8, prepareSeconds: 1e-3, cacheBytes: 1e12 },
    }),
    criticalBatch: fc.constantFrom<Plan["criticalBatch"]>("zhang", "kaplan", "none", 1e6),
  })
  .map(({ base, failures, price, checkpoint, spares, maintenance, spot, carbon, storagePrice, ...r }) => ({
    ...base,
    cluster: {
      ...base.cluster,
      ...{ failures, price, spares, maintenance, spot },
      facility: { ...base.cluster.facility, carbonGramsPerJoule: carbon, waterGramsPerJoule: carbon },
      expenses: { storagePrice, transferPrice: storagePrice, staffPerSecond: storagePrice },
    },
    plan: { ...base.plan, ...r, checkpoint },
  }));
