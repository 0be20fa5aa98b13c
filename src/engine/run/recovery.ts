import type { Part } from "../algebra.ts";
import type { Context } from "../context.ts";
import * as book from "../formulas/reliability.ts";
import type { ByPart } from "../scenario.ts";
import { byKind, shareOf } from "./byKind.ts";
import type { FailureKind, ReliabilityEstimate } from "./reliability.ts";

/** From a failure to training again, without the lost work, s. */
export interface RecoveryEstimate<N = number> {
  /** That of all failures: where kinds differ, the one that costs as much as they do together. */
  readonly total: N;
  /** The stages, on average over the failures; and all of them. */
  readonly parts: readonly (Part<N> & { readonly name: string })[];
  readonly mean: N;
  /** After a stop that was planned: nothing is noticed late, nothing replaced. */
  readonly planned: N;
  /** Of each kind of failure, in the order of `ReliabilityEstimate.kinds`; null where all take as long. */
  readonly kinds: readonly RecoveryOfKind<N>[] | null;
}

export interface RecoveryOfKind<N = number> {
  /** Of it, what the run trains on for nothing: corrupted data stays so until it is seen, whatever fails meanwhile. */
  readonly unseen: N;
  /** From then to training again; another failure ends it, and begins its own. */
  readonly rest: N;
  readonly total: N;
}

interface Stage<N> {
  readonly name: string;
  readonly label: string;
  readonly planned: boolean;
  readonly after: (kind: FailureKind<N> | null) => N;
}

/** `load` is the time to load a checkpoint. */
export function recovery<N>(ctx: Context<N>, load: N, failing: ReliabilityEstimate<N>): RecoveryEstimate<N> {
  const { alg, scenario } = ctx;
  const { recovery } = scenario.cluster;
  if (recovery.kind === "whole") {
    const total = alg.input("cluster.restart", recovery.seconds, "s");
    const parts = [{ name: "restart", label: "restarts", value: total }];
    return { total, parts, mean: total, planned: total, kinds: null };
  }
  const { detectionSeconds, replacementSeconds, launchSeconds, warmUpSeconds } = recovery;
  const times = [detectionSeconds, replacementSeconds, launchSeconds, warmUpSeconds];
  const of =
    (field: string, time: ByPart): Stage<N>["after"] =>
    (kind) =>
      byKind(ctx, `cluster.restart.${field}`, time, kind);
  const stage = (name: string, label: string, planned: boolean, after: Stage<N>["after"]): Stage<N> => ({
    name,
    label,
    planned,
    after,
  });
  const stages: readonly Stage<N>[] = [
    stage("detection", "failures not noticed yet", false, of("detection", detectionSeconds)),
    stage("replacement", "replacing nodes", false, of("replacement", replacementSeconds)),
    stage("relaunch", "launching", true, of("launch", launchSeconds)),
    stage("loading", "loading checkpoints", true, () => load),
    stage("warm_up", "warming up", true, of("warm_up", warmUpSeconds)),
  ];
  const sum = (result: string, of: readonly Stage<N>[], kind: FailureKind<N> | null): N =>
    alg.sum(
      result,
      "s",
      of.map(({ label, after }) => ({ label, value: after(kind) })),
    );
  const planned = sum(
    "time from a planned stop to training again",
    stages.filter((stage) => stage.planned),
    null,
  );
  if (times.every((time) => typeof time === "number")) {
    const parts = stages.map(({ name, label, after }) => ({ name, label, value: after(null) }));
    const total = alg.sum("time from a failure to training again", "s", parts);
    return { total, parts, mean: total, planned, kinds: null };
  }
  return { ...mixed(ctx, stages, failing, sum), planned };
}

/** Where kinds of failure take differently long. */
function mixed<N>(
  { alg }: Context<N>,
  stages: readonly Stage<N>[],
  failing: ReliabilityEstimate<N>,
  sum: (result: string, of: readonly Stage<N>[], kind: FailureKind<N>) => N,
): Omit<RecoveryEstimate<N>, "planned"> {
  const shares = failing.kinds.map((kind) => shareOf({ alg }, failing, kind));
  const over = (result: string, unit: string, of: (kind: FailureKind<N>, c_x: N, at: number) => N): N =>
    alg.sum(
      result,
      unit,
      failing.kinds.map((kind, at) => ({ label: kind.label, value: of(kind, shares[at] as N, at) })),
    );
  const none = alg.constant("seen at once", 0, "s", "the run stops");
  const kinds = failing.kinds.map((kind): RecoveryOfKind<N> => {
    const silent = kind.name === "sdc" ? stages.filter(({ name }) => name === "detection") : [];
    const unseen = silent[0]?.after(kind) ?? none;
    const rest = sum(
      `time from when a failure of ${kind.label} is seen`,
      stages.filter((stage) => !silent.includes(stage)),
      kind,
    );
    return { unseen, rest, total: sum(`time from a failure of ${kind.label}`, stages, kind) };
  });
  const c_v = over("chance that nothing fails during a recovery", "1", (_, c_x, at) =>
    alg.apply(book.survivedRecovery, { c_x, R_x: kinds[at]?.rest ?? none, M_c: failing.mtbf }),
  );
  const D_u = over("time that a failure goes unseen", "s", (_, c_x, at) =>
    alg.apply(book.weighted, { c_x, R_x: kinds[at]?.unseen ?? none }),
  );
  const parts = stages.map(({ name, label, after }) => ({
    name,
    label,
    value: over(label, "s", (kind, c_x) => alg.apply(book.weighted, { c_x, R_x: after(kind) })),
  }));
  return {
    total: alg.apply(book.mixedRecovery, { M_c: failing.mtbf, D_u, c_v }),
    parts,
    mean: alg.sum("mean time from a failure to training again", "s", parts),
    kinds,
  };
}
