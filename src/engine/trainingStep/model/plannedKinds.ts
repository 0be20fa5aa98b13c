import type { LayerCount } from "../../estimate/stageLayout.ts";
import type { Model } from "../../scenario/model.ts";
import type { Plan, Recompute } from "../../scenario/plan.ts";
import { countKinds, type LayerKind, layerKinds } from "./layerKinds.ts";

/** Layers of a model that a plan treats alike. */
export interface PlannedKind {
  readonly of: LayerKind;
  /** What is computed again of each. */
  readonly recompute: Recompute;
  /** Of layers that are computed again, whether their input is kept or made again too. */
  readonly keepsInput: boolean;
}

type Planned = Pick<Plan, "recompute">;
type Span = readonly [first: number, end: number];

/** Whether a plan treats layers of one kind in more than one way. */
export const splitsKinds = ({ recompute: { kind, layers, unit } }: Planned): boolean =>
  kind === "full" && (layers !== undefined || unit !== undefined);

/** What a plan does with a layer: the input of a unit's first one is all that a unit keeps. */
type Role = "first" | "further" | "kept";

const kept: Recompute = { kind: "none", modules: [] };

const roles: Readonly<Record<Role, (of: LayerKind) => Omit<PlannedKind, "recompute">>> = {
  first: (of) => ({ of: told(of, "recomputed"), keepsInput: true }),
  further: (of) => ({ of: told(of, "recomputed with those before"), keepsInput: false }),
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
 * The model's kinds, in their order. Where a plan splits them each is several, a kind for each role; a stage may hold none of
 * one.
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
 * The layers that are computed again together, piece by piece: of each its first `layers` (NVIDIA/Megatron-LM,
 * megatron/core/transformer/transformer_block.py: recompute_method block, a block being the layers of one virtual stage), in
 * units of so many one after another (the same: recompute_method uniform).
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

/** How many layers of some pieces are of each kind; kinds without a layer there are left out. */
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

/** The kind by another name, the same object each time. */
function told(of: LayerKind, how: string): LayerKind {
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
