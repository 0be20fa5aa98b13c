import type { Part } from "../algebra.ts";
import type { Context } from "../context.ts";

/** From a failure to training again, without the lost work, s. */
export interface RecoveryEstimate<N = number> {
  readonly total: N;
  readonly parts: readonly (Part<N> & { readonly name: string })[];
}

/** `load` is the time to load a checkpoint; null for a plan that keeps none. */
export function recovery<N>({ alg, scenario }: Context<N>, load: N | null): RecoveryEstimate<N> {
  const { recovery } = scenario.cluster;
  const at = (path: string, seconds: number): N => alg.input(path, seconds, "s");
  if (recovery.kind === "whole") {
    const total = at("cluster.restart", recovery.seconds);
    return { total, parts: [{ name: "restart", label: "restarts", value: total }] };
  }
  const stage = (name: string, label: string, seconds: number, field = name) => ({
    name,
    label,
    value: at(`cluster.restart.${field}`, seconds),
  });
  const parts = [
    stage("detection", "failures not noticed yet", recovery.detectionSeconds),
    stage("replacement", "replacing nodes", recovery.replacementSeconds),
    stage("relaunch", "launching", recovery.launchSeconds, "launch"),
    ...(load === null ? [] : [{ name: "loading", label: "loading checkpoints", value: load }]),
    stage("warm_up", "warming up", recovery.warmUpSeconds),
  ];
  return { total: alg.sum("time from a failure to training again", "s", parts), parts };
}
