import type { Row } from "../carry/row.ts";
import { always, count, implied, where, word } from "../carry/rows.ts";
import { numberAt, type Setting, type Settings, textAt } from "../carry/settings.ts";
import { flavorOf } from "./flavors.ts";

const at = numberAt;
const P = "parallelism.";
const COPIES = `${P}data_parallel_replicate_degree`;
const SHARD = `${P}data_parallel_shard_degree`;

export const parallelRows: readonly Row[] = [
  replicas(),
  sharding(),
  where((settings) => settings["plan.zero"] === 3, reshard()),
  count("plan.tp", `${P}tensor_parallel_degree`, 1),
  implied(["plan.sequence_parallel"], (given) => ({
    "plan.sequence_parallel": degree(given, "tensor") > 1,
  })),
  {
    fields: ["plan.overlap"],
    arguments: [`${P}enable_async_tensor_parallel`],
    write: (settings): Settings =>
      overlaps(settings, "tp") && (at(settings, "plan.tp") ?? 1) > 1
        ? { [`${P}enable_async_tensor_parallel`]: true }
        : {},
    // FSDP always overlaps its gathers and reduce-scatters with the layers.
    read: (given) => ({
      "plan.overlap": ["dp", ...(given[`${P}enable_async_tensor_parallel`] === true ? ["tp"] : [])],
    }),
  },
  count("plan.pp", `${P}pipeline_parallel_degree`, 1),
  ...pipelineRows(),
  count("plan.cp", `${P}context_parallel_degree`, 1),
  where(
    (settings) => (at(settings, "plan.cp") ?? 1) > 1,
    word(
      "plan.cp_type",
      `${P}context_parallel_rotate_method`,
      { all_gather: "allgather", ring: "alltoall" },
      "all_gather",
    ),
  ),
  where((settings) => (at(settings, "plan.cp") ?? 1) > 1, balanced()),
  always({ "plan.rank_order": "tp_cp_dp_pp", "plan.sync": "synchronous" }),
  where(hasExperts, count("plan.ep", `${P}expert_parallel_degree`, 1)),
  where(hasExperts, count("plan.etp", `${P}expert_tensor_parallel_degree`, 1)),
  where(
    hasExperts,
    word(
      "plan.dispatch",
      `${P}expert_parallel_comm_backend`,
      { per_expert: "standard", per_node: "deepep" },
      "per_expert",
    ),
  ),
  always({ "plan.balance": "balanced", "plan.capacity": "dropless" }),
];

/**
 * Mapping of the load balance in context parallelism: each device gets pieces from both ends of a sequence. A
 * job file cannot express a run without balancing (Python's None).
 */
function balanced(): Row {
  return word("plan.cp_order", `${P}context_parallel_load_balancer`, { zigzag: "headtail" }, "zigzag");
}

function hasExperts(settings: Settings): boolean {
  return settings["model.mlp"] === "moe";
}

function overlaps(settings: Settings, what: string): boolean {
  const overlapped = settings["plan.overlap"];
  return Array.isArray(overlapped) && overlapped.includes(what);
}

/** Mapping of replicas: those that shard their state among each other, and copies of these. */
function replicas(): Row {
  return {
    fields: ["plan.dp", "plan.dp_shard"],
    arguments: [COPIES, SHARD],
    write: (settings): Settings => {
      const dp = at(settings, "plan.dp") ?? 1;
      const ranks = at(settings, "plan.dp_shard") ?? dp;
      return settings["plan.zero"] === 0
        ? { [COPIES]: dp, [SHARD]: 1 }
        : { [COPIES]: dp / ranks, [SHARD]: ranks };
    },
    read: (given, { devices }): Settings => {
      const groups = at(given, COPIES) ?? 1;
      const ranks = shardRanks(given, devices);
      return {
        "plan.dp": ranks === null ? "fill" : groups * ranks,
        "plan.dp_shard": groups === 1 || !sharded(given, devices) ? "all" : (ranks ?? `dp / ${groups}`),
      };
    },
  };
}

/**
 * Mapping of state sharding: FSDP is ZeRO 3 over the sharded degree and the context-parallel ranks, replicas alone are DDP.
 * torchtitan has no ZeRO 1 or 2. A state that only one rank holds is not sharded, whatever the stage.
 */
function sharding(): Row {
  return {
    fields: ["plan.zero"],
    arguments: [SHARD],
    matters: (settings) => (at(settings, "plan.dp") ?? 1) * (at(settings, "plan.cp") ?? 1) > 1,
    write: () => ({}),
    read: (given, { devices }) => ({ "plan.zero": sharded(given, devices) ? 3 : 0 }),
  };
}

/** Replicas that shard one copy of the state; null where neither the file nor the number of devices says. */
function shardRanks(given: Settings, devices: number | null): number | null {
  const asked = at(given, SHARD) ?? -1;
  if (asked >= 0) return asked;
  const others = ["tensor", "pipeline", "context"].map((kind) => degree(given, kind));
  const all = devices === null ? null : devices / (at(given, COPIES) ?? 1);
  return all === null ? null : others.reduce((rest, each) => rest / each, all);
}

function sharded(given: Settings, devices: number | null): boolean {
  const ranks = shardRanks(given, devices);
  const groups = at(given, COPIES) ?? 1;
  return ranks === null || ranks > 1 || groups === 1 || degree(given, "context") > 1;
}

