import type { Part } from "../../core/algebra.ts";
import type { Breakdown } from "../../estimate/breakdown.ts";
import { compressedWeights } from "../../formulas/compute/sparsity.ts";
import * as activations from "../../formulas/memory/activations.ts";
import * as book from "../../formulas/memory/memory.ts";
import type { Attention } from "../../scenario/attention.ts";
import { optionsOf } from "../../scenario/attentionKinds.ts";
import type { LoraTarget } from "../../scenario/lora.ts";
import { feedForwardElements } from "../compute/pruning.ts";
import { isSaved } from "../compute/savedMatmuls.ts";
import type { Context } from "../inputs/context.ts";
import { isLow } from "../inputs/precision.ts";
import { readsInputs } from "../kernels/readsInputs.ts";
import { drops, keepsByOperator } from "../kernels/recomputed.ts";
import type { Saved } from "../kernels/saved.ts";
import type { FormInputs } from "../model/formInputs.ts";
import type { LayerContext } from "../model/layerContext.ts";
import { recurrentTensors } from "../model/recurrentTensors.ts";
import { crossTensors } from "./crossActivations.ts";
import { expertTensors } from "./expertActivations.ts";
import { headOutput, headTensors } from "./headActivations.ts";
import { latentOutput, latentTensors } from "./latentActivations.ts";
import { memoryPart } from "./memoryPart.ts";
import { ownTensors } from "./ownActivations.ts";

export interface LayerActivations<N> {
  /** Activations saved from forward to backward, B. */
  readonly saved: Breakdown<N>;
  /**
   * Saved input of the layer, where the norm's result is saved too; null where the input is all that is
   * saved.
   */
  readonly input: N | null;
  /** Activations that one layer recomputes in its backward pass, B. */
  readonly recomputed: readonly Part<N>[];
}

const INPUT = "input of the layer";

/**
 * Saved activations of one layer for one micro-batch on one device, tensor by tensor (arXiv:2205.05198,
 * section 4.1, generalised to grouped queries, gated MLPs, no dropout and flash attention). For GPT with
 * 2-byte activations the sum is sbh(10 + 24/t + 5as/(ht)), and sbh(34 + 5as/h)/t under sequence parallelism.
 */
export function layerActivations<N>(ctx: LayerContext<N>): LayerActivations<N> {
  const { recompute } = ctx;
  // Without a backward pass nothing is saved.
  if (ctx.gradients === "none") return { saved: sumOf(ctx, []), input: null, recomputed: [] };
  const saved = savedTensors(ctx).filter(({ feeds }) => readsInputs(ctx, feeds));
  if (recompute.kind === "full") {
    const input = memoryPart("activations.input", INPUT, savedInput(ctx));
    return ctx.keepsInput
      ? { saved: sumOf(ctx, [input]), input: null, recomputed: saved }
      : { saved: sumOf(ctx, []), input: null, recomputed: [input, ...saved] };
  }
  const byOperator = keepsByOperator(recompute);
  const dropped = ({ module, by }: Saved<N>): boolean => {
    if (byOperator) return !isSaved(ctx, by);
    return typeof module === "string"
      ? drops(recompute, module)
      : (module?.some((one) => drops(recompute, one)) ?? false);
  };
  const parts = saved
    .filter((tensor) => !dropped(tensor))
    .map(({ name, label, value }) => memoryPart(`activations.${name}`, label, value));
  const input = drops(recompute, "norms") || byOperator ? null : (parts[0]?.value ?? null);
  return { saved: sumOf(ctx, parts), input, recomputed: saved.filter(dropped) };
}

function sumOf<N>({ alg }: Context<N>, parts: readonly Breakdown<N>[]): Breakdown<N> {
  const label = "saved activations of one layer";
  const named = parts.map((part) => ({ label: `saved ${part.label}`, value: part.value }));
  return memoryPart("layer_activations", label, alg.sum(label, "B", named), parts);
}

/** Saved input of a recomputed layer, B: all of it, or the shard of a tensor-parallel rank. */
function savedInput<N>(ctx: LayerContext<N>): N {
  const { alg, x, recompute, scenario } = ctx;
  if (!recompute.distribute || scenario.plan.tp === 1) return residual(ctx);
  return alg.apply(activations.distributedInput, {
    ...{ B_a: x.activationBytes, s: x.localSeqLen, b: x.microBatch, h: x.dModel, t: x.tp },
  });
}

function residual<N>({ alg, x }: Context<N>, B_a: N = x.activationBytes): N {
  return alg.apply(activations.residualTensor, {
    B_a,
    s: x.localSeqLen,
    b: x.microBatch,
    h: x.dModel,
    t_s: x.seqSplit,
  });
}

