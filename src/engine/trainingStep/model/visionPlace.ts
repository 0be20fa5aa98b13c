import type { StageLayout } from "../../estimate/stageLayout.ts";
import type { Model } from "../../scenario/model.ts";

/** True where layers in the given spans end with the last one of the vision encoder, which the projector follows. */
export function endsVision({ vision }: Model, spans: StageLayout["spans"]): boolean {
  if (!vision) return false;
  const { layers } = vision.encoder;
  return spans.some(([first, end]) => first < layers && layers <= end);
}
