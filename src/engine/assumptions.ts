import { isFlat } from "./communication/fabric/blocks.ts";
import { headRanks } from "./communication/parallel/headRanks.ts";
import { qualityNote } from "./compression/qualityNote.ts";
import { senders } from "./compression/senders.ts";
import { drops } from "./compute/recomputed.ts";
import { expertLayers, layersWith } from "./model/layerKinds.ts";
import type { Scenario } from "./scenario.ts";
import { traitsOf } from "./schedules/traits.ts";

const STAGE_SHARES = {
  all: "Stages exchange one share a tensor-parallel rank and gather the rest (scatter-gather).",
  activations: "Stages exchange one share of activations a tensor-parallel rank, and whole gradients.",
  none: "Every tensor-parallel rank sends whole activations and gradients to the next stage.",
} as const;

/** What was guessed or left out, in sentences a reader of the result should see. */
export function assumptions({ model, cluster, plan }: Scenario): readonly string[] {
  const found =
    model.mask === "causal" ? ["FLOPs count full attention; a causal mask does not halve them."] : [];
  if (model.encoder)
    found.push(
      "Tokens are the decoder's; what the encoder keeps for all layers to attend to is counted once a layer as keys and values.",
    );
  if (model.mtp > 0)
    found.push(
      "Multi-token prediction computes all its losses in turn, one after the other on the last stage.",
    );
  if (model.positions === "relative")
    found.push("Relative positions cost no time: attention kernels add their biases to the scores.");
  if (plan.flashAttention && drops(plan.recompute, "attention"))
    found.push(
      "Flash attention keeps no score matrix, so selective recomputation of attention saves nothing.",
    );
  if (plan.flashAttention && model.mask === "causal")
    found.push("Flash attention skips the blocks above the diagonal: half of the scores.");
  if (model.attention.kind !== "mla" && model.attention.slidingWindow !== null)
    found.push(
      plan.flashAttention
        ? "In a sliding window flash attention computes whole blocks, and attention sinks cost nothing."
        : "Without flash attention a sliding window is a mask: all scores are computed.",
    );
  if (plan.cp > headRanks(plan))
    found.push(
      plan.cpOrder === "zigzag"
        ? "Context-parallel ranks share the causal mask's work evenly: each has a piece from both ends of the sequence."
        : "Context-parallel ranks have neighbouring tokens: under a causal mask all wait for the last.",
    );
  if (plan.documents !== null)
    found.push(
      plan.flashAttention
        ? "Flash attention computes the blocks of each document alone; model FLOPs count no others either."
        : "Without flash attention documents are a mask: all scores are computed.",
    );
  if (layersWith(model, ({ mixer }) => mixer === "recurrent") > 0)
    found.push(
      "Recurrent layers run in chunks as batched matrix products; their kernels were not calibrated on measured runs.",
    );
  if (expertLayers(model) > 0) {
    found.push(...loads(plan));
    if (plan.tp > 1 && !plan.sequenceParallel)
      found.push("Without sequence parallelism every tensor-parallel rank sends all tokens to the experts.");
  }
  if (plan.pp > 1 && plan.tp > 1 && !plan.sequenceParallel)
    found.push(STAGE_SHARES[plan.framework.stageShares]);
  if (!traitsOf(plan.schedule).drains)
    found.push(
      "PipeDream updates weights with older gradients; what that costs in convergence is not modelled.",
    );
  if (plan.dp > 1 && !plan.overlap.dp)
    found.push("Gradients are reduced after the last backward pass, not beside it.");
  if (plan.lora !== null)
    found.push("What adapters keep between their two matrices is left out: it is small.");
  if (plan.zero >= 2) found.push(SCATTERED[plan.gradientScatter]);
  if (plan.zero >= 1 && plan.dpShard < plan.dp)
    found.push("Copies of the state add up their shares of the gradients once a step.");
  if (cluster.scaleUp.kind === "torus")
    found.push(
      "A group fills the torus one dimension after the other, and its links were not calibrated on measured runs.",
    );
  if (cluster.scaleOut && cluster.scaleOut.oversubscription > 1 && cluster.scaleOut.leafDevices === null)
    found.push("Each scale-up domain meets the fabric's oversubscription for itself.");
  if (cluster.sites || (cluster.scaleOut && !isFlat(cluster.scaleOut)))
    found.push(
      "The devices of a leaf, a pod and a site are neighbours in the order of ranks, and nobody else uses the fabric.",
    );
  if (plan.sync.kind === "local_sgd")
    found.push(
      "Islands keep the outer optimizer's state in host memory; what meeting late costs in tokens is in `token_factor.sync`.",
    );
  if (plan.sync.kind === "federated")
    found.push(
      "All clients are counted, also those that a round does not ask; their data are taken to be alike, and their rounds cost as many tokens as those of islands.",
    );
  if (plan.compression !== null && senders(plan) > 1) found.push(qualityNote(plan.compression));
  if (plan.sync.kind === "asynchronous")
    found.push(
      "Old gradients count as those of a batch of all replicas (arXiv:2206.08307); what their age costs on top is in `token_factor.sync`.",
    );
  if (plan.targetLoss !== null)
    found.push(
      "A loss is that of the scaling law's own data and tokenizer, with hyperparameters tuned for the batch, and no token seen twice.",
    );
  if (cluster.jitter !== null)
    found.push(
      "A device is slow for whole steps, independently of the others; what measured runs waited is in the estimate already.",
    );
  found.push(...resilience({ cluster, plan }));
  return found;
}

function resilience({ cluster, plan }: Pick<Scenario, "cluster" | "plan">): readonly string[] {
  const found: string[] = [];
  if (plan.checkpoint?.async)
    found.push("A checkpoint stops training only while state is copied to the host; the rest costs nothing.");
  if ((cluster.failures || cluster.spot) && !plan.checkpoint)
    found.push("Failures are left out: the plan saves no checkpoints (`plan.checkpoint`).");
  if (plan.elastic && cluster.spares === null && cluster.spot === null)
    found.push("With `spares = ample` no node is ever missing, and `elastic` changes nothing.");
  return found;
}

function loads({ balance, capacity }: Scenario["plan"]): readonly string[] {
  if (balance.kind === "balanced" && capacity === null)
    return ["The router loads all experts equally, and no token is dropped."];
  const found: string[] = [];
  if (balance.kind !== "balanced")
    found.push(
      balance.kind === "zipf"
        ? "Which device has the busiest experts is chance, in every layer anew; memory is that of a device that is the busiest in all of them."
        : "Experts lie on devices in their order, and every layer loads them as measured.",
    );
  if (capacity !== null) found.push("Model FLOPs and MFU count all copies of a token, dropped ones too.");
  return found;
}

const SCATTERED = {
  micro_batch: "Gradients are scattered after every micro-batch.",
  group:
    "Gradients are scattered after each group of micro-batches of a chunk, and whole in the chunks in progress only.",
  step: "Gradients add up whole and are scattered after the last micro-batch.",
} as const;
