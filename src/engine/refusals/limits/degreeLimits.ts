import type { Limit, Limits } from "../../core/limit.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import { chunksPerStage, pipelineCopies } from "../../schedules/pieces.ts";
import { traitsOf } from "../../schedules/traits.ts";
import { optimizerTraits } from "../../trainingStep/inputs/optimizers.ts";
import { groupDegrees } from "../../trainingStep/model/groupDegrees.ts";
import { hasExperts } from "../abilities/lacks.ts";

/** Makes a limit that only plans with tensor-parallel degrees by group of layers can meet. */
function limit(
  fields: readonly string[],
  what: string,
  why: string,
  instead: string,
  asked: (scenario: Scenario) => boolean,
): Limit {
  return {
    ...{ fields: ["plan.strategies", ...fields], why, instead },
    what: `${what} with tensor-parallel degrees by group of layers`,
    asked: (scenario) => groupDegrees(scenario.plan).length > 0 && asked(scenario),
  };
}

/** Combinations with tensor-parallel degrees by group of layers that are not modelled. */
export const degreeLimits: Limits = {
  of: "Tensor-parallel degrees by group of layers",
  limits: [
    limit(
      ["plan.cp"],
      "context parallelism",
      "ranks of other sequence shards lie between the replicas that a larger degree joins",
      "use `cp = 1`",
      ({ plan }) => plan.cp > 1,
    ),
    limit(
      ["model.mlp"],
      "experts",
      "expert parallelism numbers the ranks of a stage by one degree",
      "use one `tp` for all layers",
      ({ model }) => hasExperts(model),
    ),
    limit(
      ["model.vision", "model.conditioning"],
      "a vision encoder or diffusion",
      "what conditions the layers, or joins their sequence, is held by one degree",
      "use one `tp` for all layers",
      ({ model }) => model.vision !== null || model.conditioning !== null,
    ),
    limit(
      ["plan.rank_order"],
      "ranks in another order than `tp`, `dp`, `pp`",
      "replicas that a larger degree joins must be neighbours",
      "use `rank_order = tp_cp_dp_pp`",
      ({ plan }) => {
        const order = plan.rankOrder.filter((one) => one !== "cp" && (one !== "pp" || plan.pp > 1));
        return order.join() !== ["tp", "dp", "pp"].slice(0, order.length).join();
      },
    ),
    limit(
      ["plan.schedule"],
      "schedules with several chunks a stage, two pipelines at once, or without a flush",
      "every chunk would receive in the layout of the chunk before it",
      "use `1f1b` or `gpipe`",
      ({ plan }) =>
        plan.pp > 1 &&
        (chunksPerStage(plan) > 1 || pipelineCopies(plan) > 1 || !traitsOf(plan.schedule).drains),
    ),
    limit(
      ["plan.dp_shard"],
      "state sharded over a part of the replicas",
      "groups of layers have unlike numbers of replicas",
      "use `dp_shard = all`",
      ({ plan }) => plan.dpShard !== plan.dp,
    ),
    limit(
      ["plan.sync", "plan.compression"],
      "replicas that do not synchronise in every step, or compressed gradients,",
      "islands and compressed tensors belong to one number of replicas",
      "use `sync = synchronous` without compression",
      ({ plan: { sync, compression } }) =>
        sync.kind !== "synchronous" || sync.backup > 0 || compression !== null,
    ),
    limit(
      ["plan.finetune"],
      "LoRA",
      "adapters are small enough for one degree",
      "use one `tp` for all layers",
      ({ plan }) => plan.lora !== null,
    ),
    limit(
      ["plan.optimizer"],
      "an optimizer with state by matrix",
      "each group gathers its matrices over ranks of its own",
      "use `adamw`",
      ({ plan }) => optimizerTraits[plan.optimizer].matrices !== null,
    ),
    limit(
      ["plan.offload_optimizer", "plan.offload_weights"],
      "offloaded state",
      "groups of layers have shards of different sizes",
      "keep the state on the devices",
      ({ plan: { stateOffload } }) => stateOffload.optimizer !== "none" || stateOffload.weights !== "none",
    ),
    limit(
      ["plan.documents"],
      "packed documents",
      "the wait for the longest documents is of one number of replicas",
      "remove `documents`",
      ({ plan }) => plan.documents !== null,
    ),
    limit(
      ["plan.elastic"],
      "elastic training",
      "a smaller batch would not divide over all groups",
      "remove `elastic`",
      ({ plan }) => plan.elastic !== null,
    ),
    limit(
      ["cluster.pools"],
      "pools of unlike devices",
      "each pool's devices would have to be divisible by the degree of every group",
      "use one kind of device, or one `tp`",
      ({ cluster }) => cluster.pools !== null,
    ),
  ],
};

/** Searches over all plans of a plan with tensor-parallel degrees by group of layers. */
export const degreeSearchLimits: Limits = {
  of: "Searches with tensor-parallel degrees by group of layers",
  limits: [
    {
      fields: ["plan.strategies"],
      what: "a search over all plans whose groups of layers set `tp`",
      why: "its bounds of step time and memory are of one degree",
      instead:
        "search over lists of values, such as `for plan.strategies in [none, [layers(20, tp = 4), layers(60)]]`",
      asked: ({ plan: { recompute } }) => recompute.groups?.some(({ tp }) => tp !== null) === true,
    },
  ],
};
