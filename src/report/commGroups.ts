import type { CollectiveEstimate } from "../engine/estimate/estimate.ts";

/** The links as people name them. */
export const TIERS = {
  scale_up: "scale-up",
  scale_out: "scale-out",
  both: "both links",
} as const satisfies Record<CollectiveEstimate["tier"], string>;

/** What one device sends in a step within one kind of group over one kind of link. */
export interface CommGroup {
  readonly dimension: CollectiveEstimate["dimension"];
  readonly groupSize: number;
  readonly tier: CollectiveEstimate["tier"];
  /** Payloads of all its calls, B. */
  readonly bytes: number;
  readonly calls: number;
  readonly seconds: number;
  readonly exposedSeconds: number;
}

/** Collectives by group and link, the links from the nearest to the farthest, longest first within one. */
export function commGroups(comm: readonly CollectiveEstimate[]): readonly CommGroup[] {
  const groups = new Map<string, CommGroup>();
  for (const one of comm) {
    const key = `${one.dimension} ${one.groupSize} ${one.tier}`;
    const before = groups.get(key);
    groups.set(key, {
      dimension: one.dimension,
      groupSize: one.groupSize,
      tier: one.tier,
      bytes: (before?.bytes ?? 0) + one.bytes * one.count,
      calls: (before?.calls ?? 0) + one.count,
      seconds: (before?.seconds ?? 0) + one.totalSeconds,
      exposedSeconds: (before?.exposedSeconds ?? 0) + one.exposedSeconds,
    });
  }
  const near = Object.keys(TIERS);
  return [...groups.values()].sort(
    (one, other) => near.indexOf(one.tier) - near.indexOf(other.tier) || other.seconds - one.seconds,
  );
}
