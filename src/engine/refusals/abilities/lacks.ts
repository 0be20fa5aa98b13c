import type { StatePlace } from "../../scenario/offload.ts";
import type { Plan, Recompute } from "../../scenario/plan.ts";
import { groupDegrees } from "../../trainingStep/model/groupDegrees.ts";
import { modelParts } from "../../trainingStep/model/modelParts.ts";
import type { Lack } from "./lack.ts";
import { nearOrder } from "./nearOrder.ts";

const PARALLELISM = {
  tp: "tensor parallelism",
  cp: "context parallelism",
  pp: "pipelines",
  ep: "expert parallelism",
  etp: "a separate tensor-parallel degree for experts",
} as const;

/** The feature of one kind of parallelism, needed by a degree above 1. */
const degree = (kind: keyof typeof PARALLELISM): Lack => ({
  ability: "degrees",
  fields: [`plan.${kind}`],
  reads: [kind],
  what: () => PARALLELISM[kind],
  asks: ({ plan }) => (plan[kind] > 1 ? [kind] : []),
  has: ({ degrees }) => degrees,
});

const RECOMPUTED: Readonly<Record<string, string>> = {
  full: "recomputation of whole layers",
  layers: "recomputation of some of a stage's layers",
  units: "recomputation of several layers together",
  distributed: "recomputation from inputs that tensor-parallel ranks shard",
  groups: "recomputation by group of layers",
};

const sameRecompute = (one: Recompute, other: Recompute): boolean =>
  one.kind === other.kind &&
  one.layers === other.layers &&
  one.unit === other.unit &&
  one.modules.join() === other.modules.join();

function recomputed({ recompute }: Pick<Plan, "recompute">): readonly string[] {
  if (recompute.kind === "none") return [];
  if (recompute.kind === "selective") return recompute.modules;
  if (recompute.kind === "by_layers") {
    const [first, ...others] = (recompute.groups ?? []).map((group) => group.recompute);
    const alike = first !== undefined && others.every((one) => sameRecompute(one, first));
    return alike ? recomputed({ recompute: first }) : ["groups"];
  }
  return [
    ...(recompute.layers === undefined ? ["full"] : ["layers"]),
    ...(recompute.unit === undefined || recompute.unit === 1 ? [] : ["units"]),
    ...(recompute.distribute ? ["distributed"] : []),
  ];
}

const POOLED: Readonly<Record<string, string>> = {
  replicas: "replicas on unlike devices",
  stages: "stages on unlike devices",
  batch_shares: "replicas with unlike numbers of micro-batches",
};

const OFFLOADED: Readonly<Record<string, string>> = {
  activations: "offloaded activations",
  optimizer: "an offloaded optimizer",
  optimizer_nvme: "an optimizer's state on drives",
  weights: "offloaded weights",
  weights_nvme: "weights on drives",
};

const stateOn = (kind: "optimizer" | "weights", place: StatePlace): readonly string[] =>
  place === "none" ? [] : [place === "nvme" ? `${kind}_nvme` : kind];

/** The feature of offloading one kind of state to the host or to drives. */
const state = (kind: "optimizer" | "weights"): Lack => ({
  ability: "offloads",
  fields: [`plan.offload_${kind}`],
  reads: ["stateOffload"],
  what: (asked) => OFFLOADED[asked] ?? asked,
  asks: ({ plan }) => stateOn(kind, plan.stateOffload[kind]),
  has: ({ offloads }) => offloads,
});

