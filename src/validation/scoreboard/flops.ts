import { optionsOf } from "../../engine/scenario/attentionKinds.ts";
import type { Model } from "../../engine/scenario/model.ts";
import type { Scenario } from "../../engine/scenario/scenario.ts";
import { layersWith } from "../../engine/trainingStep/model/layerKinds.ts";

/**
 * FLOPs of one step by the convention of a table's TFLOP/s. null when a required parameter count is missing.
 * `modelFlops` is the engine's convention, and most tables': no recomputation, full attention. Conventions:
 * validation/README.md.
 */
export function stepFlops(
  convention: string,
  { model, plan }: Scenario,
  modelFlops: number,
  paramsB: number | undefined,
): number | null {
  const { layers: l, dModel: h, vocab: v } = model;
  const { seqLen: s, globalBatch: b } = plan;
  const tokens = b * s;
  // arXiv:2104.04473, eq. 3: hardware FLOPs of a GPT with full recomputation and full attention
  if (/eq\.? ?3|hardware|\bhfu\b|incl\.? recompute/i.test(convention))
    return 96 * b * s * l * h * h * (1 + s / (6 * h) + v / (16 * l * h));
  const estimate = /\b([68]) ?\*? ?N ?\*? ?s ?\*? ?B\//i.exec(convention);
  if (estimate) {
    const n = Number(/N ?= ?([\d.]+) ?B/i.exec(convention)?.[1] ?? paramsB ?? Number.NaN) * 1e9;
    return Number.isFinite(n) ? Number(estimate[1]) * n * tokens : null;
  }
  if (/causal/i.test(convention) && /half/i.test(convention))
    return modelFlops - coreFlops(model, s, tokens) / 2;
  return modelFlops;
}

/** FLOPs of the attention cores of a step: full attention, or whole windows in sliding-window layers. */
function coreFlops(model: Model, s: number, tokens: number): number {
  const { attention } = model;
  const window = optionsOf(attention).slidingWindow;
  const full = layersWith(model, ({ mixer }) => mixer === "full");
  const sliding = layersWith(model, ({ mixer }) => mixer === "sliding");
  const seen = full * s + sliding * Math.min(s, window ?? s);
  return 12 * tokens * attention.heads * attention.dHead * seen;
}
