import type { Row } from "../carry/row.ts";
import { always, count, flag, implied, where, word } from "../carry/rows.ts";
import { listAt, numberAt, type Settings, textAt } from "../carry/settings.ts";

const at = numberAt;

const more =
  (field: string) =>
  (settings: Settings): boolean =>
    (at(settings, field) ?? 1) > 1;
const piped = more("plan.pp");
const hasExperts = (settings: Settings): boolean => settings["model.mlp"] === "moe";

/** Mappings of the parallel degrees, and of how each kind of parallelism works. */
export const parallelRows: readonly Row[] = [
  count("plan.pp", "mesh.pp", 1),
  replicas(),
  count("plan.tp", "mesh.tp", 1),
  where(more("plan.tp"), flag("plan.sequence_parallel", "tensor_parallel.sequence_parallel")),
  where(more("plan.dp"), count("plan.zero", "data_parallel.zero", 0)),
  sharded("plan.reshard_after", "data_parallel.reshard_after", ["forward", "backward", "step"]),
  sharded("plan.gradient_scatter", "data_parallel.gradient_scatter", ["micro_batch", "step"]),
  // FSDP2 and DDP overlap with backward; the functions of tensor parallelism wait for their collectives.
  always({ "plan.overlap": ["dp"] }),
  where(
    piped,
    word(
      "plan.schedule",
      "pipeline.schedule",
      { "1f1b": "1F1B", gpipe: "GPipe", interleaved_1f1b: "Interleaved1F1B", breadth_first: "LoopedBFS" },
      "1f1b",
    ),
  ),
  where(piped, count("plan.vpp", "pipeline.chunks", 1)),
  where(piped, split()),
  always({ "plan.cp": 1, "plan.rank_order": "tp_cp_dp_pp", "plan.sync": "synchronous" }),
  where(
    more("plan.cp"),
    implied(["plan.cp_type", "plan.cp_order"], () => ({})),
  ),
  where(hasExperts, always({ "plan.ep": 1, "plan.etp": 1 })),
  where(
    hasExperts,
    always({ "plan.dispatch": "per_expert", "plan.balance": "balanced", "plan.capacity": "dropless" }),
  ),
];

/** Mapping of replicas: those that shard their state among each other, and copies of these. */
function replicas(): Row {
  return {
    fields: ["plan.dp", "plan.dp_shard"],
    arguments: ["mesh.dp", "mesh.dp_replicate"],
    write: (settings): Settings => {
      const dp = at(settings, "plan.dp") ?? 1;
      const whole = (at(settings, "plan.zero") ?? 0) === 0;
      return { "mesh.dp": dp, "mesh.dp_replicate": whole ? dp : dp / (at(settings, "plan.dp_shard") ?? dp) };
    },
    read: (given): Settings => {
      const dp = at(given, "mesh.dp") ?? 1;
      const groups = at(given, "mesh.dp_replicate") ?? 1;
      const whole = (at(given, "data_parallel.zero") ?? 0) === 0;
      return { "plan.dp": dp, "plan.dp_shard": whole || groups === 1 ? "all" : dp / groups };
    },
  };
}

/**
 * Mapping of when FSDP2 frees weights or reduces gradients under ZeRO 3. Stages of a pipeline do so once a step
 * (torch/distributed/pipelining/stage.py, backward_maybe_with_nosync).
 */
function sharded(field: string, argument: string, words: readonly [string, ...string[]]): Row {
  const matters = (settings: Settings): boolean =>
    at(settings, "plan.zero") === 3 && more("plan.dp")(settings);
  return {
    fields: [field],
    arguments: [argument],
    matters,
    write: (settings): Settings => {
      const value = textAt(settings, field) ?? words[0];
      return matters(settings) && !piped(settings) && words.includes(value) ? { [argument]: value } : {};
    },
    read: (given): Settings => {
      if ((at(given, "mesh.pp") ?? 1) > 1) return { [field]: "step" };
      return { [field]: textAt(given, argument) ?? words[0] };
    },
  };
}

/** Mapping of the layers of each stage, chunk by chunk. An uneven rule of the plan is not carried. */
function split(): Row {
  const argument = "pipeline.layers";
  return {
    fields: ["plan.split"],
    arguments: [argument],
    write: (settings): Settings => ({ [argument]: layersOf(settings).map(String) }),
    read: (given): Settings => {
      const layers = listAt(given, argument)?.map(Number) ?? [];
      const even = layers.every((one) => one === layers[0]);
      return { "plan.split": even ? "even" : `[${layers.join(", ")}]` };
    },
  };
}

/** Layers of each stage, chunk by chunk: those that the plan lists, or as equal as they can be. */
function layersOf(settings: Settings): readonly number[] {
  const stages = (at(settings, "plan.pp") ?? 1) * (at(settings, "plan.vpp") ?? 1);
  const listed = textAt(settings, "plan.split")?.match(/\d+/g)?.map(Number) ?? [];
  if (listed.length === stages) return listed;
  const layers = at(settings, "model.layers") ?? stages;
  const least = Math.floor(layers / stages);
  return Array.from({ length: stages }, (_, i) => least + (i < layers - least * stages ? 1 : 0));
}
