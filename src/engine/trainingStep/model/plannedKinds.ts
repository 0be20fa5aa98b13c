import type { LayerCount } from "../../estimate/stageLayout.ts";
import type { Model } from "../../scenario/model.ts";
import type { LayerGroup, Plan, Recompute } from "../../scenario/plan.ts";
import { countKinds, type LayerKind, layerKinds } from "./layerKinds.ts";

/** Layers of a model that a plan treats alike. */
export interface PlannedKind {
  readonly of: LayerKind;
  /** Activation checkpointing of these layers. */
  readonly recompute: Recompute;
  /** True where the layers' input is saved; false where a recomputed unit recomputes it too. */
  readonly keepsInput: boolean;
  /** Tensor-parallel degree that the layers' group sets; null where it is the plan's. */
  readonly tp: number | null;
}

type Planned = Pick<Plan, "recompute">;
type Span = readonly [first: number, end: number];

/** True where a plan recomputes layers of one kind in several ways, or in units of several layers. */
export const splitsKinds = ({ recompute: { kind, layers, unit } }: Planned): boolean =>
  kind === "by_layers" || (kind === "full" && (layers !== undefined || unit !== undefined));

/**
 * Recompute role of a layer: the first of a unit (saves its input, all that a unit saves), a further one, or
 * not recomputed.
 */
type Role = "first" | "further" | "kept";

const kept: Recompute = { kind: "none", modules: [] };

const roles: Readonly<Record<Role, (of: LayerKind) => Omit<PlannedKind, "recompute">>> = {
  first: (of) => ({ of: renamed(of, "recomputed"), keepsInput: true, tp: null }),
  further: (of) => ({ of: renamed(of, "recomputed with those before"), keepsInput: false, tp: null }),
  kept: (of) => ({ of, keepsInput: true, tp: null }),
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
  if (!splitsKinds(plan))
    return kinds.map((of) => ({ of, recompute: plan.recompute, keepsInput: true, tp: null }));
  const ways = waysOf(plan);
  if (ways.length > 0)
    return kinds.flatMap((of) =>
      ways.map(({ recompute, tp, suffix }) => ({
        of: suffix === null ? of : renamed(of, suffix),
        ...{ recompute, keepsInput: true, tp },
      })),
    );
  const own = rolesOf(plan);
  const { unit, distribute } = plan.recompute;
  const again: Recompute = {
    ...{ kind: "full", modules: [] },
    ...(unit === undefined ? {} : { unit }),
    ...(distribute === undefined ? {} : { distribute }),
  };
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
  const ways = waysOf(plan);
  if (ways.length > 0) return countByGroup(model, plan, ways, pieces);
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

/**
 * Way in which groups of layers run: their recomputation and tensor-parallel degree. `suffix` names it; null for layers
 * that save everything and have the plan's degree.
 */
interface Way {
  readonly recompute: Recompute;
  readonly tp: number | null;
  readonly suffix: string | null;
}

/** Distinct ways in which groups of layers run; none where the plan has no groups. */
function waysOf({ recompute: { groups = [] } }: Planned): readonly Way[] {
  const found = new Map<string, Way>();
  for (const group of groups) {
    const suffix = suffixOf(group);
    const key = suffix ?? "";
    if (!found.has(key)) found.set(key, { recompute: group.recompute, tp: group.tp, suffix });
  }
  return [...found.values()];
}

function suffixOf({ recompute, tp }: Pick<LayerGroup, "recompute" | "tp">): string | null {
  const again = recomputedSuffix(recompute);
  if (tp === null) return again;
  return again === null ? `tp ${tp}` : `tp ${tp}, ${again}`;
}

function recomputedSuffix({ kind, modules, distribute }: Recompute): string | null {
  if (kind === "none") return null;
  if (kind === "full") return distribute ? "recomputed from a sharded input" : "recomputed";
  return `${(modules.length === 0 ? ["attention"] : modules).join(" and ")} recomputed`;
}

/** Ranges of the layers of each group. The last group has the layers that predict further tokens too. */
function groupSpans({ recompute: { groups = [] } }: Planned): readonly {
  readonly span: Span;
  readonly group: LayerGroup;
}[] {
  let first = 0;
  return groups.map((group, i) => {
    const end = i === groups.length - 1 ? Number.POSITIVE_INFINITY : first + group.layers;
    const span: Span = [first, end];
    first = end;
    return { span, group };
  });
}

/** Tensor-parallel degree that a layer's group sets; null where it is the plan's. */
export const degreeOfLayer = (plan: Planned, layer: number): number | null =>
  groupSpans(plan).find(({ span: [first, end] }) => first <= layer && layer < end)?.group.tp ?? null;

/** Part of a range of layers that lies inside another. */
const inside = ([first, end]: Span, [from, until]: Span): Span => [
  Math.max(first, from),
  Math.max(Math.max(first, from), Math.min(end, until)),
];

function countByGroup(
  model: Model,
  plan: Planned,
  ways: readonly Way[],
  pieces: readonly Span[],
): readonly LayerCount[] {
  const spans = groupSpans(plan);
  const counted = ways.map(({ suffix }) => ({
    suffix,
    counts: countKinds(
      model,
      spans
        .filter(({ group }) => suffixOf(group) === suffix)
        .flatMap(({ span }) => pieces.map((piece) => inside(piece, span))),
    ),
  }));
  return layerKinds(model).flatMap((of) =>
    counted.flatMap(({ suffix, counts }) =>
      counts
        .filter(({ kind }) => kind === of.name)
        .map((one) => ({ ...one, kind: suffix === null ? of.name : renamed(of, suffix).name })),
    ),
  );
}

/** Layers that are recomputed in units, with all layers from the first of them to the end of their piece. */
export interface RecomputedRun {
  readonly toEnd: Span;
  readonly units: readonly Span[];
}

/**
 * Runs of a piece in which layers are recomputed in one way. By the time that a run is recomputed, the layers behind it
 * have run backward.
 */
export function recomputedRuns(plan: Planned, piece: Span): readonly RecomputedRun[] {
  if (plan.recompute.kind !== "by_layers") return [{ toEnd: piece, units: recomputedUnits(plan, [piece]) }];
  return groupSpans(plan).flatMap(({ span, group }) => {
    const [first, end] = inside(piece, span);
    if (group.recompute.kind === "none" || first === end) return [];
    const units = Array.from({ length: end - first }, (_, i): Span => [first + i, first + i + 1]);
    return [{ toEnd: [first, piece[1]], units }];
  });
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
