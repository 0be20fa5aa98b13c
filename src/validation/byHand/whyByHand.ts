/** Median relative error of a source's by-hand programs above which `whyByHand` must explain it. */
export const TOLD_ABOVE = 0.2;
/**
 * Median relative error of a source's by-hand programs below which its paragraph in `whyByHand` must go. Up to
 * `TOLD_ABOVE` it may stay, because every change of the engine moves medians a little.
 */
export const GONE_BELOW = 0.15;

/** Reasons why a source's median by-hand error is above 20 %, by source name. */
export const whyByHand: Readonly<Record<string, string>> = {
  "BloombergGPT (arXiv:2303.17564)":
    "A user can only name the stack `generic`. The run used SageMaker's library with MiCS, whose groups of 128 devices gather inside nodes first and reduce gradients in two hops. Eight GPUs share four NICs of 100 Gb/s, so this traffic matters. The micro-batch is assumed.",
  "Falcon-180B (arXiv:2311.16867)":
    "A user can only name the stack `generic`: it is not published what Gigatron overlapped and recomputed, or in which format it reduced gradients. It may have shortened the exchange of gradients and weights over p4d's 50 Gb/s per GPU, and the bubble. The measured rate is computed from GPU-hours.",
  "HF nanotron v0.5 / Ultra-Scale Playbook benchmark":
    "`nanotron(2025)` describes released versions of nanotron. Part of this benchmark ran a branch of December 2024, whose stages poll for messages every 0.1 s (`announcing = 0.6 s` models this). Many of its runs with small micro-batches on several nodes took far longer than their arithmetic and their traffic need, for reasons that no column records. The causes are specific to this benchmark's hosts and do not affect users' runs.",
  "MLPerf Training v6.0 (Richardyu114/training_results_v6.0 (fork of mlcommons/training_results_v6.0))":
    "Two submissions of DeepSeek-V3, whose errors have opposite signs. Tokens are routed without forced balance, so devices wait for the busiest expert and shapes change from step to step. The tables' program has an equally large error on the larger run.",
  "bigscience GPT2 V100 experiments (HF + DeepSpeed ZeRO-3)":
    "The experiments stopped after 1,000 sequences (`--max_train_samples 1000`), which is one or two steps. In the first step DeepSpeed traces the order of modules and prefetches nothing. The tables' programs model this with `prefetch = 0` and a partial last step; their error is below 7 %. A user who plans a long run gets the rate after tracing.",
};
