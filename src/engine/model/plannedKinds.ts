import type { Model } from "../scenario/model.ts";
import type { Plan, Recompute } from "../scenario/plan.ts";
import { countKinds, type LayerCount, type LayerKind, layerKinds } from "./layerKinds.ts";

/** Layers of a model that a plan treats alike. */
export interface PlannedKind {
  readonly of: LayerKind;
  /** What is computed again of each. */
  readonly recompute: Recompute;
}

type Planned = Pick<Plan, "recompute">;
type Span = readonly [first: number, end: number];

/** Whether a plan computes some layers of a stage again and keeps what others make. */
export const recomputesSome = ({ recompute: { kind, layers } }: Planned): boolean =>
  kind === "full" && layers !== undefined;

const again: Recompute = { kind: "full", modules: [] };
const kept: Recompute = { kind: "none", modules: [] };

/**
 * The model's kinds, in their order. Where some layers are recomputed, each is two: those that are, and those that are not; a
 * stage may hold none of either.
 */
export function plannedKinds(model: Model, plan: Planned): readonly PlannedKind[] {
  const kinds = layerKinds(model);
  if (!recomputesSome(plan)) return kinds.map((of) => ({ of, recompute: plan.recompute }));
  return kinds.flatMap((of) => [
    { of: recomputedKind(of), recompute: again },
    { of, recompute: kept },
  ]);
}

/**
 * How many layers of some pieces are of each kind; kinds without a layer there are left out. Of each piece the first layers are
 * recomputed (NVIDIA/Megatron-LM, megatron/core/transformer/transformer_block.py: recompute_method block, a block being the
 * layers of one virtual stage).
 */
export function countPlanned(model: Model, plan: Planned, pieces: readonly Span[]): readonly LayerCount[] {
  const { layers = 0 } = plan.recompute;
  if (!recomputesSome(plan)) return countKinds(model, pieces);
  const cut = ([first, end]: Span): number => Math.min(first + layers, end);
  const recomputed = countKinds(
    model,
    pieces.map((piece): Span => [piece[0], cut(piece)]),
  );
  const rest = countKinds(
    model,
    pieces.map((piece): Span => [cut(piece), piece[1]]),
  );
  return layerKinds(model).flatMap((of) => [
    ...recomputed
      .filter(({ kind }) => kind === of.name)
      .map((one) => ({ ...one, kind: recomputedKind(of).name })),
    ...rest.filter(({ kind }) => kind === of.name),
  ]);
}

const made = new WeakMap<LayerKind, LayerKind>();

function recomputedKind(of: LayerKind): LayerKind {
  const known = made.get(of);
  if (known) return known;
  const told = (name: string): string => `${name}, recomputed`;
  const kind = { ...of, name: told(of.name), one: told(of.one), several: told(of.several) };
  made.set(of, kind);
  return kind;
}