/** All features that a plan can need of its framework, in the order of the messages. */
export const lacks: readonly Lack[] = [
  ...(["tp", "cp", "pp", "ep", "etp"] as const).map(degree),
  {
    ability: "degrees",
    fields: ["plan.strategies", "plan.tp"],
    reads: ["tp", "recompute"],
    what: () => "tensor-parallel degrees by group of layers",
    asks: ({ plan }) => (groupDegrees(plan).length > 0 ? ["layer_tp"] : []),
    has: ({ degrees }) => degrees,
  },
  {
    ability: "sequence_parallelism",
    fields: ["plan.sequence_parallel", "plan.tp"],
    reads: ["tp", "sequenceParallel"],
    what: (asked) =>
      asked === "never" ? "tensor parallelism without sequence parallelism" : "sequence parallelism",
    // Each choice needs what the opposite support would exclude.
    asks: ({ plan }) => (plan.tp === 1 ? [] : [plan.sequenceParallel ? "always" : "never"]),
    has: ({ sequenceParallelism: has }) => (has === "optional" ? null : [has]),
  },
  {
    ability: "schedules",
    fields: ["plan.schedule"],
    reads: ["pp", "schedule"],
    what: (asked) => `the schedule \`${asked}\``,
    asks: ({ plan }) => (plan.pp === 1 || plan.schedule === "custom" ? [] : [plan.schedule]),
    // A framework without pipelines is reported for those, not for its schedules.
    has: ({ schedules, degrees }) => (degrees === null || degrees.includes("pp") ? schedules : null),
  },
  {
    ability: "zero_stages",
    fields: ["plan.zero"],
    reads: ["zero"],
    what: (asked) => `ZeRO stage ${asked}`,
    asks: ({ plan }) => [plan.zero],
    has: ({ zeroStages }) => zeroStages,
  },
  {
    ability: "shard_groups",
    fields: ["plan.dp_shard", "plan.zero"],
    reads: ["zero", "dp", "dpShard"],
    what: (asked) => `ZeRO ${asked} over fewer than all replicas`,
    asks: ({ plan }) => (plan.zero > 0 && plan.dpShard < plan.dp ? [plan.zero] : []),
    has: ({ shardGroups }) => shardGroups,
  },
  {
    ability: "recomputes",
    fields: ["plan.recompute"],
    reads: ["recompute"],
    what: (asked) => RECOMPUTED[asked] ?? `recomputation of \`${asked}\``,
    asks: ({ plan }) => recomputed(plan),
    has: ({ recomputes }) => recomputes,
  },
  {
    ability: "offloads",
    fields: ["plan.offload", "plan.recompute"],
    reads: ["offload", "recompute"],
    what: (asked) => OFFLOADED[asked] ?? asked,
    asks: ({ plan }) => {
      const { runs } = plan.framework;
      // Under full recomputation only layer inputs are saved, so a framework that offloads them offloads
      // everything.
      const inputs = plan.recompute.kind === "full" && runs.offloads?.includes("checkpoints") === true;
      return plan.offload === "activations" && !inputs ? ["activations"] : [];
    },
    has: ({ offloads }) => offloads,
  },
  state("optimizer"),
  state("weights"),
  {
    ability: "cp_types",
    fields: ["plan.cp_type", "plan.cp"],
    reads: ["cp", "cpType", "cpHeads"],
    what: (asked) => `context parallelism by \`${asked}\``,
    asks: ({ plan }) => (plan.cp === 1 ? [] : [plan.cpHeads > 1 ? "hybrid" : plan.cpType]),
    has: ({ cpTypes, degrees }) => (degrees === null || degrees.includes("cp") ? cpTypes : null),
  },
  {
    ability: "dispatches",
    fields: ["plan.dispatch", "plan.ep"],
    reads: ["ep", "dispatch"],
    what: (asked) => `the dispatch \`${asked}\``,
    asks: ({ plan }) => (plan.ep === 1 ? [] : [plan.dispatch]),
    has: ({ dispatches }) => dispatches,
  },
  {
    ability: "precisions",
    fields: ["plan.precision"],
    reads: ["precision"],
    what: (asked) => `training in ${asked}`,
    asks: ({ plan: { precision } }) => [precision.name === "tf32" ? "fp32" : precision.name],
    has: ({ precisions }) => precisions,
  },
  {
    ability: "fp8_scalings",
    fields: ["plan.precision.scaling", "plan.precision"],
    reads: ["precision"],
    what: (asked) => `fp8 with \`scaling = ${asked}\``,
    asks: ({ plan: { precision } }) =>
      precision.name === "fp8" && precision.scaling !== null ? [precision.scaling] : [],
    has: ({ scalings, precisions }) => (precisions === null || precisions.includes("fp8") ? scalings : null),
  },
  {
    ability: "pools",
    fields: ["plan.place", "cluster.pools"],
    reads: ["place", "cluster"],
    what: (asked) => POOLED[asked] ?? asked,
    asks: ({ plan: { place }, cluster }) => {
      if (cluster.pools === null) return [];
      const unlike = place.kind === "replicas" && place.shares !== "equal";
      return [place.kind, ...(unlike ? ["batch_shares"] : [])];
    },
    has: ({ pools }) => pools,
  },
  {
    ability: "rank_orders",
    fields: ["plan.rank_order"],
    reads: ["rankOrder", "tp", "cp", "pp", "dp"],
    what: (asked) => `ranks in the order \`${asked}\``,
    asks: ({ plan }) => {
      const { rankOrders } = plan.framework;
      return rankOrders.some((order) => nearOrder(plan, order) === nearOrder(plan, plan.rankOrder))
        ? []
        : [plan.rankOrder.join("_")];
    },
    has: () => [],
  },
];

export const hasExperts = (model: Parameters<typeof modelParts>[0]): boolean =>
  modelParts(model).some((part) => part.model.mlp.kind === "moe");
