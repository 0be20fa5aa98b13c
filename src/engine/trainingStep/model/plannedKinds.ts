import type { LayerCount } from "../../estimate/stageLayout.ts";
import type { Model } from "../../scenario/model.ts";
import type { Plan, Recompute } from "../../scenario/plan.ts";
import { countKinds, type LayerKind, layerKinds } from "./layerKinds.ts";

/** Layers of a model that a plan treats alike. */
export interface PlannedKind {
  readonly of: LayerKind;
  /** Activation checkpointing of these layers. */
  readonly recompute: Recompute;
  /** True where the layers' input is saved; false where a recomputed unit recomputes it too. */
  readonly keepsInput: boolean;
}

type Planned = Pick<Plan, "recompute">;
type Span = readonly [first: number, end: number];

/** True where a plan recomputes only some layers of one kind, or recomputes in units of several layers. */
export const splitsKinds = ({ recompute: { kind, layers, unit } }: Planned): boolean =>
  kind === "full" && (layers !== undefined || unit !== undefined);

/**
 * Recompute role of a layer: the first of a unit (saves its input, all that a unit saves), a further one, or
 * not recomputed.
 */
type Role = "first" | "further" | "kept";

const kept: Recompute = { kind: "none", modules: [] };

const roles: Readonly<Record<Role, (of: LayerKind) => Omit<PlannedKind, "recompute">>> = {
  first: (of) => ({ of: renamed(of, "recomputed"), keepsInput: true }),
  further: (of) => ({ of: renamed(of, "recomputed with those before"), keepsInput: false }),
  kept: (of) => ({ of, keepsInput: true }),
};

function rolesOf({ recompute: { layers, unit } }: Planned): readonly Role[] {
  return [
    "first",
    ...(unit === undefined ? [] : ["further" as const]),
    ...(layers === undefined ? [] : ["kept" as const]),
  ];
}

/**
 * Kinds of layers that a plan treats alike, in the model's order. Where a plan recomputes some layers only,
 * each kind splits into one for each role; a stage may hold none of one.
 */
export function plannedKinds(model: Model, plan: Planned): readonly PlannedKind[] {
  const kinds = layerKinds(model);
  if (!splitsKinds(plan)) return kinds.map((of) => ({ of, recompute: plan.recompute, keepsInput: true }));
  const own = rolesOf(plan);
  const { unit } = plan.recompute;
  const again: Recompute = { kind: "full", modules: [], ...(unit === undefined ? {} : { unit }) };
  return kinds.flatMap((of) =>
    own.map((role) => ({ ...roles[role](of), recompute: role === "kept" ? kept : again })),
  );
}

/**
 * Ranges of layers that are recomputed together. With `layers`, only the first ones of each piece
 * (NVIDIA/Megatron-LM, megatron/core/transformer/transformer_block.py: recompute_method block, a block being
 * the layers of one virtual stage). With `unit`, in units of that many successive layers (recompute_method
 * uniform in the same file).
 */
export function recomputedUnits({ recompute }: Planned, pieces: readonly Span[]): readonly Span[] {
  const { layers, unit = 1 } = recompute;
  return pieces.flatMap(([first, end]) => {
    const last = layers === undefined ? end : Math.min(first + layers, end);
    return Array.from({ length: Math.ceil((last - first) / unit) }, (_, i): Span => {
      const from = first + i * unit;
      return [from, Math.min(from + unit, last)];
    });
  });
}

/** Number of layers of each planned kind in the given ranges. Kinds without layers are omitted. */
export function countPlanned(model: Model, plan: Planned, pieces: readonly Span[]): readonly LayerCount[] {
  if (!splitsKinds(plan)) return countKinds(model, pieces);
  const units = recomputedUnits(plan, pieces);
  const { layers } = plan.recompute;
  const spans: Readonly<Record<Role, readonly Span[]>> = {
    first: units.map(([first]): Span => [first, first + 1]),
    further: units.map(([first, end]): Span => [first + 1, end]),
    kept:
      layers === undefined ? [] : pieces.map(([first, end]): Span => [Math.min(first + layers, end), end]),
  };
  const own = rolesOf(plan).map((role) => ({ role, counts: countKinds(model, spans[role]) }));
  return layerKinds(model).flatMap((of) =>
    own.flatMap(({ role, counts }) =>
      counts.filter(({ kind }) => kind === of.name).map((one) => ({ ...one, kind: roles[role](of).of.name })),
    ),
  );
}

const made = new WeakMap<LayerKind, Map<string, LayerKind>>();

/** The kind with a suffix to its names. Returns the identical object each time. */
function renamed(of: LayerKind, how: string): LayerKind {
  const known = made.get(of) ?? new Map<string, LayerKind>();
  made.set(of, known);
  const with_ = (name: string): string => `${name}, ${how}`;
  const kind = known.get(how) ?? {
    ...of,
    name: with_(of.name),
    one: with_(of.one),
    several: with_(of.several),
  };
  known.set(how, kind);
  return kind;
}
