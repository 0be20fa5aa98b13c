import { compressionRatio as formula } from "../../formulas/communication/compression.ts";
import { compressed } from "../communication/compressed.ts";
import type { ModelContext } from "../model/layerContext.ts";
import { exchangedFormat } from "../sync/exchangedFormat.ts";
import { senders } from "./senders.ts";

/**
 * Bytes of gradients exchanged without compression ÷ bytes with it, averaged over all steps; null without
 * compression. For low-rank methods, the ratio of the first pipeline stage.
 */
export function compressionRatio<N>(ctx: ModelContext<N>): N | null {
  const { alg, scenario, layouts } = ctx;
  const [first] = layouts;
  const way = first ? compressed(ctx, first) : null;
  if (way === null) return null;
  const B_x = exchangedFormat(ctx);
  return alg.apply(formula, { c_w: way.before, B_c: way.bytes(B_x, senders(scenario.plan)), B_x });
}
