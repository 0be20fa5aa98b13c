import type { LayerActivations } from "./activations.ts";
import type { ModelContext } from "./context.ts";
import type { Breakdown, StageLayout } from "./estimate.ts";
import * as book from "./formulas/memory.ts";
import { memoryPart as part } from "./memoryPart.ts";
import { layersOnDevice } from "./offload/activations.ts";
import { overKinds } from "./stageParams.ts";

/** What the layers of a stage keep for all micro-batches in flight. */
export function keptActivations<N>(
  ctx: ModelContext<N>,
  stage: StageLayout,
  inFlight: N,
  activations: readonly LayerActivations<N>[],
): Breakdown<N> {
  const { alg } = ctx;
  const held = overKinds(ctx, stage, activations).map(({ label, n, value: { kept } }) => {
    const L_r = layersOnDevice(ctx, stage, n);
    const activationsOf = (value: N): N =>
      alg.apply(book.stageActivations, { L_r, m_r: inFlight, Q_l: value });
    // Listed one by one: there are some dozen on every stage, and spreading is many times slower.
    const parts = kept.parts.map(({ name, label, unit, value, parts }) => ({
      name,
      label,
      unit,
      value: activationsOf(value),
      parts,
    }));
    return { name: "memory.activations", label, unit: "B", value: activationsOf(kept.value), parts };
  });
  const [only] = held;
  return only && held.length === 1
    ? part("activations", "activations", only.value, only.parts)
    : part("activations", "activations", alg.sum("activations of a stage", "B", held), held);
}
