import type { RunSize } from "../carry/row.ts";
import { listAt, numberAt, type Setting, type Settings, textAt } from "../carry/settings.ts";

const at = numberAt;

/** Axes of MaxText's mesh on which a plan's degrees lie. The mesh has others, which are always 1 here. */
export const axes = [
  ...["tensor", "tensor_sequence", "context_usp_ulysses", "context"],
  ...["expert", "fsdp", "pipeline", "data"],
] as const;
export type Axis = (typeof axes)[number];

/** Name of the argument for an axis within slices (`ici`) or across them (`dcn`). */
export const argumentOf = (tier: "ici" | "dcn", axis: Axis): string => `${tier}_${axis}_parallelism`;

/** Sizes of the mesh's axes that give a plan its degrees; null where no sizes do. */
export function meshOf(settings: Settings): Readonly<Record<Axis, number>> | null {
  const [tp, cp, pp, dp] = ["tp", "cp", "pp", "dp"].map((name) => at(settings, `plan.${name}`) ?? 1);
  const ep = settings["model.mlp"] === "moe" ? (at(settings, "plan.ep") ?? 1) : 1;
  if (tp === undefined || cp === undefined || pp === undefined || dp === undefined) return null;
  const heads =
    textAt(settings, "plan.cp_type") === "hybrid" ? (at(settings, "plan.cp_type.ulysses") ?? 1) : 1;
  const sharded = settings["plan.zero"] === 3 ? (at(settings, "plan.dp_shard") ?? dp) : ep;
  const sequences = settings["plan.sequence_parallel"] === true;
  const mesh: Record<Axis, number> = {
    tensor: sequences ? 1 : tp,
    tensor_sequence: sequences ? tp : 1,
    context_usp_ulysses: heads,
    context: cp / heads,
    expert: ep,
    fsdp: sharded / ep,
    pipeline: pp,
    data: dp / sharded,
  };
  return Object.values(mesh).every((size) => Number.isInteger(size) && size >= 1) ? mesh : null;
}

/**
 * Arguments for the sizes of a mesh. The nearest axes fill a slice first (`ici`), and what is left of them lies across
 * slices (`dcn`). Empty where the axes do not fill slices exactly.
 */
export function meshArguments(
  mesh: Readonly<Record<Axis, number>>,
  near: readonly Axis[],
  size: RunSize,
): Settings {
  const devices = near.reduce((product, axis) => product * mesh[axis], 1);
  let room = Math.min(size.domain ?? devices, devices);
  const written: Record<string, Setting> = {};
  for (const axis of near) {
    const inside = gcd(mesh[axis], room);
    room /= inside;
    written[argumentOf("ici", axis)] = inside;
    written[argumentOf("dcn", axis)] = mesh[axis] / inside;
  }
  return room === 1 ? written : {};
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

/**
 * Size of an axis by a file's arguments; null where the file leaves it to the number of devices (-1, which the axes
 * `ici_fsdp` and `dcn_data` are by default) and that number is unknown.
 */
export function sizeOf(given: Settings, axis: Axis, { devices }: Pick<RunSize, "devices">): number | null {
  const [inside, across] = (["ici", "dcn"] as const).map((tier) => sizeAt(given, tier, axis));
  if (inside == null || across == null) return null;
  if (inside !== -1 && across !== -1) return inside * across;
  // One slice has a single place on every axis across slices.
  if (inside !== -1 && devices === null)
    return axis === "data" && !(argumentOf("dcn", axis) in given) ? inside : null;
  if (devices === null) return null;
  const others = axes.filter((one) => one !== axis).map((one) => fixed(given, one));
  return others.reduce((left, one) => left / one, devices);
}

function sizeAt(given: Settings, tier: "ici" | "dcn", axis: Axis): number {
  const auto = (tier === "ici" && axis === "fsdp") || (tier === "dcn" && axis === "data");
  return at(given, argumentOf(tier, axis)) ?? (auto ? -1 : 1);
}

const fixed = (given: Settings, axis: Axis): number =>
  Math.max(1, sizeAt(given, "ici", axis)) * Math.max(1, sizeAt(given, "dcn", axis));

/** Axes by degree, the nearest devices first within each. */
const GROUPS: Readonly<Record<string, readonly Axis[]>> = {
  tp: ["tensor", "tensor_sequence"],
  cp: ["context_usp_ulysses", "context"],
  dp: ["expert", "fsdp", "data"],
  pp: ["pipeline"],
};

/** Axes of a plan's order of ranks, nearest first. */
export const nearAxes = (settings: Settings): readonly Axis[] =>
  (textAt(settings, "plan.rank_order") ?? "tp_cp_dp_pp").split("_").flatMap((name) => GROUPS[name] ?? []);

/** Mesh of MaxText's base.yml, the farthest axis first. */
const DEFAULT_MESH: readonly string[] = [
  ...["diloco", "data", "stage", "fsdp", "fsdp_transpose", "context", "context_usp_ulysses"],
  ...["context_autoregressive", "tensor", "tensor_sequence", "expert", "autoregressive"],
];

const meshName = (axis: Axis): string => (axis === "pipeline" ? "stage" : axis);

/** `mesh_axes` that lays the axes out in this order; null where MaxText's own does. */
export function meshAxes(
  mesh: Readonly<Record<Axis, number>>,
  near: readonly Axis[],
): readonly string[] | null {
  const used = near.filter((axis) => mesh[axis] > 1).map(meshName);
  const usual = DEFAULT_MESH.toReversed().filter((name) => used.includes(name));
  if (usual.join() === used.join()) return null;
  const own = new Set(near.map(meshName));
  const rest = DEFAULT_MESH.filter((name) => !own.has(name) && name !== "autoregressive");
  return [...rest, ...near.map(meshName).toReversed(), "autoregressive"];
}

/**
 * Order of ranks by the mesh of a file; null where the axes of one degree do not lie together, which no order of
 * ranks says.
 */
export function orderOf(given: Settings, runSize: RunSize): string | null {
  const names = listAt(given, "mesh_axes") ?? DEFAULT_MESH;
  const groups = names.toReversed().flatMap((name) => {
    const axis = axes.find((one) => meshName(one) === name);
    if (axis === undefined || sizeOf(given, axis, runSize) === 1) return [];
    return Object.keys(GROUPS).filter((group) => GROUPS[group]?.includes(axis));
  });
  const order = groups.filter((group, i) => group !== groups[i - 1]);
  if (new Set(order).size !== order.length) return null;
  // A degree of 1 has its usual place, which changes nothing.
  const whole = ["tp", "cp", "dp", "pp"].filter((one) => order.includes(one)).join() === order.join();
  return whole
    ? "tp_cp_dp_pp"
    : [...order, ...Object.keys(GROUPS).filter((one) => !order.includes(one))].join("_");
}
