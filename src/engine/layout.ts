import type { StageLayout } from "./estimate.ts";
import { countKinds } from "./layerKinds.ts";
import type { Model, Plan } from "./scenario.ts";

/**
 * Which layers each stage holds. Chunk c of stage r is the (c * pp + r)-th piece of the model (arXiv:2104.04473,
 * section 2.2.2). `even` gives each piece the same number, `lighter_ends` one fewer to the first and the last piece,
 * `uneven` spreads a remainder. null where the layers do not go.
 */
export function stageLayouts(model: Model, plan: Plan): readonly StageLayout[] | null {
  const pieces = pieceSizes(model.layers, plan.pp * plan.vpp, plan.split);
  if (!pieces) return null;
  const starts: number[] = [];
  let layer = 0;
  for (const size of pieces) {
    starts.push(layer);
    layer += size;
  }
  const layouts: StageLayout[] = [];
  for (let stage = 0; stage < plan.pp; stage++) {
    const chunks: number[] = [];
    const spans: (readonly [number, number])[] = [];
    let layers = 0;
    for (let piece = stage; piece < pieces.length; piece += plan.pp) {
      const size = pieces[piece] ?? 0;
      const first = starts[piece] ?? 0;
      chunks.push(size);
      spans.push([first, first + size]);
      layers += size;
    }
    const kinds = countKinds(model, spans);
    layouts.push({ stage, layers, chunks, kinds, embedding: stage === 0, head: stage === plan.pp - 1 });
  }
  return layouts;
}

function pieceSizes(layers: number, pieces: number, split: Plan["split"]): readonly number[] | null {
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
  }
}
