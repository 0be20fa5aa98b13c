import type { Field } from "../../../../src/engine/scenario/field.ts";
import type { Scenario } from "../../../../src/engine/scenario/scenario.ts";
import type { Point } from "../../../../src/engine/search/candidates.ts";
import { endlessRuns } from "../../../../src/engine/search/endlessRuns.ts";
import { type MemoRow, withMemosMadeBy } from "../../../../src/engine/search/memo.ts";
import { memoryBound } from "../../../../src/engine/search/memoryBound.ts";
import { spaceOf } from "../../../../src/engine/search/space.ts";
import { stageKernels } from "../../../../src/engine/search/stageKernels.ts";
import { stepBound } from "../../../../src/engine/search/stepBound.ts";
import { validity } from "../../../../src/engine/search/validity.ts";
import { stageLayouts } from "../../../../src/engine/trainingStep/model/layout.ts";
import { CheckedMemo, type Lie, type Worked } from "./checkedMemo.ts";
import { listCandidates } from "./listCandidates.ts";

export interface LookUps {
  readonly scenarios: readonly Scenario[];
  /** The fields in which they may differ; all else is the first one's. */
  readonly varying: ReadonlySet<Field>;
  /** The row to use in place of one: mutations change it. */
  readonly changed?: <T>(row: MemoRow<T>) => MemoRow<T>;
  readonly worked?: Worked;
  /** Whether the checks are looked up too, beside the bounds. */
  readonly checks?: boolean;
}

/** Looks up all that a search asks its memos for, of some scenarios in turn; returns where memos lie. */
export function lookUpAll({ scenarios, varying, changed, worked, checks = true }: LookUps): readonly Lie[] {
  const [base] = scenarios;
  const lies: Lie[] = [];
  if (!base) return lies;
  const tell = (lie: Lie): void => {
    if (!passesOnly(lie)) lies.push(lie);
  };
  const checking = <R>(run: () => R): R =>
    withMemosMadeBy((space, row) => new CheckedMemo(space, changed?.(row) ?? row, tell, worked ?? null), run);
  checking(() => {
    const space = spaceOf(listCandidates(scenarios, varying));
    const step = stepBound(space, base);
    const memory = memoryBound(space, base, step.work);
    const endless = endlessRuns(space, base);
    const bounds: readonly ((point: Point) => unknown)[] = [
      ...[
        step.compute,
        step.exposed,
        step.layers,
        step.pipeline,
        step.dataParallel,
        step.microBatch,
        step.allButBubble,
      ],
      ...[memory.state, memory.device, memory.host],
      stageKernels(space, step.work),
      ...(endless ? [endless.each, endless.whole].map((memo) => (point: Point) => memo.at(point)) : []),
    ];
    const all = checks ? validity(space, base) : [];
    for (const [place, { model, plan }] of scenarios.entries()) {
      const point = Int32Array.of(place);
      for (const check of all) unlessBroken(() => check.at(point));
      // A check refuses plans whose layers do not go onto their stages: what bounds say of these decides nothing.
      if (stageLayouts(model, plan) === null) continue;
      for (const bound of bounds) unlessBroken(() => bound(point));
    }
  });
  return lies;
}

/**
 * True where a check for endless runs lets a plan pass that it would refuse by itself. Plans that other checks refuse have no
 * estimate, and pass. A plan that passes is estimated, which finds the endless run.
 */
const passesOnly = ({ memo, where }: Lie): boolean =>
  memo.endsWith("that never finish") && where.startsWith("value: passes for ");

/** Runs on a scenario that may be one that no search would make: what the engine cannot work out of it is no mistake. */
function unlessBroken(run: () => unknown): void {
  try {
    run();
  } catch {
    // Neither value is known, so there is nothing to compare.
  }
}
