/** Norm of queries and keys: each head separately with one shared gain, or all heads of a token together. */
export type QkNorm = "none" | "per_head" | "all_heads";

export type Attention =
  | {
      readonly kind: "mha" | "gqa" | "mqa";
      /** Number of heads; 0 where no layer has attention. */
      readonly heads: number;
      readonly kvHeads: number;
      readonly dHead: number;
      readonly qkvBias: boolean;
      readonly qkNorm: QkNorm;
      /** True where the attention output is multiplied by a gate projected from the input. */
      readonly gate: boolean;
      /**
       * Tokens that a token attends to, including itself, in layers with a sliding window; null where all
       * layers have full attention.
       */
      readonly slidingWindow: number | null;
      /**
       * Period of full attention: every n-th layer has it, the others the window. null where all have the
       * window.
       */
      readonly slidingWindowPattern: number | null;
    }
  | {
      readonly kind: "mla";
      readonly heads: number;
      readonly dHead: number;
      readonly qRank: number;
      readonly kvRank: number;
      readonly dRope: number;
      readonly dV: number;
    };