/** Mapping of resharding after forward. FSDP's default depends on whether there is a pipeline. */
function reshard(): Row {
  const argument = `${P}fsdp_reshard_after_forward`;
  return {
    fields: ["plan.reshard_after"],
    arguments: [argument],
    write: (settings): Settings => ({
      [argument]: settings["plan.reshard_after"] === "forward" ? "always" : "never",
    }),
    read: (given): Settings => {
      const policy = textAt(given, argument) ?? "default";
      const piped = degree(given, "pipeline") > 1;
      const forward = policy === "always" || (policy === "default" && !piped);
      return { "plan.reshard_after": forward ? "forward" : piped ? "step" : "backward" };
    },
  };
}

function degree(given: Settings, kind: string): number {
  return at(given, `${P}${kind}_parallel_degree`) ?? 1;
}

const SCHEDULES: readonly (readonly [own: string, theirs: string, chunks: number | null])[] = [
  ["1f1b", "1F1B", 1],
  ["gpipe", "GPipe", 1],
  ["interleaved_1f1b", "Interleaved1F1B", null],
  ["breadth_first", "LoopedBFS", null],
  ["zb_v", "ZBVZeroBubble", 2],
  ["dualpipe_v", "DualPipeV", 2],
];

/**
 * Mappings of the pipeline. A schedule with several chunks per rank has two chunks, or as many as the layers
 * per chunk give.
 */
function pipelineRows(): readonly Row[] {
  const [name, held] = [`${P}pipeline_parallel_schedule`, `${P}pipeline_parallel_layers_per_stage`];
  const ends = [
    `${P}pipeline_parallel_first_stage_less_layers`,
    `${P}pipeline_parallel_last_stage_less_layers`,
  ] as const;
  const micro = `${P}pipeline_parallel_microbatch_size`;
  const piped = (settings: Settings): boolean => (at(settings, "plan.pp") ?? 1) > 1;
  const fewer = (split: Setting | undefined): readonly [number, number] =>
    split === "lighter_ends" ? [1, 1] : split === "lighter_last" ? [0, 1] : [0, 0];
  return [
    where(piped, {
      fields: ["plan.schedule", "plan.vpp"],
      arguments: [name, held],
      write: (settings): Settings => {
        const row = SCHEDULES.find(([own]) => own === settings["plan.schedule"]);
        const chunks = at(settings, "plan.vpp") ?? 1;
        const [pp, layers] = [at(settings, "plan.pp") ?? 1, at(settings, "model.layers") ?? 0];
        if (!row) return {};
        const counted = fewer(settings["plan.split"]).reduce((sum, one) => sum + one, layers);
        const each = row[2] === null && chunks !== 2 ? { [held]: Math.ceil(counted / (pp * chunks)) } : {};
        return { [name]: row[1], ...each };
      },
      read: (given) => {
        const row = SCHEDULES.find(([, theirs]) => theirs === (given[name] ?? "1F1B"));
        if (!row) return {};
        const [own, , chunks] = row;
        const pp = degree(given, "pipeline");
        const layers = flavorOf(given)?.layers;
        const wide = at(given, held);
        const named =
          wide === null || layers === undefined
            ? 2
            : Math.ceil((layers + (at(given, ends[0]) ?? 1) + (at(given, ends[1]) ?? 1)) / wide) / pp;
        const looped = chunks === null ? named : own === "zb_v" || own === "dualpipe_v" ? 1 : chunks;
        return pp === 1
          ? { "plan.schedule": "1f1b", "plan.vpp": 1 }
          : { "plan.schedule": own, "plan.vpp": looped };
      },
    }),
    where(piped, {
      fields: ["plan.split"],
      arguments: ends,
      write: (settings): Settings => {
        const [first, last] = fewer(settings["plan.split"]);
        return { [ends[0]]: first, [ends[1]]: last };
      },
      read: (given) => {
        if (degree(given, "pipeline") === 1) return { "plan.split": "even" };
        const key = ends.map((end) => at(given, end) ?? 1).join();
        const word = { "1,1": "lighter_ends", "0,1": "lighter_last", "0,0": "even" }[key];
        return word === undefined ? {} : { "plan.split": word };
      },
    }),
    batch(micro),
  ];
}

/**
 * Mapping of the batch. A pipeline splits the local batch into micro-batches; without a pipeline, the local
 * batch is one micro-batch.
 */
function batch(micro: string): Row {
  const [local, whole] = ["training.local_batch_size", "training.global_batch_size"];
  return {
    fields: ["plan.micro_batch", "plan.global_batch", "plan.num_micro_batches"],
    arguments: [local, whole, micro],
    write: (settings): Settings => {
      const one = at(settings, "plan.micro_batch") ?? 1;
      const piped = (at(settings, "plan.pp") ?? 1) > 1;
      const many = at(settings, "plan.num_micro_batches") ?? 1;
      return {
        [local]: piped ? one * many : one,
        ...(piped ? { [micro]: one } : {}),
        [whole]: at(settings, "plan.global_batch"),
      };
    },
    read: (given, runSize) => {
      const piped = degree(given, "pipeline") > 1;
      const held = at(given, local) ?? 8;
      const one = piped ? (at(given, micro) ?? 1) : held;
      const all = at(given, whole) ?? -1;
      const dp = replicas().read(given, runSize)["plan.dp"];
      return {
        "plan.micro_batch": one,
        "plan.global_batch": all > 0 ? all : typeof dp === "number" ? dp * held : `dp * ${held} sequences`,
        ...(typeof dp === "number" ? { "plan.num_micro_batches": (all > 0 ? all / dp : held) / one } : {}),
      };
    },
  };
}
