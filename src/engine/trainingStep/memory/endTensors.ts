import type { Part } from "../../core/algebra.ts";
import type { StageLayout } from "../../estimate/stageLayout.ts";
import * as tensors from "../../formulas/memory/activations.ts";
import * as book from "../../formulas/memory/memory.ts";
import * as pipeline from "../../formulas/step/pipeline.ts";
import { traitsOf } from "../../schedules/traits.ts";
import { headTokens } from "../compute/endOperators.ts";
import type { Context } from "../inputs/context.ts";
import { visionTensors } from "./visionTensors.ts";

/** Saved activations of embedding and head on a stage, B (arXiv:2205.05198, section 4.3). */
export function vocabularyTensors<N>(ctx: Context<N>, stage: StageLayout, inFlight: N): readonly Part<N>[] {
  const { alg, x, scenario } = ctx;
  const found: Part<N>[] = [];
  const shape = { s: x.localSeqLen, b: x.microBatch, h: x.dModel, t_s: x.seqSplit };
  if (stage.embedding && scenario.model.dropout) {
    const mask = alg.apply(tensors.dropoutMask, { B_k: x.maskBytes, ...shape });
    // Only the first chunk has an embedding, so interleaving adds nothing.
    const interleaved = traitsOf(scenario.plan.schedule).grouped;
    const r = alg.constant("index of the stage", stage.stage, "1", "the stage's place in the pipeline");
    const n = interleaved ? alg.apply(pipeline.inFlight1f1b, { p: x.pp, r, m: x.microBatches }) : inFlight;
    const value = alg.apply(book.repeatedBytes, { n, Q: mask });
    found.push({ label: "dropout mask of the embedding", value });
  }
  if (stage.head) {
    const stream = alg.apply(tensors.residualTensor, { B_a: x.activationBytes, ...shape });
    found.push({ label: "saved input of the last norm", value: stream });
    found.push({ label: "saved input of the head", value: stream });
    if (scenario.plan.framework.keptLogits > 0) {
      const value = alg.apply(tensors.earlierLogits, {
        ...{ n: x.keptLogits, m: x.microBatches, B_f: x.floatBytes },
        ...{ s: headTokens(ctx), b: x.microBatch, V: x.vocab, t: x.tp },
      });
      found.push({ label: "logits of earlier micro-batches", value });
    }
    if (scenario.model.mtp > 0) {
      const n = alg.input("model.mtp", scenario.model.mtp, "1");
      const value = alg.apply(book.repeatedBytes, { n, Q: stream });
      found.push({ label: "inputs of the head for further tokens, before their norms", value });
      found.push({ label: "inputs of the head for further tokens", value });
    }
  }
  return [...found, ...visionTensors(ctx, stage, inFlight)];
}

/** Memory of the head's backward pass: logits and loss, and the gradient of the head's weights. */
export function headBackward<N>(ctx: Context<N>): readonly Part<N>[] {
  const { alg, x } = ctx;
  const shape = { V: x.vocab, t: x.tp };
  const logits = { B_l: x.logitBytes, s: headTokens(ctx), b: x.microBatch, ...shape };
  const loss = {
    label: "logits and temporary tensors of the loss",
    value: alg.apply(tensors.logitsTensor, logits),
  };
  if (ctx.gradients !== "weights") return [loss];
  return [
    loss,
    {
      label: "gradient of the head's weights",
      value: alg.apply(book.headGradient, { B_w: x.weightBytes, h: x.dModel, ...shape }),
    },
  ];
}
