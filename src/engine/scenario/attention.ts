/** Norms of queries and keys: each head by itself with one gain for all, or all heads of a token together. */
export type QkNorm = "none" | "per_head" | "all_heads";

export type Attention =
  | {
      readonly kind: "mha" | "gqa" | "mqa";
      /** 0 where no layer has attention. */
      readonly heads: number;
      readonly kvHeads: number;
      readonly dHead: number;
      readonly qkvBias: boolean;
      readonly qkNorm: QkNorm;
      /** Whether the output is multiplied by a gate that the input projects to. */
      readonly gate: boolean;
      /** Tokens that a token attends to, itself among them, in layers with a sliding window; null: all layers have full attention. */
      readonly slidingWindow: number | null;
      /** Every n-th layer has full attention, the others the window; null: all have the window. */
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
