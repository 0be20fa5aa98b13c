import type { CollectiveEstimate } from "../../engine/estimate/estimate.ts";

/** Names of link types for users. */
export const TIERS = {
  scale_up: "scale-up",
  scale_out: "scale-out",
  both: "both links",
} as const satisfies Record<CollectiveEstimate["tier"], string>;

/**
 * Communication of one device in a step, summed over the groups of one parallel degree and one type of link.
 */
export interface CommGroup {
  readonly dimension: CollectiveEstimate["dimension"];
  readonly groupSize: number;
  readonly tier: CollectiveEstimate["tier"];
  /** Payload of all calls of a step, in bytes. */
  readonly bytes: number;
  readonly calls: number;
  readonly seconds: number;
  readonly exposedSeconds: number;
}

/**
 * Communication of a step, summed by group and link. Links are ordered from nearest to farthest; among groups
 * on one link, the one with the longest time is first.
 */
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
