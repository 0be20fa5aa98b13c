import { prefixed } from "../../core/prefixed.ts";
import type { Breakdown } from "../../estimate/breakdown.ts";
import type { StageLayout } from "../../estimate/stageLayout.ts";
import * as tensors from "../../formulas/memory/activations.ts";
import * as book from "../../formulas/memory/memory.ts";
import { pieceOf } from "../../schedules/pieces.ts";
import type { ModelContext } from "../model/layerContext.ts";
import { overKinds } from "../model/layersOfKind.ts";
import { countPlanned } from "../model/plannedKinds.ts";
import type { LayerActivations } from "./activations.ts";
import { memoryPart as part } from "./memoryPart.ts";
import { layersOnDevice } from "./offloadedActivations.ts";

/** Saved activations of a stage's layers, for all micro-batches in flight. */
export function savedActivations<N>(
  ctx: ModelContext<N>,
  stage: StageLayout,
  inFlight: N,
  activations: readonly LayerActivations<N>[],
): Breakdown<N> {
  const { alg } = ctx;
  const saving = overKinds(ctx, stage, activations).filter(({ value }) => value.saved.parts.length > 0);
  const held = saving.map(({ label, n, value }) => {
    const { saved, input } = value;
    const L_r = layersOnDevice(ctx, stage, n);
    const activationsOf = (value: N): N =>
      alg.apply(tensors.stageActivations, { L_r, m_r: inFlight, Q_l: value });
    const freed = input === null ? null : inputsFreed(ctx, stage, activations.indexOf(value));
    if (freed !== null) return withoutInputs(ctx, { label, saved, L_r, m_r: inFlight, freed });
    // Listed one by one: a stage has dozens of parts, and object spreads are many times slower.
    const parts = saved.parts.map(({ name, label, unit, value, parts }) => ({
      name,
      label,
      unit,
      value: activationsOf(value),
      parts,
    }));
    return { name: "memory.activations", label, unit: "B", value: activationsOf(saved.value), parts };
  });
  held.push(...encoderResult(ctx, stage, inFlight));
  const [only] = held;
  return only && held.length === 1
    ? part("activations", "activations", only.value, only.parts)
    : part(
        "activations",
        "activations",
        alg.sum("saved activations of a stage", "B", prefixed("saved activations: ", held)),
        held,
      );
}

/**
 * Output of the encoder, which all decoder layers on a stage read. It is saved for the gradients of their
 * keys and values.
 */
function encoderResult<N>(ctx: ModelContext<N>, stage: StageLayout, n: N): readonly Breakdown<N>[] {
  const encoder = ctx.kinds.find(({ of }) => of.part.role === "encoder");
  const decodes = overKinds(ctx, stage, ctx.kinds).some(({ value }) => value.cross !== null);
  if (!encoder || !decodes) return [];
  const { alg, x } = encoder;
  const Q = alg.apply(tensors.residualTensor, {
    ...{ B_a: x.activationBytes, s: x.localSeqLen, b: x.microBatch, h: x.dModel, t_s: x.seqSplit },
  });
  return [part("activations", "result of the encoder", alg.apply(book.repeatedBytes, { n, Q }))];
}

/**
 * Number of a stage's chunks that free their received input after its first norm, where that norm belongs to
 * a layer of kind `at`. null where the framework saves that input.
 */
function inputsFreed<N>({ alg, kinds, scenario }: ModelContext<N>, stage: StageLayout, at: number): N | null {
  const { model, plan } = scenario;
  if (!plan.framework.freesStageInputs || plan.offload === "activations") return null;
  const chunks = stage.spans.filter(
    ([first, end], chunk) =>
      end > first &&
      pieceOf(plan, stage.stage, chunk) > 0 &&
      countPlanned(model, plan, [[first, first + 1]])[0]?.kind === kinds[at]?.kind,
  ).length;
  return chunks === 0
    ? null
    : alg.constant("chunks that free their input", chunks, "1", "the stage's layout");
}

/**
 * Saved activations of layers, without the inputs that chunks free. A layer's input is the first of its
 * tensors.
 */
function withoutInputs<N>(
  { alg }: ModelContext<N>,
  {
    label,
    saved,
    L_r,
    m_r,
    freed: n,
  }: {
    readonly label: string;
    readonly saved: Breakdown<N>;
    readonly L_r: N;
    readonly m_r: N;
    readonly freed: N;
  },
): Breakdown<N> {
  const parts = saved.parts.map(({ name, label, unit, value, parts }, i) => ({
    name,
    label,
    unit,
    value:
      i === 0
        ? alg.apply(tensors.inputsKept, { L_r, n, m_r, Q: value })
        : alg.apply(tensors.stageActivations, { L_r, m_r, Q_l: value }),
    parts,
  }));
  const value = alg.sum("saved activations of a stage's layers", "B", prefixed("saved ", parts));
  return { name: "memory.activations", label, unit: "B", value, parts };
}
