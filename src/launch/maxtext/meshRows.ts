import type { Row } from "../carry/row.ts";
import { always, implied, where, word } from "../carry/rows.ts";
import { numberAt, type Settings, textAt } from "../carry/settings.ts";
import { argumentOf, axes, meshArguments, meshAxes, meshOf, nearAxes, orderOf, sizeOf } from "./mesh.ts";

const at = numberAt;
const beyondOne =
  (path: string) =>
  (settings: Settings): boolean =>
    (at(settings, path) ?? 1) > 1;
const isMoe = (settings: Settings): boolean => settings["model.mlp"] === "moe";
const spread = (settings: Settings): boolean =>
  ["plan.tp", "plan.cp", "plan.pp", "plan.dp"].some((one) => beyondOne(one)(settings));

/** Mappings of the parallel degrees, which are the axes of a mesh. */
export const meshRows: readonly Row[] = [
  degrees(),
  where(
    beyondOne("plan.tp"),
    implied(["plan.sequence_parallel"], (given, size) => ({
      "plan.sequence_parallel": (sizeOf(given, "tensor_sequence", size) ?? 1) > 1,
    })),
  ),
  where(spread, rankOrder()),
  sharding(),
  where(
    isMoe,
    implied(["plan.ep", "plan.etp"], (given, size) => ({
      "plan.ep": sizeOf(given, "expert", size) ?? 1,
      "plan.etp": 1,
    })),
  ),
  where(isMoe, always({ "plan.dispatch": "per_expert", "plan.balance": "balanced" })),
  where(beyondOne("plan.cp"), contextParallel()),
  where(
    beyondOne("plan.cp"),
    word("plan.cp_order", "context_parallel_load_balance", { zigzag: true, contiguous: false }, "zigzag"),
  ),
  // XLA's latency-hiding scheduler overlaps the collectives of both.
  implied(["plan.overlap"], (given, size) => ({
    "plan.overlap": ["dp", ...(tensorDegree(given, size) === 1 ? [] : ["tp"])],
  })),
  always({ "plan.sync": "synchronous" }),
];

type Size = Parameters<typeof sizeOf>[2];

/** Tensor-parallel degree of a file: its axis with or without sequence parallelism. */
export const tensorDegree = (given: Settings, size: Size): number =>
  (sizeOf(given, "tensor", size) ?? 1) * (sizeOf(given, "tensor_sequence", size) ?? 1);

export const contextDegree = (given: Settings, size: Size): number =>
  (sizeOf(given, "context", size) ?? 1) * (sizeOf(given, "context_usp_ulysses", size) ?? 1);

function degrees(): Row {
  return {
    fields: ["plan.tp", "plan.cp", "plan.pp", "plan.dp"],
    arguments: axes.flatMap((axis) => [argumentOf("ici", axis), argumentOf("dcn", axis)]),
    write: (settings, runSize): Settings => {
      const mesh = meshOf(settings);
      return mesh === null ? {} : meshArguments(mesh, nearAxes(settings), runSize);
    },
    read: (given, size): Settings => {
      const replicas = (["expert", "fsdp", "data"] as const).map((axis) => sizeOf(given, axis, size));
      const dp = replicas.reduce(
        (product, one) => (product === null || one === null ? null : product * one),
        1,
      );
      return {
        "plan.tp": tensorDegree(given, size),
        "plan.cp": contextDegree(given, size),
        "plan.pp": sizeOf(given, "pipeline", size) ?? 1,
        "plan.dp": dp ?? "fill",
      };
    },
  };
}

function rankOrder(): Row {
  return {
    fields: ["plan.rank_order"],
    arguments: ["mesh_axes"],
    write: (settings): Settings => {
      const mesh = meshOf(settings);
      const names = mesh && meshAxes(mesh, nearAxes(settings));
      return names === null ? {} : { mesh_axes: names };
    },
    read: (given, size): Settings => {
      const order = orderOf(given, size);
      return order === null ? {} : { "plan.rank_order": order };
    },
  };
}

/**
 * Mapping of state sharding: ZeRO 3 over the axes fsdp, expert and context, copies over the axis data, or ZeRO 1
 * over the axis data (base.yml: logical_axis_rules, shard_optimizer_over_data).
 */
function sharding(): Row {
  const first = "shard_optimizer_over_data";
  return {
    fields: ["plan.zero", "plan.dp_shard"],
    arguments: [first],
    matters: (settings) => (at(settings, "plan.dp") ?? 1) * (at(settings, "plan.cp") ?? 1) > 1,
    write: (settings): Settings => ({ [first]: settings["plan.zero"] === 1 }),
    read: (given, size): Settings => {
      const [fsdp, expert, data] = (["fsdp", "expert", "data"] as const).map((axis) =>
        sizeOf(given, axis, size),
      );
      const ranks = fsdp == null || expert == null ? null : fsdp * expert;
      const zero = ranks !== 1 || contextDegree(given, size) > 1 ? 3 : given[first] === true ? 1 : 0;
      return {
        "plan.zero": zero,
        "plan.dp_shard": zero === 3 && data !== 1 && ranks !== null ? ranks : "all",
      };
    },
  };
}

/** Mapping of context parallelism. A hybrid has an axis of its own for its exchange of heads. */
function contextParallel(): Row {
  const strategy = "context_parallel_strategy";
  const plain = word(
    "plan.cp_type",
    strategy,
    { all_gather: "all_gather", ring: "ring", ulysses: "ulysses" },
    "all_gather",
  );
  return {
    fields: [...plain.fields, "plan.cp_type.ulysses"],
    arguments: [strategy],
    write: (settings, size): Settings =>
      textAt(settings, "plan.cp_type") === "hybrid" ? { [strategy]: "usp" } : plain.write(settings, size),
    read: (given, size): Settings => {
      if (contextDegree(given, size) === 1) return {};
      if (given[strategy] !== "usp") return plain.read(given, size);
      const heads = sizeOf(given, "context_usp_ulysses", size);
      return heads === null ? {} : { "plan.cp_type": "hybrid", "plan.cp_type.ulysses": heads };
    },
  };
}
