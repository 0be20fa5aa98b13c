import type { HeadRecurrent } from "../../scenario/recurrent.ts";

/** Differences between the three recurrences, other than their shapes. */
export interface Traits {
  /** Scalars for each token and head that the input projection computes: step sizes, decays, strengths. */
  readonly scalars: number;
  /** Learned scalars of a head: decay, bias of the step, skip. */
  readonly numbers: number;
  readonly convBias: 0 | 1;
  /** Gains of the norm before the output projection: one for each column, or for each column of a head. */
  readonly norm: "all" | "head";
  /** FLOPs of a token for each element of the state. */
  readonly flops: number;
  /**
   * True where the state corrects each value before it is written (delta rule), which doubles the matmuls.
   */
  readonly corrects: boolean;
  /**
   * True where values, keys and queries after the convolution are saved for backward; false where they are
   * recomputed.
   */
  readonly keepsMixed: boolean;
  /**
   * All-to-alls of a context-parallel layer before its convolution: one for each sharded tensor, or one for
   * all.
   */
  readonly calls: number;
  readonly source: string;
}

export const recurrentTraits: Readonly<Record<HeadRecurrent["kind"], Traits>> = {
  mamba2: {
    ...{ scalars: 1, numbers: 3, convBias: 1, norm: "all", flops: 7, corrects: false, keepsMixed: false },
    calls: 5,
    source: "state-spaces/mamba, mamba_ssm/modules/mamba2.py; Megatron-LM, mamba_layer_flops",
  },
  gated_delta: {
    ...{ scalars: 2, numbers: 2, convBias: 0, norm: "head", flops: 8, corrects: true, keepsMixed: true },
    calls: 1,
    source: "Hugging Face transformers, modeling_qwen3_next.py; Megatron-LM, gated delta rule",
  },
  linear_attention: {
    ...{ scalars: 0, numbers: 0, convBias: 0, norm: "all", flops: 4, corrects: false, keepsMixed: true },
    calls: 1,
    source: "arXiv:2501.08313, section 2.2; Hugging Face transformers, modeling_minimax.py",
  },
};
