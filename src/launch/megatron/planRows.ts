import type { Row } from "../carry/row.ts";
import { always, count, flag, implied, where, word } from "../carry/rows.ts";
import { listAt, numberAt, type Settings } from "../carry/settings.ts";
import { chunksOfLayout, layoutText, splitRow } from "./splitRow.ts";

const isMoe = (settings: Settings): boolean => settings["model.mlp"] === "moe";
const at = numberAt;

/** Mappings of Megatron's arguments for parallel degrees. */
export const parallelRows: readonly Row[] = [
  count("plan.tp", "--tensor-model-parallel-size", 1),
  where((settings) => settings["plan.tp"] !== 1, flag("plan.sequence_parallel", "--sequence-parallel")),
  count("plan.pp", "--pipeline-model-parallel-size", 1),
  schedule(),
  splitRow(),
  count("plan.cp", "--context-parallel-size", 1),
  ...[contextParallel(), always({ "plan.cp_order": "zigzag" })].map((row) =>
    where((settings) => settings["plan.cp"] !== 1, row),
  ),
  always({ "plan.sync": "synchronous" }),
  word("plan.rank_order", "--use-tp-pp-dp-mapping", { tp_cp_pp_dp: true }, "tp_cp_dp_pp"),
  where(isMoe, count("plan.ep", "--expert-model-parallel-size", 1)),
  expertTensorParallel(),
  dataParallel(),
  sharding(),
  shardGroups(),
];

/** Mappings of Megatron's arguments for the communication of experts. */
export const expertRows: readonly Row[] = [dispatch(), capacity(), always({ "plan.balance": "balanced" })];

export const overlapRows: readonly Row[] = [overlap()];

/**
 * Mapping of context parallelism. In a hybrid of all-to-alls and a ring, all-to-alls are the innermost level
 * of Megatron's hierarchy and the ring the next.
 */
function contextParallel(): Row {
  const [kind, levels] = ["--cp-comm-type", "--hierarchical-context-parallel-sizes"];
  const plain = word("plan.cp_type", kind, { ring: "p2p", all_gather: "all_gather", ulysses: "a2a" }, "ring");
  return {
    fields: [...plain.fields, "plan.cp_type.ulysses"],
    arguments: [kind, levels],
    write: (settings, runSize): Settings => {
      const [cp, heads] = [at(settings, "plan.cp"), at(settings, "plan.cp_type.ulysses")];
      if (cp === null || heads === null) return plain.write(settings, runSize);
      return { [kind]: "a2a+p2p", [levels]: [String(heads), String(cp / heads)] };
    },
    read: (given, runSize): Settings => {
      const [heads] = listAt(given, levels) ?? [];
      if (given[kind] !== "a2a+p2p" || heads === undefined) return plain.read(given, runSize);
      return { "plan.cp_type": "hybrid", "plan.cp_type.ulysses": Number(heads) };
    },
  };
}

function expertTensorParallel(): Row {
  const argument = "--expert-tensor-parallel-size";
  const row = where(isMoe, count("plan.etp", argument));
  return {
    ...row,
    // By default experts use the tensor-parallel degree of all other layers.
    read: (given) =>
      "--num-experts" in given
        ? { "plan.etp": at(given, argument) ?? at(given, "--tensor-model-parallel-size") ?? 1 }
        : { "plan.etp": 1 },
  };
}

/** Mapping of replicas and micro-batches, which follow from the devices and the batch. */
function dataParallel(): Row {
  return implied(["plan.dp", "plan.num_micro_batches"], (given, { devices }) => {
    const dp = replicas(given, devices);
    const [batch, micro] = [at(given, "--global-batch-size"), at(given, "--micro-batch-size")];
    if (dp === null) return {};
    return {
      "plan.dp": dp,
      ...(batch === null || micro === null ? {} : { "plan.num_micro_batches": batch / (dp * micro) }),
    };
  });
}

function replicas(given: Settings, devices: number | null): number | null {
  if (devices === null) return null;
  const degree = (name: string): number => at(given, `--${name}-parallel-size`) ?? 1;
  return devices / (degree("tensor-model") * degree("pipeline-model") * degree("context"));
}

/**
 * Mapping of the pipeline schedule: 1F1B, or interleaved 1F1B with several chunks per rank. Megatron has no
 * others.
 */
function schedule(): Row {
  const chunks = "--num-virtual-stages-per-pipeline-rank";
  const layers = "--num-layers-per-virtual-pipeline-stage";
  const group = "--microbatch-group-size-per-virtual-pipeline-stage";
  return {
    fields: ["plan.schedule", "plan.vpp", "plan.micro_batch_group"],
    arguments: [chunks, layers, group],
    write: (settings) => {
      const vpp = at(settings, "plan.vpp") ?? 1;
      // A layout gives the number of chunks itself: Megatron refuses both arguments together.
      if (layoutText(settings) !== null) return {};
      if (vpp === 1 || settings["plan.schedule"] !== "interleaved_1f1b") return {};
      const together = at(settings, "plan.micro_batch_group");
      return { [chunks]: vpp, ...(together === null ? {} : { [group]: together }) };
    },
    read: (given) => {
      const pp = at(given, "--pipeline-model-parallel-size") ?? 1;
      const [deep, held] = [at(given, "--num-layers"), at(given, layers)];
      const vpp =
        chunksOfLayout(given) ?? at(given, chunks) ?? (deep !== null && held !== null ? deep / pp / held : 1);
      return {
        "plan.vpp": vpp,
        "plan.schedule": vpp > 1 ? "interleaved_1f1b" : "1f1b",
        "plan.micro_batch_group": at(given, group) ?? pp,
      };
    },
  };
}

