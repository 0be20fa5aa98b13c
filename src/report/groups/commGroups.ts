import type { CollectiveEstimate } from "../../engine/estimate/estimate.ts";

/** Names of links for users. */
export const TIERS = {
  scale_up: "scale-up",
  scale_out: "scale-out",
  both: "both links",
} as const satisfies Record<CollectiveEstimate["tier"], string>;

/** Communication of one device in a step, within one kind of group over one kind of link. */
export interface CommGroup {
  readonly dimension: CollectiveEstimate["dimension"];
  readonly groupSize: number;
  readonly tier: CollectiveEstimate["tier"];
  /** Payload of all calls, in bytes. */
  readonly bytes: number;
  readonly calls: number;
  readonly seconds: number;
  readonly exposedSeconds: number;
}

/**
 * Collectives by group and link. Links go from nearest to farthest; groups on one link have the longest
 * first.
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
