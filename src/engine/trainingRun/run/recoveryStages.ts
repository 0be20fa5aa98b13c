import type { FailureKind } from "../../estimate/reliabilityEstimate.ts";
import type { ByPart } from "../../scenario/failures.ts";
import type { Context } from "../../trainingStep/inputs/context.ts";
import { byKind } from "./byKind.ts";

/** One stage of recovery. */
export interface RecoveryStage<N> {
  readonly name: string;
  readonly label: string;
  /** Cause of the stage: the failure was unforeseen, a node is gone, or the job stopped. */
  readonly because: "unforeseen" | "gone" | "stopped";
  /** True where the stage's time differs between kinds of failure. */
  readonly differs: boolean;
  /** Duration after a failure of the given kind, s; null stands for a stop by none of the kinds. */
  readonly after: (kind: FailureKind<N> | null) => N;
}

type Because = RecoveryStage<unknown>["because"];

/**
 * The stages from a failure to training again. `load` is the time to load a checkpoint, s; `preempted` is
 * true where nodes are reclaimed with too little notice.
 */
export function recoveryStages<N>(ctx: Context<N>, load: N, preempted: boolean): readonly RecoveryStage<N>[] {
  const { recovery } = ctx.scenario.cluster;
  const same = (name: string, label: string, because: Because, time: N): RecoveryStage<N> => ({
    ...{ name, label, because, differs: false },
    after: () => time,
  });
  const timed = (
    name: string,
    label: string,
    because: Because,
    time: ByPart,
    field = name,
  ): RecoveryStage<N> => ({
    ...{ name, label, because, differs: typeof time !== "number" },
    after: (kind) => byKind(ctx, `cluster.restart.${field}`, time, kind),
  });
  // An elastic run trains on with the remaining replicas.
  const wait = preempted && !ctx.scenario.plan.elastic ? [capacityWait(ctx)] : [];
  if (recovery.kind === "whole") {
    const time = ctx.alg.input("cluster.restart", recovery.seconds, "s");
    return [...wait, same("restart", "restarts", "stopped", time)];
  }
  return [
    timed("detection", "undetected failures", "unforeseen", recovery.detectionSeconds),
    ...wait,
    timed("replacement", "replacing nodes", "gone", recovery.replacementSeconds),
    timed("relaunch", "launching", "stopped", recovery.launchSeconds, "launch"),
    same("loading", "loading checkpoints", "stopped", load),
    timed("warm_up", "warming up", "stopped", recovery.warmUpSeconds),
  ];
}

/** Wait until capacity replaces preempted nodes. */
function capacityWait<N>({ alg, scenario }: Context<N>): RecoveryStage<N> {
  const none = alg.constant("no capacity to wait for", 0, "s", "spare nodes or a repair");
  const wait = alg.input("cluster.capacity.wait", scenario.cluster.spot?.waitSeconds ?? 0, "s");
  return {
    ...{ name: "capacity", label: "waiting for capacity", because: "gone", differs: true },
    after: (kind) => (kind?.name === "preemption" ? wait : none),
  };
}