function savedTensors<N>(ctx: LayerContext<N>): readonly Saved<N>[] {
  const { alg, x, scenario, attention, form, recurrent, feedForward, experts } = ctx;
  const { model, plan } = scenario;
  const stream = residual(ctx);
  // Inputs of linear layers are saved in the format of the matmul: 8 or 4 bits where they were cast.
  const operand = isLow(plan.precision) ? residual(ctx, x.operandBytes) : stream;
  const saved: Saved<N>[] = [];
  if (attention && form) saved.push(...attentionTensors(ctx, attention, form, stream, operand));
  if (ctx.cross !== null) saved.push(...crossTensors(ctx, ctx.cross, stream, operand));
  if (ctx.of.part.role === "prediction") {
    const n = alg.constant("streams joined", 2, "1", "arXiv:2412.19437, eq. 21");
    const value = (Q: N): N => alg.apply(book.repeatedBytes, { n, Q });
    saved.push({
      name: "joined_norms",
      label: "inputs of the norms before they are joined",
      value: value(stream),
    });
    saved.push({
      name: "joined",
      label: "stream and next token, joined",
      value: value(operand),
      module: "norms",
    });
  }
  if (recurrent)
    saved.push(
      { name: "recurrent_norm", label: "input of the recurrence's norm", value: stream },
      {
        name: "recurrent_input",
        label: "input of the recurrence",
        value: operand,
        module: "norms",
        feeds: { targets: ["recurrent_in"] },
      },
      ...recurrentTensors(ctx, recurrent),
    );
  // A parallel block's two halves read one stream, and share one norm unless each has its own.
  const apart = model.block === "sequential" || ctx.sublayers === 1;
  if (feedForward !== "none" && apart)
    saved.push({ name: "mlp_norm", label: "input of the MLP's norm", value: stream, by: "reduce_scatter" });
  if (feedForward !== "none" && (apart || ctx.norms > 1))
    saved.push({
      name: "mlp_input",
      label: "input of the MLP's first matrices",
      value: operand,
      module: "norms",
      feeds: { targets: mlpReaders(ctx) },
    });
  if (ctx.norms > ctx.sublayers) {
    const n = alg.constant("norms after sublayers", ctx.norms - ctx.sublayers, "1", "norms_per_layer");
    const value = alg.apply(book.repeatedBytes, { n, Q: stream });
    saved.push({ name: "output_norms", label: "inputs of the norms after attention and MLP", value });
  }
  if (experts) saved.push(...expertTensors(ctx, experts));
  else if (feedForward === "dense") saved.push(...mlpTensors(ctx));
  saved.push(...ownTensors(ctx));
  if (model.conditioning) {
    // Modulations multiply the norms' results, and gates the results of both halves: each is saved for the other's gradient.
    const n = alg.constant(
      "modulated and gated tensors",
      4,
      "1",
      "facebookresearch/DiT, models.py: DiTBlock",
    );
    const value = alg.apply(book.repeatedBytes, { n, Q: stream });
    saved.push({ name: "modulated", label: "inputs of modulations and gates", value, module: "norms" });
  }
  if (model.dropout) {
    const { localSeqLen: s, microBatch: b } = x;
    const mask = alg.apply(activations.dropoutMask, { B_k: x.maskBytes, s, b, h: x.dModel, t_s: x.seqSplit });
    if (attention || recurrent)
      saved.push({ name: "attention_mask", label: "dropout mask after attention", value: mask });
    if (feedForward !== "none")
      saved.push({ name: "mlp_mask", label: "dropout mask after the MLP", value: mask });
  }
  return saved;
}

/**
 * Matrices that read the feed-forward's input. In a mixture of experts these are the router and shared
 * experts, as routed experts read dispatched tokens.
 */
function mlpReaders<N>({ experts }: LayerContext<N>): readonly LoraTarget[] {
  if (!experts) return ["up"];
  return experts.n_h === null ? ["router"] : ["router", "up"];
}

