import { convergenceOutputs } from "./convergence/convergenceOutputs.ts";
import { dataOutputs } from "./data/dataOutputs.ts";
import { energyOutputs } from "./energy/energyOutputs.ts";
import type { Estimate, ExpertEstimate } from "./estimate.ts";
import { moneyOutputs } from "./money/moneyOutputs.ts";
import { numberOutput, partOutputs } from "./numberOutput.ts";
import type { Output } from "./output.ts";
import { runOutputs } from "./run/runOutputs.ts";
import type { Inference } from "./serving/inference.ts";

/** Parts of the step-time tree: `time.<name>`. */
export const timeParts: readonly (readonly [name: string, doc: string])[] = [
  [
    "compute",
    "Time the slowest stage computes for all its micro-batches, forward, backward and recomputation.",
  ],
  ["gemm", "Matrix products of the layers, forward and backward."],
  ["attention", "The attention core (scores, softmax, context), forward and backward."],
  ["memory_bound", "Norms, activation functions, dropout, residuals: kernels that move bytes."],
  ["recompute", "Computing dropped activations a second time."],
  ["vocabulary", "Embedding, language-model head and loss, on the slowest stage."],
  ["launch", "Time the device waits for the host to launch the kernels of short layers."],
  ["communication", "Communication that computation does not hide."],
  ["tp", "Exposed tensor-parallel collectives."],
  ["cp", "Exposed exchange of keys and values under context parallelism."],
  ["ep", "Exposed exchanges of tokens between experts."],
  ["pp", "Exposed sends and receives between pipeline stages."],
  ["dp", "Exposed data-parallel collectives: gradients, and parameters under ZeRO."],
  ["host", "Exposed copies of activations and of offloaded state to the host's memory and back."],
  ["bubble", "Time the slowest stage waits for the pipeline to fill and drain."],
  ["compression", "Making gradients smaller before they are sent, with `plan.compression`."],
  ["documents", "Time a step waits for the replica whose documents are longest, with `plan.documents`."],
  ["stragglers", "Time a step waits for its slowest device, with `cluster.jitter`."],
  ["optimizer", "The optimizer's update of the device's parameters."],
  ["data", "Time a step waits for its data, with `plan.data`."],
];

/** Parts of a stage's memory: `memory.<name>`. */
export const memoryParts = [
  ["weights", "Parameters of the fullest stage, as kept for computing."],
  ["gradients", "Gradients of the fullest stage."],
  ["optimizer", "Optimizer state of the fullest stage: fp32 weights and moments."],
  [
    "activations",
    "Activations of the layers kept for backward by the micro-batches in flight on the fullest stage.",
  ],
  ["logits", "Embedding output, logits and loss of the fullest stage."],
  ["buffers", "Working memory of the fullest stage: gathered weights, the layer being recomputed."],
  ["reserved", "Memory gone before the framework allocates: context and runtime."],
] as const;

const served = (
  name: string,
  unit: string,
  doc: string,
  read: <N>(inference: Inference<N>) => N | boolean,
): Output => ({ kind: "served", path: `inference.${name}`, unit, doc, read });

const fromExperts =
  (read: <N>(experts: ExpertEstimate<N>) => N | null) =>
  <N>(estimate: Estimate<N>): N | null =>
    estimate.experts ? read(estimate.experts) : null;

