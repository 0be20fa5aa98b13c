import { optionsOf } from "../scenario/attentionKinds.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { traitsOf } from "../schedules/traits.ts";
import { qualityNote } from "../trainingStep/compression/qualityNote.ts";
import { senders } from "../trainingStep/compression/senders.ts";
import { isFlat } from "../trainingStep/fabric/blocks.ts";
import { headRanks } from "../trainingStep/inputs/headRanks.ts";
import { drops } from "../trainingStep/kernels/recomputed.ts";
import { expertLayers, layersWith } from "../trainingStep/model/layerKinds.ts";

/**
 * One sentence per kind of `framework.stage_shares`: the part of activations and gradients that each tensor-parallel rank sends to
 * the next stage.
 */
const STAGE_SHARES = {
  all: "Each tensor-parallel rank sends its share of the activations to the next stage, which gathers all shares (scatter-gather).",
  activations:
    "Each tensor-parallel rank sends its share of the activations to the next stage, and full gradients back.",
  none: "Every tensor-parallel rank sends full activations and gradients to the neighbouring stage.",
} as const;

/** Assumptions and simplifications that a reader of the result should see, in sentences. */
export function assumptions({ model, cluster, plan }: Scenario): readonly string[] {
  return [
    ...ofModel({ model, plan }),
    ...ofPlan(plan),
    ...ofCluster({ cluster }),
    ...ofPools({ cluster, plan }),
    ...ofSync({ cluster, plan }),
    ...resilience({ cluster, plan }),
  ];
}

/** Assumptions on the layers: how attention, experts and recurrence are computed. */
function ofModel({ model, plan }: Pick<Scenario, "model" | "plan">): readonly string[] {
  const found =
    model.mask === "causal"
      ? ["MFU counts the FLOPs of full attention: a causal mask does not halve them."]
      : [];
  if (model.encoder)
    found.push(
      "Token counts are the decoder's. The encoder output that decoder layers attend to counts as keys and values of each layer.",
    );
  if (model.conditioning)
    found.push(
      "Latent images and the features of texts are computed before training: their encoders are not counted.",
    );
  if (model.vision)
    found.push(
      "Every sequence has the mean number of images. Micro-batches with more images take longer, and pipeline stages wait for them: this imbalance is not counted.",
      "The vision encoder has the language model's tensor parallelism, and its token counts are padded where they do not divide.",
    );
  if (model.mtp > 0)
    found.push("Multi-token prediction computes its losses one after the other on the last stage.");
  if (model.positions === "relative")
    found.push("Relative positions cost no time: attention kernels add their biases to the scores.");
  if (model.operators.length > 0 || (model.blocks ?? []).some(({ operators }) => operators !== null))
    found.push(
      "Own operators run as one kernel a pass, at the longer of their arithmetic and their bytes. They send nothing.",
    );
  if (plan.flashAttention && drops(plan.recompute, "attention"))
    found.push(
      "Flash attention stores no score matrix, so selective recomputation of attention saves no memory.",
    );
  if (plan.flashAttention && model.mask === "causal")
    found.push(
      "The time of flash attention counts only half of the scores under the causal mask: its kernels skip the blocks above the diagonal.",
    );
  if (optionsOf(model.attention).slidingWindow !== null)
    found.push(
      plan.flashAttention
        ? "Flash attention computes whole blocks of a sliding window. Attention sinks cost nothing."
        : "Without flash attention a sliding window is only a mask: all scores are computed.",
    );
  if (plan.cp > headRanks(plan))
    found.push(
      plan.cpOrder === "zigzag"
        ? "Context-parallel ranks have equal work under the causal mask: each holds a piece from both ends of the sequence."
        : "Context-parallel ranks hold contiguous tokens: under a causal mask all wait for the last rank, which has the most work.",
    );
  if (plan.documents !== null)
    found.push(
      plan.flashAttention
        ? "Flash attention computes only blocks inside documents; model FLOPs count only these."
        : "Without flash attention documents are only a mask: all scores are computed.",
    );
  if (layersWith(model, ({ mixer }) => mixer === "recurrent") > 0)
    found.push(
      "Recurrent layers run chunk by chunk as batched matmuls; their kernels were not calibrated on measured runs.",
    );
  if (expertLayers(model) > 0) {
    found.push(...loads(plan));
    if (plan.tp > 1 && !plan.sequenceParallel)
      found.push(
        "Without sequence parallelism every tensor-parallel rank sends all its tokens to the experts, so they are sent several times.",
      );
  }
  return found;
}

/** Assumptions on what ranks send, and when. */
function ofPlan(plan: Scenario["plan"]): readonly string[] {
  const found: string[] = [];
  if (plan.pp > 1 && plan.tp > 1 && !plan.sequenceParallel)
    found.push(STAGE_SHARES[plan.framework.stageShares]);
  if (!traitsOf(plan.schedule).drains)
    found.push("PipeDream updates weights with stale gradients; the effect on convergence is not modelled.");
  if (plan.dp > 1 && !plan.overlap.dp)
    found.push("Gradients are reduced after the last backward pass and do not overlap it.");
  if (plan.sparsity !== null)
    found.push(
      "MFU and HFU count the FLOPs of dense matmuls. Whether a model with 2:4 sparse weights becomes as good was not measured here, so losses are not estimated.",
    );
  if (plan.lora !== null)
    found.push("The small activations between the two matrices of an adapter are ignored.");
  if (plan.zero >= 2) found.push(SCATTERED[plan.gradientScatter]);
  if (plan.zero >= 1 && plan.dpShard < plan.dp)
    found.push(
      "Under hybrid sharding, devices that hold the same shard all-reduce its gradients once per step.",
    );
  return found;
}