const FSDP: readonly (readonly [zero: number, strategy: string])[] = [
  [2, "optim_grads"],
  [3, "optim_grads_params"],
];

/**
 * Mapping of state sharding. ZeRO 1 is the distributed optimizer. ZeRO 2 and 3 are Megatron FSDP, which has a
 * checkpoint format of its own.
 */
function sharding(): Row {
  const [own, fsdp] = ["--use-distributed-optimizer", "--use-megatron-fsdp"];
  const [strategy, format] = ["--data-parallel-sharding-strategy", "--ckpt-format"];
  return {
    fields: ["plan.zero"],
    arguments: [own, fsdp, strategy, format],
    write: (settings) => {
      const zero = at(settings, "plan.zero") ?? 0;
      const found = FSDP.find(([stage]) => stage === zero);
      if (found) return { [own]: true, [fsdp]: true, [strategy]: found[1], [format]: "fsdp_dtensor" };
      return { ...(zero === 1 ? { [own]: true } : {}), [format]: "torch_dist" };
    },
    read: (given) => {
      const found = given[fsdp] === true ? FSDP.find(([, word]) => word === given[strategy]) : undefined;
      return { "plan.zero": found ? found[0] : given[own] === true ? 1 : 0 };
    },
  };
}

/** Mapping of replica groups that shard state within a group. */
function shardGroups(): Row {
  const argument = "--num-distributed-optimizer-instances";
  return {
    fields: ["plan.dp_shard"],
    arguments: [argument],
    write: (settings) => {
      const [dp, shard] = [at(settings, "plan.dp"), at(settings, "plan.dp_shard")];
      const zero = at(settings, "plan.zero") ?? 0;
      return dp === null || shard === null || zero === 0 ? {} : { [argument]: dp / shard };
    },
    read: (given, { devices }) => {
      const groups = at(given, argument) ?? 1;
      const dp = replicas(given, devices);
      return { "plan.dp_shard": groups === 1 ? "all" : dp === null ? `dp / ${groups}` : dp / groups };
    },
  };
}

function dispatch(): Row {
  const [kind, deep] = ["--moe-token-dispatcher-type", "--moe-enable-deepep"];
  return where(isMoe, {
    fields: ["plan.dispatch"],
    arguments: [kind, deep],
    write: (settings): Settings =>
      settings["plan.dispatch"] === "per_node" ? { [kind]: "flex", [deep]: true } : { [kind]: "alltoall" },
    read: (given) => ({ "plan.dispatch": given[deep] === true ? "per_node" : "per_expert" }),
  });
}

function capacity(): Row {
  const [factor, pad] = ["--moe-expert-capacity-factor", "--moe-pad-expert-input-to-capacity"];
  return {
    fields: ["plan.capacity", "plan.capacity.factor", "plan.capacity.pad"],
    arguments: [factor, pad],
    write: (settings) => {
      const value = at(settings, "plan.capacity.factor");
      if (value === null) return {};
      return { [factor]: value, ...(settings["plan.capacity.pad"] === true ? { [pad]: true } : {}) };
    },
    read: (given) => {
      const value = at(given, factor);
      return value === null
        ? { "plan.capacity": "dropless" }
        : {
            "plan.capacity": "limited",
            "plan.capacity.factor": value,
            "plan.capacity.pad": given[pad] === true,
          };
    },
  };
}

const lacksSharedOverlap = (settings: Settings): boolean =>
  settings["plan.dispatch"] === "per_node" ||
  (listAt(settings, "plan.recompute.modules") ?? []).includes("shared_experts");

/**
 * Mapping of overlap. Sends between stages overlap the chunks of an interleaved schedule unless disabled, and
 * never under plain 1F1B.
 */
function overlap(): Row {
  const [gradients, gather] = ["--overlap-grad-reduce", "--overlap-param-gather"];
  const [tensor, experts] = ["--tp-comm-overlap", "--overlap-moe-expert-parallel-comm"];
  const noSends = "--no-overlap-p2p-communication";
  const shared = "--moe-shared-expert-overlap";
  return {
    fields: ["plan.overlap"],
    arguments: [gradients, gather, tensor, experts, shared, noSends],
    write: (settings) => {
      const overlapped = new Set(listAt(settings, "plan.overlap") ?? []);
      const sharded = (at(settings, "plan.zero") ?? 0) > 0;
      const chunks = (at(settings, "plan.vpp") ?? 1) > 1;
      return {
        ...(overlapped.has("dp") ? { [gradients]: true } : {}),
        ...(overlapped.has("dp") && sharded ? { [gather]: true } : {}),
        ...(overlapped.has("tp") && settings["plan.sequence_parallel"] === true ? { [tensor]: true } : {}),
        ...(overlapped.has("ep") ? { [experts]: true } : {}),
        // The dispatcher by node has no such overlap, nor have recomputed shared experts
        // (transformer_config.py).
        ...(overlapped.has("shared_experts") && !lacksSharedOverlap(settings) ? { [shared]: true } : {}),
        ...(chunks && !overlapped.has("pp") ? { [noSends]: true } : {}),
      };
    },
    read: (given) => {
      const chunks =
        "--num-virtual-stages-per-pipeline-rank" in given ||
        "--num-layers-per-virtual-pipeline-stage" in given;
      const overlapped = [
        ...(given[gradients] === true ? ["dp"] : []),
        ...(given[tensor] === true ? ["tp"] : []),
        ...(chunks && given[noSends] !== true ? ["pp"] : []),
        ...(given[experts] === true ? ["ep"] : []),
        ...(given[shared] === true ? ["shared_experts"] : []),
      ];
      return { "plan.overlap": overlapped };
    },
  };
}