export const outputs: readonly Output[] = [
  numberOutput("step_time", "s", "Time of one optimizer step.", (e) => e.time.step.value),
  numberOutput(
    "mfu",
    "1",
    "Model FLOPs utilisation: model FLOPs (full attention, no recomputation) per second over the devices' peak.",
    (e) => e.mfu,
  ),
  numberOutput(
    "hfu",
    "1",
    "Hardware FLOPs utilisation: as mfu, recomputation counted (Megatron-LM eq. 3 under full recomputation).",
    (e) => e.hfu,
  ),
  numberOutput(
    "tokens_per_s",
    "token/s",
    "Tokens trained per second, whole cluster.",
    (e) => e.tokensPerSecond,
  ),
  numberOutput(
    "tokens_per_s_per_device",
    "token/s",
    "Tokens trained per second and device.",
    (e) => e.tokensPerSecondPerDevice,
  ),
  numberOutput(
    "tflops_per_device",
    "FLOP/s",
    "Model FLOP/s per device, no recomputation counted.",
    (e) => e.modelFlopsPerDevice,
  ),
  numberOutput(
    "hardware_tflops_per_device",
    "FLOP/s",
    "Hardware FLOP/s per device, recomputation counted; Narayanan et al. 2021 report this one.",
    (e) => e.hardwareFlopsPerDevice,
  ),
  numberOutput(
    "model_flops",
    "FLOP",
    "FLOPs of one step over the whole cluster, no recomputation, full attention.",
    (e) => e.modelFlops,
  ),
  numberOutput(
    "hardware_flops",
    "FLOP",
    "FLOPs of one step over the whole cluster, recomputation counted.",
    (e) => e.hardwareFlops,
  ),
  numberOutput(
    "bubble_fraction",
    "1",
    "Pipeline idle time over compute time: (p - 1) / (v m); the stages' own times where gradients of weights run apart.",
    (e) => e.bubbleFraction,
  ),
  {
    kind: "memory",
    path: "memory",
    doc: "Bytes per device, by stage and kind, at the instant of the peak.",
    read: (e) => e.memory,
  },
  numberOutput(
    "memory.peak",
    "B",
    "Bytes on a device of the fullest stage at its peak.",
    (e) => e.memory.peak,
  ),
  numberOutput("memory.capacity", "B", "Bytes a device has.", (e) => e.memory.capacity),
  ...memoryParts.map(
    ([name, doc]): Output => numberOutput(`memory.${name}`, "B", doc, (e) => e.memory[name]),
  ),
  numberOutput(
    "memory.layer_activations",
    "B",
    "Activations of one layer kept for backward, for one micro-batch, on one device.",
    (e) => e.memory.layerActivations,
  ),
  ...(["host", "nvme"] as const).map(
    (place): Output =>
      numberOutput(
        `memory.${place}`,
        "B",
        place === "host"
          ? "Bytes that the plan keeps in the memory of a node's host."
          : "Bytes that the plan keeps on the drives of a node.",
        (e) => e.memory.beyond.find((one) => one.place === place)?.held.value ?? null,
        "plan.offload_optimizer",
      ),
  ),
  {
    kind: "truth",
    path: "memory.fits",
    doc: "Whether the peak is within the device's memory, and what is offloaded within the host's and the drives'.",
    read: (e) => e.memory.fits,
  },
  {
    kind: "truth",
    path: "fits",
    doc: "As `memory.fits`.",
    read: (e) => e.memory.fits,
  },
  { kind: "time", path: "time", doc: "Where the step's time goes.", read: (e) => e.time },
  numberOutput("time.step", "s", "Time of one optimizer step.", (e) => e.time.step.value),
  numberOutput(
    "time.forward",
    "s",
    "One micro-batch forward through the slowest stage.",
    (e) => e.time.forward,
  ),
  numberOutput(
    "time.backward",
    "s",
    "One micro-batch backward through the slowest stage.",
    (e) => e.time.backward,
  ),
  ...partOutputs("time", "s", timeParts, (e) => e.time.step),
  {
    kind: "timeline",
    path: "timeline",
    doc: "The pipeline's schedule: when each rank runs which micro-batch, and when it waits.",
    read: (e) => e.time,
  },
  {
    kind: "comm",
    path: "comm",
    doc: "Every collective: bytes, algorithm, time, exposed time.",
    read: (e) => e.comm,
  },
  {
    kind: "inference",
    path: "inference",
    doc: "What serving the trained model takes, as `plan.serve` says: memory, time to the first token and for each after it.",
  },
  served("weights", "B", "Weights on a device of the group that serves.", (i) => i.weights),
  served("kv_cache", "B", "Cached keys and values of the batch on the fullest device.", (i) => i.kvCache),
  served(
    "kv_per_token",
    "B",
    "Keys and values that one token leaves in the cache, all layers and heads together.",
    (i) => i.kvPerToken,
  ),
  served("memory", "B", "Weights, cache and runtime on the fullest device of the group.", (i) => i.memory),
  served("fits", "1", "Whether that is within the device's memory.", (i) => i.fits),
  served(
    "largest_batch",
    "1",
    "Sequences of the context's length whose cache fits beside the weights.",
    (i) => i.largestBatch,
  ),
  served("prefill", "s", "Time of the batch's prompts until the first token.", (i) => i.prefill),
  served("decode", "s", "Time of one more token for every sequence of the batch.", (i) => i.decode),
  served("tokens_per_s", "token/s", "Tokens that the group writes per second.", (i) => i.tokensPerSecond),
  served(
    "tokens_per_s_per_device",
    "token/s",
    "Tokens written per second and device.",
    (i) => i.tokensPerSecondPerDevice,
  ),
  {
    kind: "roofline",
    path: "roofline",
    doc: "Every kernel's FLOPs for each byte it moves and FLOP/s, under the roofs of the device's memory and arithmetic.",
  },
  {
    kind: "topology",
    path: "topology",
    doc: "Where the plan's parallel groups lie on the machine: whom device 0 exchanges with, and what that crosses.",
  },
  {
    kind: "breakdown",
    path: "params",
    unit: "param",
    doc: "Parameters of the model.",
    read: (e) => e.params,
  },
  numberOutput("active_params", "param", "Parameters a token passes through.", (e) => e.activeParams),
  numberOutput(
    "trained_params",
    "param",
    "Parameters that are trained: all of them, or the adapters of LoRA.",
    (e) => e.trainedParams,
  ),
  numberOutput(
    "experts.tokens",
    "token",
    "Tokens of a micro-batch that an expert of the busiest device computes, padding included.",
    fromExperts((e) => e.tokens),
    "model.mlp",
  ),
  numberOutput(
    "experts.busiest",
    "1",
    "Tokens the busiest device's experts compute, over what they would if all experts were loaded alike.",
    fromExperts((e) => e.busiest),
    "model.mlp",
  ),
  numberOutput(
    "experts.dropped",
    "1",
    "Share of the tokens' copies that find their expert full and are dropped.",
    fromExperts((e) => e.dropped),
    "model.mlp",
  ),
  numberOutput(
    "experts.nodes",
    "1",
    "Nodes with any of a token's experts, on average, where experts are spread over nodes.",
    fromExperts((e) => e.nodes),
    "plan.ep",
  ),
  ...dataOutputs,
  ...runOutputs,
  ...energyOutputs,
  ...moneyOutputs,
  numberOutput(
    "compression_ratio",
    "1",
    "Bytes that replicas would send each other of their gradients over those that they send, with `plan.compression`.",
    (e) => e.compressionRatio,
    "plan.compression",
  ),
  numberOutput(
    "staleness",
    "1",
    "Updates by other replicas between reading the weights and changing them, on average.",
    (e) => e.staleness,
    "plan.sync",
  ),
  ...convergenceOutputs.map(
    ({ path, unit, doc, needs, read }): Output =>
      numberOutput(path, unit, doc, (e) => (e.convergence ? read(e.convergence) : null), needs),
  ),
];

/** Those that need only a model: `llama3_405b.params`. */
export const modelOutputPaths: readonly string[] = ["params", "active_params"];
