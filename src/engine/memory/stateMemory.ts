import type { Part } from "../algebra.ts";
import type { Breakdown } from "../breakdown.ts";
import { keepsShares, wholeShare } from "../communication/gradientScatter.ts";
import { errorMemory } from "../compression/errorMemory.ts";
import { chunkGradients } from "../formulas/gradients.ts";
import { frozenWeights } from "../formulas/lora.ts";
import * as book from "../formulas/memory.ts";
import type { ModelContext } from "../layerContext.ts";
import type { StageLayout } from "../model/stageLayout.ts";
import type { StageParams } from "../model/stageParams.ts";
import type { Kept } from "../offload/beyond.ts";
import { type StateKind, statePlace } from "../offload/statePlace.ts";
import { memoryPart as part } from "./memoryPart.ts";
import { matrixState } from "./optimizerState.ts";

/** What lives through the whole step on a stage's device. */
export interface StateMemory<N> extends Owned<N> {
  readonly state: readonly Breakdown<N>[];
  /** What of it is kept beside the device. */
  readonly beyond: readonly Kept<N>[];
  /** What only the optimizer's step needs. */
  readonly step: N;
}

/** Of stages with as many parameters, made once. */
export function stateOfStages<N>(
  ctx: ModelContext<N>,
  lora: StageParams<N>["lora"],
): (stage: StageLayout, dense: N, experts: N | null) => StateMemory<N> {
  const known: StateMemory<N>[] = [];
  return (stage, dense, experts) => {
    const adapters = lora?.adapters[stage.stage] ?? null;
    const matrices = lora?.matrices[stage.stage] ?? null;
    const same = known.find(
      (one) =>
        one.dense === dense &&
        one.experts === experts &&
        one.adapters === adapters &&
        one.matrices === matrices,
    );
    if (same) return same;
    const owned = { dense, experts, adapters, matrices };
    const { state, beyond } = stateMemory(ctx, stage, owned);
    const found = { ...owned, state, beyond, step: stepMemory(ctx, owned) };
    known.push(found);
    return found;
  };
}

/** Weights, gradients and optimizer state: they live through the whole step. */
function stateMemory<N>(
  ctx: ModelContext<N>,
  stage: StageLayout,
  all: Owned<N>,
): Pick<StateMemory<N>, "state" | "beyond"> {
  const { alg, x, scenario } = ctx;
  const beyond: Kept<N>[] = [];
  const owned = trained(all);
  const placed = (kind: StateKind, found: Breakdown<N>): Breakdown<N> => {
    const place = statePlace(scenario.plan, kind);
    if (place === "none") return found;
    beyond.push({ place, part: found });
    return part(kind, found.label, alg.constant(`${found.label} on the device`, 0, "B", "offloaded"));
  };
  const { zero, dp, cp, precision, framework } = scenario.plan;
  const scattered = keepsShares(scenario.plan);
  const whole = wholeShare(ctx);
  const gradients: Part<N>[] = [];
  const copies = (label: string, B_x: N): void => {
    gradients.push({
      label,
      value: overOwned(ctx, label, owned, scattered, (P, n_s) =>
        alg.apply(book.stateCopies, { B_x, P, n_s }),
      ),
    });
  };
  if (
    framework.halfGradients &&
    precision.compute !== "fp16" &&
    precision.gradientBytes > precision.weightBytes
  )
    copies("16-bit gradients of backward", x.weightBytes);
  if (framework.bucketCopies > 0 && zero === 0 && dp * cp > 1) copies("buckets to reduce", x.bucketCopies);
  if (framework.flatBytes > 0 && zero > 0) copies("flat copies", x.flatBytes);
  if (whole !== null) {
    const label = "whole gradients of the chunks in progress";
    const value = overOwned(ctx, label, owned, false, (P) =>
      alg.apply(chunkGradients, { B_g: x.gradientBytes, P, c_n: whole }),
    );
    gradients.push({ label, value });
  }
  const kept = placed(
    "gradients",
    stateOf(ctx, "gradients", "gradients", owned, scattered, (P, n_s) =>
      alg.apply(book.gradientMemory, { B_g: x.gradientBytes, P, n_s }),
    ),
  );
  const weights = weightsMemory(ctx, all);
  const state = [
    placed("weights", weights),
    gradients.length === 0
      ? kept
      : part("gradients", "gradients", alg.sum("gradients", "B", [kept, ...gradients]), [
          kept,
          ...gradients.map(({ label, value }) => part("gradients", label, value)),
        ]),
    placed("optimizer", optimizerMemory(ctx, stage, owned)),
  ];
  return { state, beyond };
}