/** Assumptions on the links between devices. */
function ofCluster({ cluster }: Pick<Scenario, "cluster">): readonly string[] {
  const found: string[] = [];
  if (cluster.scaleUp.kind === "torus")
    found.push(
      "The ranks of a parallel group fill the torus one dimension at a time. Torus links were not calibrated on measured runs.",
    );
  if (cluster.scaleOut && cluster.scaleOut.oversubscription > 1 && cluster.scaleOut.leafDevices === null)
    found.push(
      "Oversubscription applies to each scale-up domain separately, because the size of a leaf switch is not given.",
    );
  if (cluster.sites || (cluster.scaleOut && !isFlat(cluster.scaleOut)))
    found.push(
      "Devices under one leaf switch, pod or site have consecutive ranks, and no other job uses the fabric.",
    );
  return found;
}

/** Assumptions on pools of unlike devices. */
function ofPools({ cluster, plan }: Pick<Scenario, "cluster" | "plan">): readonly string[] {
  if (cluster.pools === null) return [];
  return [
    plan.place.kind === "replicas"
      ? "Each pool runs the step of its own replicas, with state sharded inside the pool. The pools then all-reduce their gradients by a ring; no computation hides it."
      : "A stage takes the time that it takes in a cluster of its pool's devices. Only a pool's last stage sends over the link between pools.",
    "No measured run behind the intervals mixed devices: they are those of runs on the first pool's.",
  ];
}

/** Assumptions on replicas that differ for a while, on losses and on slow devices. */
function ofSync({ cluster, plan }: Pick<Scenario, "cluster" | "plan">): readonly string[] {
  const found: string[] = [];
  if (plan.sync.kind === "local_sgd")
    found.push(
      "Islands keep the outer optimizer's state in host memory. The extra tokens that infrequent synchronisation needs are in `token_factor.sync`.",
    );
  if (plan.sync.kind === "federated")
    found.push(
      "All clients count as devices, including those that a round does not select. Clients are assumed to have similar data and to need as many extra tokens as islands.",
    );
  if (plan.sync.kind === "federated" && plan.sync.privacy !== null)
    found.push(
      "Rounds select each client independently. Clipping and noise take no time, and what they cost in tokens is not known, so losses are not estimated.",
    );
  if (plan.sync.kind === "federated" && plan.sync.secure !== null)
    found.push("Making masks and recovering those of clients that drop out take no time.");
  if (plan.sync.kind === "gossip")
    found.push(
      "Workers send their weights while nothing is computed, and average them as they arrive, without a copy of all. What gossip costs in tokens is not known for language models, so losses are not estimated.",
    );
  if (plan.compression !== null && senders(plan) > 1) found.push(qualityNote(plan.compression));
  if (plan.sync.kind === "asynchronous")
    found.push(
      "Stale gradients count like one batch over all replicas (arXiv:2206.08307). The extra tokens that staleness needs are in `token_factor.sync`.",
    );
  if (plan.targetLoss !== null)
    found.push(
      "Losses are for the data and tokenizer of the scaling law, with hyperparameters tuned for the batch size and no repeated tokens.",
    );
  if (cluster.jitter !== null)
    found.push(
      "A device is slow for whole steps, independently of other devices. Waiting that occurred in the measured runs is already part of the estimate.",
    );
  return found;
}

function resilience({ cluster, plan }: Pick<Scenario, "cluster" | "plan">): readonly string[] {
  const found: string[] = [];
  if (plan.checkpoint?.async)
    found.push(
      "A checkpoint pauses training only while state is copied to the host; the rest overlaps training.",
    );
  if ((cluster.failures || cluster.spot) && !plan.checkpoint)
    found.push("Failures are ignored because the plan saves no checkpoints (`plan.checkpoint`).");
  if (cluster.spot && !cluster.failures && plan.checkpoint)
    found.push(
      "Nodes that are reclaimed with enough notice for a checkpoint cost no time, because `cluster.failures` is not set.",
    );
  if (plan.elastic && cluster.spares === null && cluster.spot === null)
    found.push("With `spares = ample` a spare node is always available, so `elastic` has no effect.");
  return found;
}

function loads({ balance, capacity }: Scenario["plan"]): readonly string[] {
  if (balance.kind === "balanced" && capacity === null)
    return ["The router loads all experts equally, and no token is dropped."];
  const found: string[] = [];
  if (balance.kind !== "balanced")
    found.push(
      balance.kind === "zipf"
        ? "The device with the busiest experts differs at random from layer to layer. The memory shown is that of a device which is the busiest in every layer."
        : "Experts are placed on devices in order, and the measured loads apply to every layer.",
    );
  if (capacity !== null)
    found.push("Model FLOPs and MFU count all copies of a token, including dropped ones.");
  return found;
}

const SCATTERED = {
  micro_batch: "Gradients are reduce-scattered after every micro-batch.",
  group:
    "Gradients are reduce-scattered after each group of micro-batches of a chunk; only chunks in progress hold unsharded gradients.",
  step: "Gradients accumulate unsharded and are reduce-scattered after the last micro-batch.",
} as const;
