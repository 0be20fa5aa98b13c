/** Median by-hand error above which a source needs an explanatory paragraph. */
export const TOLD_ABOVE = 0.2;
/**
 * Median error below which the paragraph must go. In between it may stay, because every change of the engine
 * moves medians a little.
 */
export const GONE_BELOW = 0.15;

/** Reasons why a source's median by-hand error is above 20 %, by source name. */
export const whyByHand: Readonly<Record<string, string>> = {
  "BloombergGPT (arXiv:2303.17564)":
    "The only stack that a user can name is `generic`. The run's library was SageMaker's with MiCS, whose groups of 128 gather inside nodes first and reduce gradients in two hops, and the micro-batch is assumed; four NICs of 100 Gb/s serve eight GPUs, so that this traffic counts.",
  "Falcon-180B (arXiv:2311.16867)":
    "The only stack that a user can name is `generic`: what Gigatron overlapped, recomputed and in which format it reduced gradients is not published. Gradients and weights over p4d's 50 Gb/s a GPU, and the bubble, are what it may have shortened. The measured rate is from GPU-hours.",
  "HF nanotron v0.5 / Ultra-Scale Playbook benchmark":
    "`nanotron(2025)` is what nanotron does. Its branch of December 2024, which part of this benchmark ran, has stages that poll for messages every 0.1 s (`announcing = 0.6 s` says so), and many of its runs with small micro-batches on several nodes took far longer than their arithmetic and their bytes, for reasons that no column tells. What explains them belongs to this benchmark's hosts; no run of a user has those.",
  "MLPerf Training v6.0 (Richardyu114/training_results_v6.0 (fork of mlcommons/training_results_v6.0))":
    "Two submissions of DeepSeek-V3 that differ in sign. Tokens are routed as the data say, with no balance forced, so that experts wait for the busiest one and shapes change from step to step. The tables miss the larger run by as much.",
  "bigscience GPT2 V100 experiments (HF + DeepSpeed ZeRO-3)":
    "The experiments stopped after 1,000 sequences (`--max_train_samples 1000`), one or two steps, the first of which DeepSpeed spends on tracing the order of modules before it prefetches anything. With `prefetch = 0` and the partial last step, which the tables' programs have, the error is below 7 %; a user who plans a long run gets the rate after tracing.",
};
