import type { StageLayout } from "../../estimate/stageLayout.ts";
import { kvHeadsOf } from "../../scenario/attentionKinds.ts";
import type { Model } from "../../scenario/model.ts";
import type { Plan } from "../../scenario/plan.ts";
import { isListed, type SplitRule } from "../../scenario/split.ts";
import { chunksPerStage, modelPieces, pieceOf } from "../../schedules/pieces.ts";
import { encoderStages } from "./encoderStages.ts";
import { stackedLayers } from "./modelParts.ts";
import { countPlanned } from "./plannedKinds.ts";

/**
 * Layers of each stage; null where the layers cannot be divided so. `pieceOf` maps each chunk of a stage to a
 * piece of the model. `even` gives each piece the same number; `uneven` spreads a remainder. `lighter_ends`
 * gives one fewer to the first and the last piece. `lighter_last` leaves the remainder to the last piece
 * (DeepSeek-V3's layout in Megatron-Bridge: fifteen pieces of four, one of one). `balanced` and
 * `balanced_exact` balance the matmul FLOPs of layers and head. A list gives the layers of each piece, or of
 * each stage, whose chunks then share them equally. No stage of a pipeline holds layers of both
 * encoder and decoder; the decoder's first stage embeds its tokens too.
 */
export function stageLayouts(model: Model, plan: Plan): readonly StageLayout[] | null {
  const divided = stackSizes(model, plan);
  if (!divided) return null;
  // Multi-token prediction stays with the head (arXiv:2412.19437, section 3.2.2; Megatron Core's layouts).
  const pieces = divided.map((size, i) => (i === divided.length - 1 ? size + model.mtp : size));
  const starts: number[] = [];
  let layer = 0;
  for (const size of pieces) {
    starts.push(layer);
    layer += size;
  }
  // A vision encoder's own stages embed patches, not tokens.
  const own = encoderStages(model, plan);
  const patches = model.vision !== null;
  const layouts: StageLayout[] = [];
  for (let stage = 0; stage < plan.pp; stage++) {
    const chunks: number[] = [];
    const spans: (readonly [number, number])[] = [];
    let layers = 0;
    let embedding = false;
    let head = false;
    for (let chunk = 0; chunk < chunksPerStage(plan); chunk++) {
      const piece = pieceOf(plan, stage, chunk);
      const size = pieces[piece] ?? 0;
      const first = starts[piece] ?? 0;
      chunks.push(size);
      spans.push([first, first + size]);
      layers += size;
      if (piece === own || (piece === 0 && !patches)) embedding = true;
      if (piece === pieces.length - 1) head = true;
    }
    const kinds = countPlanned(model, plan, spans);
    layouts.push({ stage, layers, chunks, spans, kinds, embedding, head });
  }
  return layouts;
}

/** Layers of each piece. Over several stages, encoder and decoder are divided separately. */
function stackSizes(model: Model, plan: Plan): readonly number[] | null {
  const { split } = plan;
  const pieces = modelPieces(plan);
  if (isListed(split)) return listedSizes(plan, split, stackedLayers(model), pieces);
  const first = encoderStages(model, plan);
  if (model.vision) return withVision(model.vision.encoder.layers, model, plan, first);
  if (first === 0 || !model.encoder) return pieceSizes(model, stackedLayers(model), pieces, split);
  if (first >= pieces) return null;
  const encoder = pieceSizes(model, model.encoder.layers, first, split);
  const decoder = pieceSizes(model, model.layers, pieces - first, split);
  return encoder && decoder && [...encoder, ...decoder];
}

/**
 * Layers of each piece with a vision encoder: on stages of its own, or on the first piece in addition to an
 * even share of the language model (NVIDIA/Megatron-LM, examples/multimodal: encoder on the first stage).
 */
function withVision(layers: number, model: Model, plan: Plan, own: number): readonly number[] | null {
  if (isListed(plan.split)) return null;
  const pieces = modelPieces(plan);
  if (own >= pieces) return null;
  const encoder = own === 0 ? [] : pieceSizes(model, layers, own, plan.split);
  const language = pieceSizes(model, model.layers, pieces - own, plan.split);
  if (!encoder || !language) return null;
  if (own > 0) return [...encoder, ...language];
  return language.map((size, i) => (i === 0 ? size + layers : size));
}

/** Layers of each piece by the plan's list, which has a number for each piece or for each stage. */
function listedSizes(
  plan: Plan,
  list: readonly number[],
  layers: number,
  pieces: number,
): readonly number[] | null {
  if (list.reduce((sum, one) => sum + one, 0) !== layers) return null;
  if (list.length === pieces) return list;
  const chunks = chunksPerStage(plan);
  if (list.length !== plan.pp || pieces !== plan.pp * chunks) return null;
  if (list.some((one) => one % chunks !== 0)) return null;
  const sizes = new Array<number>(pieces).fill(0);
  for (let stage = 0; stage < plan.pp; stage++)
    for (let chunk = 0; chunk < chunks; chunk++)
      sizes[pieceOf(plan, stage, chunk)] = (list[stage] ?? 0) / chunks;
  return sizes;
}

function pieceSizes(
  model: Model,
  layers: number,
  pieces: number,
  split: SplitRule,
): readonly number[] | null {
  switch (split) {
    case "even":
      return layers % pieces === 0 ? new Array<number>(pieces).fill(layers / pieces) : null;
    case "lighter_ends": {
      if (pieces < 2) return [layers];
      const size = (layers + 2) / pieces;
      if (!Number.isInteger(size) || size < 1) return null;
      return Array.from({ length: pieces }, (_, i) => (i === 0 || i === pieces - 1 ? size - 1 : size));
    }
    case "uneven":
      if (layers < pieces) return null;
      return Array.from(
        { length: pieces },
        (_, i) => Math.floor(((i + 1) * layers) / pieces) - Math.floor((i * layers) / pieces),
      );
    case "lighter_last": {
      const size = Math.ceil(layers / pieces);
      return Array.from({ length: pieces }, (_, i) => Math.max(0, Math.min(size, layers - i * size)));
    }
    case "balanced":
    case "balanced_exact":
      if (layers < pieces - 1) return null;
      return balanced(layers, headInLayers(model), pieces, split === "balanced_exact");
  }
}

/** Head FLOPs ÷ one layer's FLOPs (MoE: active experts'). */
function headInLayers({ attention, mlp, vocab }: Model): number {
  const kvHeads = kvHeadsOf(attention);
  const dense = mlp.kind === "moe" ? mlp.expert : mlp;
  const matrices = dense.kind === "swiglu" || dense.kind === "geglu" ? 3 : 2;
  const experts = mlp.kind === "moe" ? mlp.topK + mlp.shared : 1;
  return vocab / (2 * attention.dHead * (attention.heads + kvHeads) + matrices * experts * dense.dFf);
}

/**
 * Layers of each piece by nanotron's rule (src/nanotron/trainer.py, get_block_compute_costs). A piece ends
 * with the block whose cumulative FLOPs first exceed the piece's equal share; with `exact`, also where they
 * equal it. The last piece gets the remaining blocks and the head. `head` is in FLOPs of a layer.
 */
function balanced(layers: number, head: number, pieces: number, exact: boolean): readonly number[] {
  const sizes = new Array<number>(pieces).fill(0);
  let piece = 0;
  for (let layer = 0; layer < layers; layer++) {
    sizes[piece] = (sizes[piece] ?? 0) + 1;
    const share = ((layers + head) * (piece + 1)) / pieces;
    if (piece < pieces - 1 && (layer + 1 > share || (exact && layer + 1 === share))) piece++;
  }
  return sizes;
}
