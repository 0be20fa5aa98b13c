import { numberOutput } from "../../estimate/numberOutput.ts";
import type { Output } from "../../estimate/output.ts";

/** Outputs that describe a whole training step: its time, token rates, utilisation and FLOPs. */
export const throughputOutputs: readonly Output[] = [
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
    "Hardware FLOPs utilisation: like mfu, but counting recomputation (Megatron-LM eq. 3 under full recomputation).",
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
    "Tokens trained per second per device.",
    (e) => e.tokensPerSecondPerDevice,
  ),
  numberOutput(
    "tflops_per_device",
    "FLOP/s",
    "Model FLOP/s per device, without recomputation.",
    (e) => e.modelFlopsPerDevice,
  ),
  numberOutput(
    "hardware_tflops_per_device",
    "FLOP/s",
    "Hardware FLOP/s per device, with recomputation; Narayanan et al. 2021 report this one.",
    (e) => e.hardwareFlopsPerDevice,
  ),
  numberOutput(
    "model_flops",
    "FLOP",
    "FLOPs of one step over the whole cluster, without recomputation, with full attention.",
    (e) => e.modelFlops,
  ),
  numberOutput(
    "hardware_flops",
    "FLOP",
    "FLOPs of one step over the whole cluster, with recomputation.",
    (e) => e.hardwareFlops,
  ),
  numberOutput(
    "bubble_fraction",
    "1",
    "Share of the step in which the slowest stage idles while the pipeline fills and drains: time.bubble / step_time.",
    (e) => e.bubbleFraction,
  ),
  numberOutput(
    "bubble_ratio",
    "1",
    "Pipeline idle time divided by ideal compute time: (p - 1) / (v m), as in textbooks. It can exceed 1. It is computed from the stages' times if weight gradients have separate passes.",
    (e) => e.bubbleRatio,
  ),
];