/** What is computed with: under LoRA frozen weights, quantised or not, and adapters. */
function weightsMemory<N>(ctx: ModelContext<N>, owned: Owned<N>): Breakdown<N> {
  const { alg, x, scenario } = ctx;
  const sharded = scenario.plan.zero >= 3;
  const { adapters, matrices } = owned;
  const { lora } = scenario.plan;
  if (lora === null || adapters === null || matrices === null)
    return stateOf(ctx, "weights", "weights", owned, sharded, (P, n_s) =>
      alg.apply(book.weightMemory, { B_w: x.weightBytes, P, n_s }),
    );
  const B_q =
    lora.weightBytes === null ? x.weightBytes : alg.input("plan.finetune.weights", lora.weightBytes, "B");
  const n_s = sharded ? x.shards : x.one;
  const parts = [
    part(
      "weights",
      "frozen",
      alg.apply(frozenWeights, { B_q, P_q: matrices, B_w: x.weightBytes, P: owned.dense, n_s }),
    ),
    part("weights", "adapters", alg.apply(book.weightMemory, { B_w: x.weightBytes, P: adapters, n_s })),
  ];
  return part("weights", "weights", alg.sum("weights", "B", parts), parts);
}

/** Ways that the state of routed experts is sharded. */
const expertShards = <N>({ kinds, x }: ModelContext<N>): N =>
  kinds.find((kind) => kind.experts)?.experts?.shards ?? x.one;

/** Master copy and moments; and what the optimizer keeps by matrix. */
function optimizerMemory<N>(ctx: ModelContext<N>, stage: StageLayout, owned: Owned<N>): Breakdown<N> {
  const { alg, x, scenario } = ctx;
  const sharded = scenario.plan.zero >= 1;
  const label = "optimizer state";
  const kept = stateOf(ctx, "optimizer", label, owned, sharded, (P, n_s) =>
    alg.apply(book.optimizerMemory, { B_m: x.masterBytes, n_o: x.moments, B_o: x.momentBytes, P, n_s }),
  );
  const extra = matrixState(ctx, stage, owned.dense, {
    dense: sharded ? x.shards : x.one,
    experts: sharded ? expertShards(ctx) : x.one,
  });
  const errors = errorMemory(ctx, heldBy(ctx, owned));
  if (extra === null && errors === null) return kept;
  const parts = [{ ...kept, label: "weights and moments" }];
  if (extra !== null) parts.push(part("optimizer", "state by matrix", extra));
  if (errors !== null) parts.push(part("optimizer", "errors of compression", errors));
  return part("optimizer", label, alg.sum(label, "B", parts), parts);
}

function heldBy<N>({ alg }: ModelContext<N>, { dense, experts }: Owned<N>): N {
  if (experts === null) return dense;
  return alg.sum("parameters with gradients", "param", [
    { label: "all but routed experts", value: dense },
    { label: "routed experts", value: experts },
  ]);
}

/** Parameters of a stage's device. The routed experts are sharded over fewer devices than the rest. */
interface Owned<N> {
  readonly dense: N;
  readonly experts: N | null;
  /** Under LoRA all that is trained, and of the frozen parameters those of the layers' matrices; else null. */
  readonly adapters: N | null;
  readonly matrices: N | null;
}

/** What has gradients and state of the optimizer. */
const trained = <N>(owned: Owned<N>): Owned<N> =>
  owned.adapters === null ? owned : { ...owned, dense: owned.adapters, experts: null };

function stateOf<N>(
  ctx: ModelContext<N>,
  name: string,
  label: string,
  { dense, experts }: Owned<N>,
  sharded: boolean,
  of: (P: N, n_s: N) => N,
): Breakdown<N> {
  const { alg, x } = ctx;
  const shared = of(dense, sharded ? x.shards : x.one);
  if (experts === null) return part(name, label, shared);
  const shards = expertShards(ctx);
  const parts = [
    part(name, "all but routed experts", shared),
    part(name, "routed experts", of(experts, sharded ? shards : x.one)),
  ];
  return part(name, label, alg.sum(label, "B", parts), parts);
}

const overOwned = <N>(
  ctx: ModelContext<N>,
  label: string,
  owned: Owned<N>,
  sharded: boolean,
  of: (P: N, n_s: N) => N,
): N => stateOf(ctx, "gradients", label, owned, sharded, of).value;

/** What lives only while the optimizer steps: copies of 16-bit gradients. */
function stepMemory<N>(ctx: ModelContext<N>, whole: Owned<N>): N {
  const owned = trained(whole);
  const { alg, x, scenario } = ctx;
  const { zero, precision, framework } = scenario.plan;
  const onDevice = scenario.plan.stateOffload.optimizer === "none";
  if (!onDevice || framework.stepBytes === 0 || precision.gradientBytes >= precision.masterBytes)
    return alg.sum("copies of the optimizer's step", "B", []);
  const label = "copies of the optimizer's step";
  return overOwned(ctx, label, owned, zero >= 1, (P, n_s) =>
    alg.apply(book.stateCopies, { B_x: x.stepBytes, P, n_s }),
  );
}
