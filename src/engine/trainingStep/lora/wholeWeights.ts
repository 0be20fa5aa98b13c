import { weightMemory } from "../../formulas/memory/memory.ts";
import { frozenWeights } from "../../formulas/model/lora.ts";
import type { Context } from "../inputs/context.ts";
import { matrixBytes } from "./matrixBytes.ts";

/** Parameters on a device by their use. */
export interface Weights<N> {
  /** All parameters without adapters. */
  readonly all: N;
  /**
   * Quantisable parameters under LoRA, included in `all`; null where all are trained. `adapters` are LoRA's
   * own.
   */
  readonly matrices: N | null;
  readonly adapters: N | null;
}

/**
 * Bytes of a device's weights before sharding, `B_w` each. Quantised weights are gathered quantised and
 * dequantised where they are used (AnswerDotAI/fsdp_qlora, README.md: FSDP must not cast what packs quantised
 * weights).
 */
export function wholeWeights<N>(ctx: Context<N>, { all: P, matrices, adapters }: Weights<N>, B_w: N): N {
  const { alg, x } = ctx;
  const whole = (P: N): N => alg.apply(weightMemory, { B_w, P, n_s: x.one });
  if (matrices === null) return whole(P);
  const B_q = matrixBytes(ctx, B_w);
  const frozen = alg.apply(frozenWeights, { B_q, P_q: matrices, B_w, P, n_s: x.one });
  if (adapters === null) return frozen;
  return alg.sum("stored weights", "B", [
    { label: "frozen", value: frozen },
    { label: "adapters", value: whole(adapters) },
  ]);
}
