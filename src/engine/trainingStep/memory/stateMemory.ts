import type { Part } from "../../core/algebra.ts";
import { prefixed } from "../../core/prefixed.ts";
import type { Breakdown } from "../../estimate/breakdown.ts";
import type { StageLayout } from "../../estimate/stageLayout.ts";
import { chunkGradients } from "../../formulas/communication/gradients.ts";
import * as book from "../../formulas/memory/memory.ts";
import { frozenWeights } from "../../formulas/model/lora.ts";
import { errorMemory } from "../compression/errorMemory.ts";
import { matrixBytes } from "../lora/matrixBytes.ts";
import type { DegreeParams } from "../model/degreeParams.ts";
import type { ModelContext } from "../model/layerContext.ts";
import type { ParamsOfStages } from "../model/loraParams.ts";
import type { StageParams } from "../model/stageParams.ts";
import type { Offloaded } from "../offload/beyond.ts";
import { type StateKind, statePlace } from "../offload/statePlace.ts";
import { keepsShares, wholeShare } from "../parallel/gradientScatter.ts";
import { memoryPart as part } from "./memoryPart.ts";
import { matrixState } from "./optimizerState.ts";

/** Memory of a stage's device that lives through the whole step. */
export interface StateMemory<N> {
  readonly state: readonly Breakdown<N>[];
  /** Parts of the state that are offloaded to hosts or drives. */
  readonly beyond: readonly Offloaded<N>[];
  /** Memory that only the optimizer's step needs, B. */
  readonly step: N;
}

/** State memory of each stage, memoised by its numbers of parameters. */
export function stateOfStages<N>(
  ctx: ModelContext<N>,
  { lora, trained }: Pick<StageParams<N>, "lora" | "trained">,
): (stage: StageLayout, dense: N, experts: N | null, degrees?: readonly DegreeParams<N>[]) => StateMemory<N> {
  const known: (Held<N> & { readonly memory: StateMemory<N> })[] = [];
  const of = (held: ParamsOfStages<N>, { stage }: StageLayout): Owned<N> => ({
    dense: held.stages[stage] ?? ctx.alg.sum("none", "param", []),
    experts: held.experts[stage] ?? null,
    degrees: [],
  });
  return (stage, dense, experts, degrees = []) => {
    const all = { dense, experts, degrees };
    const held: Held<N> =
      lora === null
        ? { all, trained: trained === null ? all : of(trained, stage), matrices: null }
        : { all, trained: of(lora.adapters, stage), matrices: of(lora.matrices, stage) };
    const same = known.find(
      (one) =>
        alike(one.all, held.all) &&
        alike(one.trained, held.trained) &&
        (held.matrices === null || (one.matrices !== null && alike(one.matrices, held.matrices))),
    );
    if (same) return same.memory;
    const memory = { ...stateMemory(ctx, stage, held), step: stepMemory(ctx, held.trained) };
    known.push({ ...held, memory });
    return memory;
  };
}

const alike = <N>(a: Owned<N>, b: Owned<N>): boolean => a.dense === b.dense && a.experts === b.experts;

/** Weights, gradients and optimizer state, which live through the whole step. */
function stateMemory<N>(
  ctx: ModelContext<N>,
  stage: StageLayout,
  held: Held<N>,
): Pick<StateMemory<N>, "state" | "beyond"> {
  const { alg, x, scenario } = ctx;
  const beyond: Offloaded<N>[] = [];
  const owned = held.trained;
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
        alg.apply(book.stateCopies, { B_cp: B_x, P, n_s }),
      ),
    });
  };
  if (
    framework.halfGradients &&
    precision.compute !== "fp16" &&
    precision.gradientBytes > precision.weightBytes
  )
    copies("16-bit gradients of the backward pass", x.weightBytes);
  if (framework.bucketCopies > 0 && zero === 0 && dp * cp > 1)
    copies("gradient buckets to reduce", x.bucketCopies);
  if (framework.flatBytes > 0 && zero > 0) copies("flat copies of gradients", x.flatBytes);
  if (whole !== null) {
    const label = "unsharded gradients of the chunks in progress";
    const value = overOwned(ctx, label, owned, false, (P) =>
      alg.apply(chunkGradients, { B_g: x.gradientBytes, P, c_n: whole }),
    );
    gradients.push({ label, value });
  }
  const accumulated = placed(
    "gradients",
    stateOf(ctx, "gradients", "gradients", owned, scattered, (P, n_s) =>
      alg.apply(book.gradientMemory, { B_g: x.gradientBytes, P, n_s }),
    ),
  );
  const weights = weightsMemory(ctx, held);
  const state = [
    placed("weights", weights),
    gradients.length === 0
      ? accumulated
      : part("gradients", "gradients", alg.sum("gradients", "B", [accumulated, ...gradients]), [
          accumulated,
          ...gradients.map(({ label, value }) => part("gradients", label, value)),
        ]),
    placed("optimizer", optimizerMemory(ctx, stage, owned)),
  ];
  return { state, beyond };
}