/** Saved activations of attention, from the input of its norm to that of its output projection. */
function attentionTensors<N>(
  ctx: LayerContext<N>,
  attention: Attention,
  form: FormInputs<N>,
  stream: N,
  operand: N,
): readonly Saved<N>[] {
  const { x, scenario } = ctx;
  const { gate } = optionsOf(attention);
  const { plan } = scenario;
  const saved: Saved<N>[] = [
    {
      name: "attention_norm",
      label: "input of the attention's norm",
      value: stream,
      by: "layer_before",
    },
    {
      name: "qkv_input",
      label: "input of the query, key and value projections",
      value: operand,
      module: "norms",
      feeds: { targets: ["query", "key", "value", "query_down", "kv_down"] },
    },
    ...coreInputs(ctx, attention, form),
    ...softmaxTensors(ctx),
  ];
  const output = (B_a: N): N => outputTensor(ctx, form, B_a);
  // Backward of flash attention reads its output before the cast, unless both share one copy.
  const shared = plan.precision.attentionOutputBytes !== plan.precision.activationBytes;
  const apart = isLow(plan.precision) && !shared;
  if (apart && plan.flashAttention)
    saved.push({
      name: "attention_output",
      label: "output of attention",
      value: output(x.activationBytes),
      by: "attention",
    });
  saved.push({
    name: apart ? "projection_input" : "attention_output",
    label: "input of attention's output projection",
    value: output(apart ? x.operandBytes : x.attentionOutputBytes),
    ...(apart || gate ? {} : { by: "attention" as const }),
    // Backward of flash attention reads its output, even where the projection is frozen.
    ...(plan.flashAttention && !apart ? {} : { feeds: { targets: ["output"] } as const }),
  });
  return saved;
}

/** Saved tensors of the softmax: its row statistics under flash attention, else its output and its dropout. */
function softmaxTensors<N>({ alg, x, scenario: { model, plan } }: LayerContext<N>): readonly Saved<N>[] {
  const [b, t] = [x.microBatch, x.tp];
  if (plan.flashAttention) {
    const s = x.localSeqLen;
    const value = alg.apply(activations.softmaxStatistics, { B_f: x.floatBytes, a: x.heads, s, b, t });
    return [
      { name: "softmax_statistics", label: "softmax statistics of flash attention", value, by: "attention" },
    ];
  }
  const scores = (bytes: N): N =>
    alg.apply(activations.scoreTensor, { B_x: bytes, a: x.heads, s: x.seqLen, b, t: x.coreSplit });
  const value = scores(x.activationBytes);
  const of = { module: "attention", by: "attention" } as const;
  const softmax: Saved<N> = {
    name: "softmax",
    label: "softmax output of the attention scores",
    value,
    ...of,
  };
  if (!model.dropout) return [softmax];
  const mask = scores(x.maskBytes);
  return [
    softmax,
    { name: "score_mask", label: "dropout mask of the attention scores", value: mask, ...of },
    { name: "dropped_scores", label: "attention scores after dropout", value, ...of },
  ];
}

/** Saved tensors from which the attention core computes, by the attention's form. */
function coreInputs<N>(ctx: LayerContext<N>, attention: Attention, form: FormInputs<N>): readonly Saved<N>[] {
  switch (form.name) {
    case "latent":
      return latentTensors(ctx, form);
    case "heads":
      return headTensors(ctx, attention);
  }
}

/** Output of the attention core, B, by the attention's form. */
function outputTensor<N>(ctx: LayerContext<N>, form: FormInputs<N>, B_a: N): N {
  switch (form.name) {
    case "latent":
      return latentOutput(ctx, form, B_a);
    case "heads":
      return headOutput(ctx, B_a);
  }
}

/** Saved activations of a dense feed-forward, without its input. */
function mlpTensors<N>(ctx: LayerContext<N>): readonly Saved<N>[] {
  const { alg, x, gated, scenario } = ctx;
  const shape = { s: x.localSeqLen, b: x.microBatch, t: x.tp };
  const tensor = (B_a: N): N => alg.apply(activations.mlpTensor, { B_a, f: ctx.dFf, ...shape });
  const wide = tensor(x.actInputBytes);
  const operand = isLow(scenario.plan.precision) ? tensor(x.operandBytes) : wide;
  const module = "mlp";
  const saved: Saved<N>[] = [
    {
      name: "activation_input",
      label: "input of the MLP's activation function",
      value: wide,
      module,
      by: "mlp_first",
    },
  ];
  if (gated)
    saved.push({
      name: "gate_input",
      label: "linear branch of the gated MLP",
      value: wide,
      module,
      by: "mlp_second",
    });
  if (gated && !scenario.plan.framework.fused)
    saved.push({
      name: "activation_output",
      label: "output of the MLP's activation function",
      value: tensor(x.activationBytes),
      module,
    });
  if (scenario.plan.sparsity !== null)
    saved.push({
      name: "sparse_weights",
      label: "compressed 2:4 weights of the MLP",
      value: alg.apply(compressedWeights, { B_a: x.activationBytes, n_x: feedForwardElements(ctx) }),
      module,
    });
  saved.push({
    name: "down_input",
    label: "input of the MLP's down-projection",
    value: operand,
    module,
    feeds: { targets: ["down"] },
  });
  return saved;
}