/** Weights used for computing. Under LoRA: frozen weights, quantised or not, and adapters. */
function weightsMemory<N>(ctx: ModelContext<N>, { all, trained, matrices }: Held<N>): Breakdown<N> {
  const { alg, x, scenario } = ctx;
  const sharded = scenario.plan.zero >= 3;
  const plain = (label: string, owned: Owned<N>): Breakdown<N> =>
    stateOf(ctx, "weights", label, owned, sharded, (P, n_s) =>
      alg.apply(book.weightMemory, { B_w: x.weightBytes, P, n_s }),
    );
  if (matrices === null) return plain("weights", all);
  const B_q = matrixBytes(ctx, x.weightBytes);
  const frozen = (P: N, P_q: N, n_s: N): N =>
    alg.apply(frozenWeights, { B_q, P_q, B_w: x.weightBytes, P, n_s: sharded ? n_s : x.one });
  const parts = [part("weights", "frozen weights", frozen(all.dense, matrices.dense, x.shards))];
  if (all.experts !== null && matrices.experts !== null)
    parts.push(
      part("weights", "frozen weights of experts", frozen(all.experts, matrices.experts, expertShards(ctx))),
    );
  parts.push(plain("weights of adapters", trained));
  return part("weights", "weights", alg.sum("weights", "B", parts), parts);
}

/** Ways that the state of routed experts is sharded. */
const expertShards = <N>({ kinds, x }: ModelContext<N>): N =>
  kinds.find((kind) => kind.experts)?.experts?.shards ?? x.one;

/** Optimizer state: master copy, moments, state by matrix, and errors of compression. */
function optimizerMemory<N>(ctx: ModelContext<N>, stage: StageLayout, owned: Owned<N>): Breakdown<N> {
  const { alg, x, scenario } = ctx;
  const sharded = scenario.plan.zero >= 1;
  const label = "optimizer state";
  const state = stateOf(ctx, "optimizer", label, owned, sharded, (P, n_s) =>
    alg.apply(book.optimizerMemory, { B_m: x.masterBytes, n_o: x.moments, B_o: x.momentBytes, P, n_s }),
  );
  const extra = matrixState(ctx, stage, owned.dense, {
    dense: sharded ? x.shards : x.one,
    experts: sharded ? expertShards(ctx) : x.one,
  });
  const errors = errorMemory(ctx, heldBy(ctx, owned));
  if (extra === null && errors === null) return state;
  const parts = [{ ...state, label: "fp32 weight copy and moments" }];
  if (extra !== null) parts.push(part("optimizer", "optimizer state kept per matrix", extra));
  if (errors !== null) parts.push(part("optimizer", "error feedback of gradient compression", errors));
  return part("optimizer", label, alg.sum(label, "B", parts), parts);
}

function heldBy<N>({ alg }: ModelContext<N>, { dense, experts }: Owned<N>): N {
  if (experts === null) return dense;
  return alg.sum("parameters with gradients", "param", [
    { label: "parameters except routed experts", value: dense },
    { label: "parameters of routed experts", value: experts },
  ]);
}

/** Parameters of a stage's device. Routed experts are sharded over fewer devices than the rest. */
interface Owned<N> {
  readonly dense: N;
  readonly experts: N | null;
  /** Parts of `dense` by tensor-parallel degree; empty where all layers have the plan's. */
  readonly degrees: readonly DegreeParams<N>[];
}

/** Parameters of a stage's device: all, and the trained ones, which have gradients and optimizer state. */
interface Held<N> {
  readonly all: Owned<N>;
  readonly trained: Owned<N>;
  /** Parameters of frozen matrices under LoRA, which may be quantised; null without LoRA. */
  readonly matrices: Owned<N> | null;
}

function stateOf<N>(
  ctx: ModelContext<N>,
  name: string,
  label: string,
  { dense, experts, degrees }: Owned<N>,
  sharded: boolean,
  of: (P: N, n_s: N) => N,
): Breakdown<N> {
  const { alg, x } = ctx;
  const shared =
    degrees.length === 0
      ? of(dense, sharded ? x.shards : x.one)
      : alg.sum(
          label,
          "B",
          degrees.map((own) => ({
            label: `${label} of ${own.label}`,
            value: of(own.P, sharded ? own.ctx.x.shards : x.one),
          })),
        );
  if (experts === null) return part(name, label, shared);
  const shards = expertShards(ctx);
  const parts = [
    part(name, "all but routed experts", shared),
    part(name, "routed experts", of(experts, sharded ? shards : x.one)),
  ];
  return part(name, label, alg.sum(label, "B", prefixed(`${label} of `, parts)), parts);
}

const overOwned = <N>(
  ctx: ModelContext<N>,
  label: string,
  owned: Owned<N>,
  sharded: boolean,
  of: (P: N, n_s: N) => N,
): N => stateOf(ctx, "gradients", label, owned, sharded, of).value;

/** Memory that lives only during the optimizer's step, B: copies of 16-bit gradients. */
function stepMemory<N>(ctx: ModelContext<N>, owned: Owned<N>): N {
  const { alg, x, scenario } = ctx;
  const { zero, precision, framework } = scenario.plan;
  const onDevice = scenario.plan.stateOffload.optimizer === "none";
  if (!onDevice || framework.stepBytes === 0 || precision.gradientBytes >= precision.masterBytes)
    return alg.sum("copies of the optimizer's step", "B", []);
  const label = "copies of the optimizer's step";
  return overOwned(ctx, label, owned, zero >= 1, (P, n_s) =>
    alg.apply(book.stateCopies, { B_cp: x.stepBytes, P, n_s }),
  );
}
